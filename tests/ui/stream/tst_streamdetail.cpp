// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/stream/streambench.h"

namespace tst_streamdetail {

using namespace wk;
using namespace wk::sample;
using namespace wk::streambench;

/// What stands below the rows about the one that was chosen.
class tst_streamdetail : public StreamBench
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { m_view.reset(); }

    void choosingARowSelectsItsObjectAndShowsItsDiff()
    {
        apply(batch({modified(Pods, web("web-1", 8123281, "False"), web("web-1", 8123298, "True"),
                              {"status.conditions[type=Ready].status False True"})}));
        choose(0);
        QCOMPARE(m_state->selection(), refOf(podInfo().gvr, *web("web-1")));
        auto *diff = named<CodeView>(QStringLiteral("Diff against the previous revision"));
        QTRY_VERIFY(diff->document());
        QStringList lines;
        for (const CodeLine &line : diff->document()->lines) {
            if (line.kind == LineKind::Added || line.kind == LineKind::Removed)
                lines << line.text.trimmed() + u' ' + line.gutter;
        }
        QVERIFY2(lines.contains(QStringLiteral("- status: \"False\" ? kubelet")), qPrintable(lines.join(u'\n')));
        QVERIFY2(texts().contains(QStringLiteral("Pod web/web-1 · MODIFIED · live · ")), qPrintable(texts()));
        const CodeDocumentPtr &raw = named<CodeView>(QStringLiteral("Raw watch line"))->document();
        QVERIFY(raw);
        QCOMPARE(raw->lines[1].text, QStringLiteral("  \"type\":\"MODIFIED\","));
    }

    void theFirstRevisionOfAnObjectIsShownWhole()
    {
        apply(batch({added(Pods, web("web-1"))}));
        choose(0);
        auto *diff = named<CodeView>(QStringLiteral("Diff against the previous revision"));
        QTRY_VERIFY(diff->document());
        const auto &lines = diff->document()->lines;
        QVERIFY2(lines[0].text.startsWith(QStringLiteral("No earlier revision ")), qPrintable(lines[0].text));
        QCOMPARE(lines[1].text, QStringLiteral("apiVersion: v1"));
        QCOMPARE(lines[1].kind, LineKind::Added);
        QVERIFY2(texts().contains(QStringLiteral("+%1 −0").arg(lines.size() - 1)), qPrintable(texts()));
    }

    void whatAListFoundIsComparedWithWhatAnotherWatchHadToldOf()
    {
        constexpr WatchId PodsOfWeb = 3;
        m_log->setWatch(Pods, scopeOf(podInfo()));
        apply(batch({listed(Pods, podColumns(), {web("web-1", 8123281, "False"), web("web-2", 8123282)})}));
        m_log->setWatch(PodsOfWeb, scopeOf(podInfo()));
        apply(batch({listed(PodsOfWeb, podColumns(), {web("web-1", 8123298, "True"), web("web-2", 8123282)})}));
        auto *diff = named<CodeView>(QStringLiteral("Diff against the previous revision"));
        choose(4); // behind the two lists' own rows and the first one's objects
        QTRY_VERIFY(diff->document());
        QVERIFY2(texts().contains(QStringLiteral("8123281 → 8123298")), qPrintable(texts()));
        const auto &lines = diff->document()->lines;
        QVERIFY(std::ranges::any_of(lines, [](const CodeLine &line) {
            return line.kind == LineKind::Removed && line.text.contains(QStringLiteral("\"False\""));
        }));
        choose(5);
        QTRY_VERIFY(diff->accessibleDescription().startsWith(QStringLiteral("No differences: the list agrees ")));
    }

    void eventsWithoutAnObjectSayWhatTheyAre()
    {
        auto mark = std::make_shared<Entry>(*bookmark(Pods, 8123275));
        mark->line = quotedJson("{'type':'BOOKMARK','object':{'kind':'Pod'}}");
        apply(batch({mark, added(Pods, web("web-1")), bookmark(Pods, 8123276)}));
        choose(0);
        auto *diff = named<CodeView>(QStringLiteral("Diff against the previous revision"));
        auto *raw = named<CodeView>(QStringLiteral("Raw watch line"));
        QTRY_VERIFY(raw->document());
        QCOMPARE(raw->document()->lines[1].text, QStringLiteral("  \"type\":\"BOOKMARK\","));
        QVERIFY(named<CodeView>(QStringLiteral("Bytes of the watch line"))->document());
        QVERIFY(!diff->document());
        QVERIFY(diff->accessibleDescription().startsWith(QStringLiteral("watch is at")));
        QVERIFY(diff->accessibleDescription().endsWith(QStringLiteral("there is nothing to compare.")));
        QVERIFY(m_state->selection().isEmpty());
        choose(1);
        QTRY_VERIFY(named<CodeView>(QStringLiteral("YAML of the object"))->document());
        choose(2); // of a source without lines
        QVERIFY(!raw->document());
        QVERIFY(raw->accessibleDescription().startsWith(QStringLiteral("watch is at")));
        QVERIFY(raw->accessibleDescription().endsWith(QStringLiteral("The server sent no watch line for this.")));
    }
};

} // namespace tst_streamdetail

WK_TEST(tst_streamdetail, tst_streamdetail, QApplication)
#include "tst_streamdetail.moc"
