// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/clustersession.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/kindgroups.h"
#include "ui/models/seenwords.h"
#include "ui/models/tablestate.h"
#include "ui/style/formats.h"
#include "ui/words/sessionwords.h"

#include <QFile>
#include <QTest>
#include <QTranslator>

namespace tst_chinese {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// What is put together from pieces is Chinese, too, and one thing has one word.
class ChineseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_translator.load(QStringLiteral(":/i18n/watchkeeper_zh_CN.qm")));
        QCoreApplication::installTranslator(&m_translator);
    }
    void cleanupTestCase() { QCoreApplication::removeTranslator(&m_translator); }

    void piecesAreChinese_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char *name, QString said, const char *wanted) {
            QTest::newRow(name) << said.replace(QChar(0x00a0), u' ') << QString::fromUtf8(wanted);
        };
        row("a count is of a kind, which has no plural", countOfKind(63, podInfo()), "63 个 Pod");
        row("so is one of many", countOfKind(4, 63, podInfo()), "4 / 63 个 Pod");
        row("a kind's name is the same for many", pluralName(podInfo()), "Pod");
        row("seconds", format::ago(Now - 40s, Now), "40 秒");
        row("hours", format::ago(Now - 18h, Now), "18 小时");
        row("a countdown", format::seconds(12), "12 秒");
        row("milliseconds", format::duration(40ms), "40 毫秒");
        row("seconds with a decimal", format::duration(3100ms), "3.1 秒");
        row("minutes", format::duration(5min), "5 分 0 秒");
        row("long", format::duration(125min), "2 小时 5 分");
        Error refused;
        refused.kind = ErrorKind::Refused;
        refused.place = "127.0.0.1:1";
        row("sentences stand without blanks", sessionSentence(SessionState::Connecting, refused),
            "服务器拒绝连接：127.0.0.1:1 上没有服务在监听。请检查集群是否在运行、端口是否正确。正在重试。");
        row("a class", classWord(EntryClass::Live), "实时");
        row("a class by its name in the filter", classWord(QStringLiteral("inferred")).value_or(QString()), "推断");
    }
    void piecesAreChinese()
    {
        QFETCH(const QString, said);
        QFETCH(const QString, wanted);
        QCOMPARE(said, wanted);
    }

    void oneThingHasOneWord()
    {
        QFile file(QStringLiteral(WATCHKEEPER_SOURCE_DIR "/translations/watchkeeper_zh_CN.ts"));
        QVERIFY(file.open(QFile::ReadOnly));
        const QString all = QString::fromUtf8(file.readAll());
        for (const char *other : {"筛选", "过滤器", "滞后", "修订版本", "上一版本", "已被删除", ">请求删除<",
                                  "translation>Warning", "translation>Normal"})
            QVERIFY2(!all.contains(QString::fromUtf8(other)), other);
    }

private:
    QTranslator m_translator;
};

} // namespace tst_chinese

WK_TEST(tst_chinese, ChineseTest, QApplication)
#include "tst_chinese.moc"
