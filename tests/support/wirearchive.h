// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <map>
#include <thread>
#include <vector>

namespace wk {

/// One answer of a real API server, as recorded: its body is free of HTTP's framing.
struct RecordedAnswer {
    QString name;
    int status = 0;
    std::map<QByteArray, QByteArray> headers; ///< names in lower case
    QByteArray body;

    QByteArray header(const char *key) const
    {
        const auto found = headers.find(key);
        return found == headers.end() ? QByteArray() : found->second;
    }
};

/// The recordings in shared/wire, unpacked for one test. Absent outside a checkout that has them beside it: the test
/// skips.
class WireArchive
{
public:
    /// `version`: "1.20" or "1.36".
    explicit WireArchive(const QString &version)
    {
        const QString shared =
            qEnvironmentVariable("WATCHKEEPER_SHARED", QStringLiteral(WATCHKEEPER_SOURCE_DIR "/../shared"));
        m_file = shared + QStringLiteral("/wire/kubernetes-%1.tar.xz").arg(version);
        m_isThere = QFile::exists(m_file) && unpack();
    }

    bool isThere() const { return m_isThere; }
    QByteArray missing() const { return "no recordings at " + m_file.toUtf8(); }

    /// All of them, or the one of that name.
    std::vector<RecordedAnswer> answers(const QString &name = {}) const
    {
        std::vector<RecordedAnswer> found;
        QDirIterator files(m_directory.path(), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            const QString stem = path.chopped(path.size() - path.lastIndexOf(QLatin1Char('.')));
            if (!name.isEmpty() && QFileInfo(stem).fileName() != name)
                continue;
            if (path.endsWith(QLatin1String(".raw")))
                found.push_back(fromRaw(stem, read(path)));
            else if (path.endsWith(QLatin1String(".headers")) && !QFile::exists(stem + QStringLiteral(".raw")))
                found.push_back(fromRaw(stem, read(path).trimmed() + "\r\n\r\n", read(stem + QStringLiteral(".body"))));
        }
        return found;
    }

    /// Empty when there is none.
    QByteArray body(const char *name) const
    {
        const auto found = answers(QString::fromLatin1(name));
        return found.empty() ? QByteArray() : found.front().body;
    }

private:
    /// In a thread that goes with it: the child's first steps share our memory, and leave a thread sanitizer thinking
    /// that the thread it was started from synchronises with nobody.
    bool unpack() const
    {
        int code = -1;
        std::thread([&] {
            code = QProcess::execute(QStringLiteral("tar"),
                                     {QStringLiteral("xf"), m_file, QStringLiteral("-C"), m_directory.path()});
        }).join();
        return code == 0;
    }
    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static RecordedAnswer fromRaw(const QString &stem, const QByteArray &raw, const QByteArray &body = {})
    {
        const qsizetype headEnd = raw.indexOf("\r\n\r\n");
        const QList<QByteArray> lines = raw.left(headEnd).split('\n');
        RecordedAnswer answer;
        answer.name = QFileInfo(stem).fileName();
        answer.status = lines.value(0).split(' ').value(1).toInt();
        for (const QByteArray &line : lines.mid(1))
            answer.headers[line.left(line.indexOf(':')).trimmed().toLower()] =
                line.mid(line.indexOf(':') + 1).trimmed();
        const QByteArray rest = raw.mid(headEnd + 4);
        answer.body = !body.isEmpty() ? body : answer.header("transfer-encoding") == "chunked" ? dechunked(rest) : rest;
        return answer;
    }
    static QByteArray dechunked(const QByteArray &chunks)
    {
        QByteArray body;
        for (qsizetype at = 0; at < chunks.size();) {
            const qsizetype lineEnd = chunks.indexOf("\r\n", at);
            if (lineEnd < 0)
                break;
            const qsizetype size = chunks.mid(at, lineEnd - at).toLongLong(nullptr, 16);
            body += chunks.mid(lineEnd + 2, size);
            at = lineEnd + 2 + size + 2;
        }
        return body;
    }

    QTemporaryDir m_directory;
    QString m_file;
    bool m_isThere = false;
};

} // namespace wk
