// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QStringList>
#include <QTemporaryDir>

namespace wk {

/// Keys and certificates for one test, made by the openssl program in a directory that goes away with it. Names are
/// files without their ending: key("admin") reads admin.key. A test without openssl skips by isAvailable().
class TestKeys
{
public:
    static bool isAvailable() { return !QStandardPaths::findExecutable(QStringLiteral("openssl")).isEmpty(); }

    QString path(const QString &file) const { return m_directory.filePath(file); }
    QByteArray read(const QString &file) const
    {
        QFile opened(path(file));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
    QByteArray certificate(const QString &name) const { return read(name + QStringLiteral(".crt")); }
    QByteArray key(const QString &name) const { return read(name + QStringLiteral(".key")); }
    void write(const QString &file, const QByteArray &bytes)
    {
        QFile opened(path(file));
        if (opened.open(QIODevice::WriteOnly))
            opened.write(bytes);
    }

    /// "genrsa -traditional -out a.key 2048", run in the directory.
    bool openssl(const QString &arguments)
    {
        QProcess process;
        process.setWorkingDirectory(m_directory.path());
        process.start(QStringLiteral("openssl"), QProcess::splitCommand(arguments));
        return process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    }

    bool makeKey(const QString &name)
    {
        return openssl(QStringLiteral("ecparam -name prime256v1 -genkey -noout -out %1.key").arg(name));
    }
    /// A CA that signed itself, or was signed by `issuer`. Its key is made when there is none of that name.
    bool makeAuthority(const QString &name, const QString &issuer = {})
    {
        return makeCertificate(
            name, issuer,
            QStringLiteral("basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,digitalSignature\n"), 30);
    }
    /// A server's certificate; `names` as "DNS:a,IP:127.0.0.1". With days = -1 it has expired.
    bool makeServer(const QString &name, const QString &issuer, const QString &names, int days = 30)
    {
        return makeCertificate(name, issuer,
                               QStringLiteral("extendedKeyUsage=serverAuth\nsubjectAltName=%1\n").arg(names), days);
    }
    /// A member's of a cluster, which is its own client, too.
    bool makeMember(const QString &name, const QString &issuer, const QString &names)
    {
        return makeCertificate(
            name, issuer, QStringLiteral("extendedKeyUsage=serverAuth,clientAuth\nsubjectAltName=%1\n").arg(names), 30);
    }
    bool makeClient(const QString &name, const QString &issuer, int days = 30)
    {
        return makeCertificate(name, issuer, QStringLiteral("extendedKeyUsage=clientAuth\n"), days);
    }
    /// One of an organisation, without a CN.
    bool makeNamelessClient(const QString &name, const QString &issuer)
    {
        return makeCertificate(name, issuer, QStringLiteral("extendedKeyUsage=clientAuth\n"), 30,
                               QStringLiteral("/O=") + name);
    }

private:
    bool makeCertificate(const QString &name, const QString &issuer, const QString &extensions, int days,
                         const QString &subject = {})
    {
        if (!QFile::exists(path(name + QStringLiteral(".key"))) && !makeKey(name))
            return false;
        write(name + QStringLiteral(".ext"), extensions.toUtf8());
        const QString signer = issuer.isEmpty()
                                   ? QStringLiteral("-signkey %1.key").arg(name)
                                   : QStringLiteral("-CA %1.crt -CAkey %1.key -CAcreateserial").arg(issuer);
        return openssl(QStringLiteral("req -new -key %1.key -subj %2 -out %1.csr")
                           .arg(name, subject.isEmpty() ? QString(QStringLiteral("/CN=") + name) : subject)) &&
               openssl(QStringLiteral("x509 -req -in %1.csr %2 -days %3 -extfile %1.ext -out %1.crt")
                           .arg(name, signer)
                           .arg(days));
    }

    QTemporaryDir m_directory;
};

} // namespace wk
