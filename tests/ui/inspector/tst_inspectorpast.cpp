// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/code/codeview.h"
#include "ui/code/panebar.h"
#include "ui/inspector/changespage.h"
#include "ui/inspector/factsview.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/inspectorheader.h"
#include "ui/inspector/yamlpage.h"
#include "ui/style/formats.h"
#include "ui/style/theme.h"
#include "ui/words/outagewords.h"

#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_inspectorpast {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// What the inspector says of an object while the window shows the past.
class InspectorPastTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_log = std::make_unique<TestHistory>();
        m_state = std::make_unique<WindowState>();
        m_state->learnScope(1, scopeOf(podInfo()));
        m_log->setWatch(1, scopeOf(podInfo()));
        m_inspector = std::make_unique<Inspector>(*m_state, m_clock);
        m_inspector->setHistory(*m_log);
        m_inspector->setResources({podInfo()});
        m_inspector->resize(340, 640);
        m_inspector->show();
        feed(batch({bookmark(1, 1, Now - 90s)}));                                           // 0
        feed(batch({listed(1, podColumns(), {web("Pending", 10)}, Now - 60s)}, {live(1)})); // 1, 2
        feed(batch({at(modified(1, web("Pending", 10), web("Running", 11)), Now - 40s)}));  // 3
        feed(batch({deleted(1, web("Running", 12), Now - 20s)}));                           // 4
        feed(batch({added(1, shared(pod({.name = "other"})), Now - 10s)}));                 // 5
        m_state->select(refOf(podInfo().gvr, *web("Running", 12)));
    }
    void cleanup()
    {
        m_inspector.reset();
        m_state.reset();
        m_log.reset();
    }

    void itShowsTheObjectAsOfThenAndSaysSo()
    {
        m_state->setPlayhead(Moment{3, Now - 50s});
        QCOMPARE(title().status, QStringLiteral("Pending"));
        QVERIFY2(title().moment.startsWith(QStringLiteral("As of ")), qPrintable(title().moment));
        QVERIFY(!title().notice.contains(QStringLiteral("Deleted")));
        m_state->setPlayhead(Moment{4, Now - 40s});
        QCOMPARE(title().status, QStringLiteral("Running"));
        m_state->setPlayhead(Moment{6, Now - 5s});
        QVERIFY2(title().notice.contains(QStringLiteral("Deleted at ")), qPrintable(title().notice));
        m_state->setPlayhead({});
        QCOMPARE(title().moment, QString());
    }

    void theChangesAreCountedAsOfThen()
    {
        feed(batch({added(1, shared(pod({.name = "web"}, 13)), Now - 5s)}));
        QCOMPARE(changes(), std::optional(2));
        m_state->setPlayhead(Moment{3, Now - 50s});
        QCOMPARE(changes(), std::optional(0));
        m_state->setPlayhead(Moment{4, Now - 40s});
        QCOMPARE(changes(), std::optional(1));
        m_state->setPlayhead(Moment{5, Now - 20s});
        QCOMPARE(changes(), std::optional(2));
        m_state->setPlayhead(Moment{1, Now - 80s});
        QVERIFY2(!changes(), "it was not watched then");
        m_state->setPlayhead({});
        QCOMPARE(changes(), std::optional(2));
    }

    /// Another namespace is looked at now.
    void ofWhatIsWatchedNoMoreTheHeadSaysSoAndTheChangesAreCounted()
    {
        lookAtAnotherNamespace();
        m_state->select(refOf(podInfo().gvr, pod({.name = "other"})));
        QVERIFY2(title().notice.startsWith(QStringLiteral("No longer watched")), qPrintable(title().notice));
        QCOMPARE(changes(), std::optional(1));
        QVERIFY2(summary().startsWith(QStringLiteral("The namespace “web” is not selected")), qPrintable(summary()));
        m_state->select(refOf(podInfo().gvr, pod({.name = "never-seen"})));
        QCOMPARE(title().notice, QString());
        QVERIFY(!changes());
    }

    void theLastStateOfWhatWasDeletedOutlivesItsWatch()
    {
        lookAtAnotherNamespace();
        QCOMPARE(title().status, QStringLiteral("Running"));
        QCOMPARE(title().notice,
                 QStringLiteral("Deleted at %1; this is its last state.").arg(format::moment(Now - 20s, Now)));
        QCOMPARE(changes(), std::optional(2));
    }

    /// The word under STATUS, not the phase.
    void theStatusOfThenOutlivesItsWatch()
    {
        Object crashing = pod({.name = "crashing", .status = "CrashLoopBackOff"}, 30);
        crashing.phase = "Running";
        const auto entry = std::make_shared<Entry>(*added(1, shared(crashing), Now - 5s));
        entry->columns = podColumns();
        feed(batch({entry})); // 6
        lookAtAnotherNamespace();
        m_state->select(refOf(podInfo().gvr, crashing));
        m_state->setPlayhead(Moment{7, Now - 5s});
        QCOMPARE(title().status, QStringLiteral("CrashLoopBackOff"));
    }

    /// The log stands still, too, as it does in the window.
    void aPauseHoldsWhatIsOnShow()
    {
        feed(batch({added(1, web("Running", 20))}));
        QCOMPARE(title().status, QStringLiteral("Running"));
        m_state->setPaused(true);
        const Batch meanwhile = batch({modified(1, web("Running", 20), web("Failed", 21))});
        m_inspector->applyBatch(meanwhile);
        QCOMPARE(title().status, QStringLiteral("Running"));
        m_state->select({});
        m_state->select(refOf(podInfo().gvr, *web("Running", 20)));
        QCOMPARE(title().status, QStringLiteral("Running"));
        m_log->append(meanwhile);
        m_state->setPaused(false);
        QCOMPARE(title().status, QStringLiteral("Failed"));
    }

    void noNoticeIsCut()
    {
        const auto *header = m_inspector->findChild<InspectorHeader *>();
        const auto heightAt = [&](int width) {
            m_inspector->resize(width, 640);
            QCoreApplication::processEvents();
            return header->height();
        };
        m_state->setPlayhead(Moment{3, Now - 50s});
        QVERIFY(title().notice.isEmpty());
        const int oneLine = heightAt(1000);
        m_state->setPlayhead(Moment{6, Now - 5s});
        QVERIFY(header->toolTip().contains(title().notice));
        QCOMPARE(heightAt(1000), oneLine);
        const int beneath = heightAt(340);
        QVERIFY(beneath > oneLine);
        QVERIFY(heightAt(170) > beneath);
        const QImage image = m_inspector->grab().toImage().copy(0, beneath, 170, header->height() - beneath);
        int points = 0;
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < image.height(); ++y)
                points += image.pixel(x, y) != image.pixel(0, 0);
        }
        QVERIFY2(points > 0, "its last words stand there");
        m_state->setPlayhead(Moment{3, Now - 50s});
        QCOMPARE(header->height(), oneLine);
    }

    void whatWasNotSeenIsNotCertain()
    {
        auto lost = std::make_shared<Entry>(*gap(1, 12, 20, Now - 2s));
        lost->gap.since = lost->gap.broke = Now - 8s;
        feed(batch({lost, at(modified(1, web("Pending", 20), web("Running", 21)), Now - 1s)}));
        m_state->select(refOf(podInfo().gvr, pod({.name = "other"})));
        m_state->setPlayhead(Moment{6, Now - 5s});
        QCOMPARE(title().notice, outageTitle({Now - 8s, Now - 8s, Now - 2s}, Now - 5s, Now));
        m_state->setPlayhead(Moment{6, Now - 9s});
        QCOMPARE(title().notice, QString());
        m_state->select(refOf(podInfo().gvr, pod({.name = "none"})));
        QVERIFY(summary().startsWith(QStringLiteral("There was no such object at ")));
        m_state->setPlayhead(Moment{6, Now - 5s});
        QVERIFY2(summary().startsWith(QStringLiteral("No such object was known at ")), qPrintable(summary()));
    }

    void whatDidNotExistIsToldApartFromWhatIsNotKnown()
    {
        m_state->select(refOf(podInfo().gvr, pod({.name = "other"})));
        m_state->setPlayhead(Moment{4, Now - 40s});
        QVERIFY2(summary().startsWith(QStringLiteral("There was no such object at ")), qPrintable(summary()));
        m_state->setPlayhead(Moment{1, Now - 80s});
        QCOMPARE(summary(), QStringLiteral("Pods were not watched before %1, so nothing is known about it at %2.")
                                .arg(format::moment(Now - 60s, Now), format::clock(Now - 80s)));
    }

    void theChangesOfWhatCameLaterSayThatItDidNotExistYet()
    {
        Object late = pod({.name = "late"}, 30);
        late.created = Now - 10s;
        Object old = pod({.name = "old"}, 31);
        old.created = Now - 24h;
        feed(batch({added(1, shared(late)), added(1, shared(old))}));
        m_inspector->showPage(Inspector::ChangesList);
        const auto said = [this](const Object &object) {
            m_state->select(refOf(podInfo().gvr, object));
            return m_inspector->findChild<ChangesPage *>()->diffView()->placeholder();
        };
        m_state->setPlayhead(Moment{4, Now - 40s});
        QCOMPARE(said(late), QStringLiteral("The object did not exist yet at %1.").arg(format::clock(Now - 40s)));
        QVERIFY2(said(old).startsWith(QStringLiteral("No revision of this object from before ")),
                 qPrintable(said(old)));
    }

    void whatComesMeanwhileIsNotOfThen()
    {
        m_state->setPlayhead(Moment{3, Now - 50s});
        feed(batch({added(1, web("Failed", 20))}));
        QCOMPARE(title().status, QStringLiteral("Pending"));
        m_state->setPlayhead({});
        QCOMPARE(title().status, QStringLiteral("Failed"));
    }

    void blameIsAsOfThenToo()
    {
        const auto *view = m_inspector->findChild<YamlPage *>()->view();
        const auto timeOfPhase = [view] {
            const CodeDocumentPtr &document = view->document();
            const auto isPhase = [](const CodeLine &line) { return line.text.startsWith(QStringLiteral("  phase: ")); };
            const auto line =
                document ? std::ranges::find_if(document->lines, isPhase) : decltype(document->lines.begin())();
            return document && line != document->lines.end() ? line->gutterEnd : QString();
        };
        m_inspector->showPage(Inspector::YamlText);
        m_state->setPlayhead(Moment{4, Now - 40s});
        blameButton()->click();
        QTRY_COMPARE(timeOfPhase(), format::clock(Now - 40s));
        m_state->setPlayhead(Moment{3, Now - 50s});
        QTRY_COMPARE(timeOfPhase(), QStringLiteral("≤ ") + format::clock(parseTime("2026-11-21T10:00:00Z").value()));
        blameButton()->click();
        QTRY_COMPARE(timeOfPhase(), QString());
    }

private:
    QToolButton *blameButton() const
    {
        const auto buttons = m_inspector->findChild<YamlPage *>()->findChildren<QToolButton *>();
        return *std::ranges::find(buttons, QStringLiteral("Blame"), &QToolButton::text);
    }
    static ObjectPtr web(const std::string &status, int version)
    {
        Object made = pod({.name = "web-1", .status = status}, version);
        made.body = plainBody("{'kind':'Pod','apiVersion':'v1','metadata':{'name':'web-1','managedFields':[{'manager':"
                              "'kubelet','operation':'Update','subresource':'status','time':'2026-11-21T10:00:00Z',"
                              "'fieldsV1':{'f:status':{'f:phase':{}}}}]},'status':{'phase':'" +
                              status + "'}}");
        return shared(std::move(made));
    }
    void lookAtAnotherNamespace()
    {
        m_log->closeWatch(1, Now);
        m_state->learnScope(2, scopeOf(podInfo(), "team-a"));
        m_log->setWatch(2, scopeOf(podInfo(), "team-a"));
        m_inspector->applyBatch(batch({}, {live(2)}));
    }
    void feed(const Batch &batch)
    {
        m_log->append(batch);
        m_inspector->applyBatch(batch);
    }
    const InspectorTitle &title() const { return m_inspector->findChild<InspectorHeader *>()->title(); }
    /// Beside the Changes' name.
    std::optional<int> changes()
    {
        const int count = m_inspector->findChild<PaneTabs *>()->tabData(Inspector::ChangesList).toInt();
        return count < 0 ? std::nullopt : std::optional(count);
    }
    QString summary() const
    {
        for (const FactsView *view : m_inspector->findChildren<FactsView *>()) {
            if (view->accessibleName() == QStringLiteral("Summary of the object"))
                return view->placeholder();
        }
        return {};
    }

    Theme m_theme;
    ManualClock m_clock;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<Inspector> m_inspector;
};

} // namespace tst_inspectorpast

WK_TEST(tst_inspectorpast, InspectorPastTest, QApplication)
#include "tst_inspectorpast.moc"
