// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/helppages.h"

#include "core/cluster/etcd/etcdguard.h"
#include "core/cluster/requestguard.h"
#include "tests/support/testregistry.h"

#include <QApplication>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace tst_helppages {

using namespace wk;

namespace {

QString sourceText(const char *path)
{
    QFile file(QStringLiteral(WATCHKEEPER_SOURCE_DIR "/") + QString::fromLatin1(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString inCode(std::string_view text)
{
    return u'`' + QString::fromUtf8(text.data(), qsizetype(text.size())) + u'`';
}

} // namespace

class HelpPagesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allThatCanBeSentIsNamedAndNothingElse()
    {
        const QString page = helppages::sent();
        qsizetype requests = 0;
        for (const std::string_view path : RequestGuard::shapes()) {
            QVERIFY2(page.contains(QStringLiteral("| GET | ") + inCode(path) + QStringLiteral(" |")), path.data());
            ++requests;
        }
        requests += qsizetype(EtcdGuard::got().size());
        QCOMPARE(page.count(QStringLiteral("| GET |")), requests);
        for (const std::string_view path : EtcdGuard::posted())
            QVERIFY2(page.contains(QStringLiteral("| POST | ") + inCode(path) + QStringLiteral(" |")), path.data());
        QCOMPARE(page.count(QStringLiteral("| POST |")), qsizetype(EtcdGuard::posted().size()));
        for (const std::string_view key : RequestGuard::queryKeys())
            QVERIFY2(page.contains(inCode(key)), key.data());
    }

    /// The guard goes by the list that is printed: what is made after a shape passes, and one step further does not.
    void theListIsTheGuards()
    {
        for (const std::string_view shape : RequestGuard::shapes()) {
            QString path = QString::fromUtf8(shape.data(), qsizetype(shape.size()));
            path.remove(u'{').remove(u'}');
            QVERIFY2(RequestGuard::checkPath(path.toStdString()), qPrintable(path));
            QVERIFY2(!RequestGuard::checkPath(QString(path + QStringLiteral("/a/b/c/d/e/f/g")).toStdString()), qPrintable(path));
        }
    }

    void noLimitIsLeftOut()
    {
        const QString header = sourceText("core/base/limits.h");
        const QString page = sourceText("ui/window/helppages.cpp");
        static const QRegularExpression Name(QStringLiteral(R"(constexpr \S+ (\w+)\s*[={])"));
        int names = 0;
        for (auto found = Name.globalMatch(header); found.hasNext();) {
            const QString name = found.next().captured(1);
            if (name == QLatin1String("KiB") || name == QLatin1String("MiB"))
                continue;
            ++names;
            QVERIFY2(page.contains(QRegularExpression(QStringLiteral("\\b") + name + QStringLiteral("\\)"))),
                     qPrintable(name));
        }
        QVERIFY2(names > 30, "the header is read");
    }

    void limitsAreSaidInTheirUnits()
    {
        const QString page = helppages::limits();
        for (const char *line :
             {"| One event of a watch | 16 MiB |", "| A token that is looked into | 64 KiB |",
              "| A list of them | 4 GiB |", "| Pages of a list | 10,000 |", "| … and of one that has spoken | 300 s |"})
            QVERIFY2(page.contains(QString::fromUtf8(line)), line);
    }
};

} // namespace tst_helppages

WK_TEST(tst_helppages, HelpPagesTest, QApplication)
#include "tst_helppages.moc"
