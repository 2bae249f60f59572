// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/code/codeview.h"
#include "ui/code/panebar.h"
#include "ui/inspector/factsview.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/inspectorheader.h"
#include "ui/inspector/yamlpage.h"
#include "ui/style/theme.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_inspector {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

constexpr WatchId Pods = 1;
constexpr WatchId Events = 2;

constexpr char PodJson[] =
    "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'web-1','namespace':'web','annotations':{'app/rev':'4f02d7e'},"
    "'managedFields':[{'manager':'kubelet','operation':'Update'}]},"
    "'spec':{'nodeName':'node-01','serviceAccountName':'web','containers':[{'name':'web','image':'registry.example/web:2.14.1'}]},"
    "'status':{'phase':'Running','podIP':'10.0.0.7','conditions':["
    "{'type':'Ready','status':'False','reason':'ContainersNotReady','message':'containers with unready status: [web]',"
    "'lastTransitionTime':'2026-11-21T10:41:11Z'},"
    "{'type':'PodScheduled','status':'True','lastTransitionTime':'2026-11-21T10:32:00Z'}],"
    "'containerStatuses':[{'name':'web','ready':false,'restartCount':7,"
    "'state':{'waiting':{'reason':'CrashLoopBackOff','message':'back-off 2m40s restarting failed container'}},"
    "'lastState':{'terminated':{'exitCode':1,'reason':'Error'}}}]}}";

ObjectPtr crashing(int version = 8123309, const char *json = PodJson)
{
    Object made = pod({.name = "web-1", .ready = "0/1", .status = "CrashLoopBackOff", .restarts = "7"}, version);
    made.body = plainBody(json);
    made.owners = {{"apps/v1", "ReplicaSet", "web-7c9f4d5b6", "rs", true}, {"v1", "Node", "node-01", "n", false}};
    made.managers = {{"kubelet", "Update", "status", Now - 1s, 1}, {"kubectl-annotate", "Update", "", Now - 14s, 2}};
    return shared(std::move(made));
}

std::string stamp(int minutesAgo)
{
    return formatTime(Now - std::chrono::minutes(minutesAgo));
}

ObjectPtr kubeEvent(const std::string &name, const std::string &regarding, const std::string &reason, int minutesAgo,
                    int count = 12)
{
    Object made;
    made.ns = "web";
    made.name = name;
    made.uid = "uid-" + name;
    made.created = Now - std::chrono::minutes(minutesAgo);
    made.body =
        plainBody("{'involvedObject':{'kind':'Pod','namespace':'web','name':'" + regarding + "'},'type':'" +
                  (reason == "BackOff" ? "Warning" : "Normal") + "','reason':'" + reason +
                  "','message':'Back-off restarting failed <b>container</b> web','count':" + std::to_string(count) +
                  ",'reportingComponent':'kubelet','firstTimestamp':'" + stamp(80) + "','lastTimestamp':'" +
                  stamp(minutesAgo) + "'}");
    return shared(std::move(made));
}

ResourceInfo replicaSetInfo()
{
    ResourceInfo info;
    info.gvr = {"apps", "v1", "replicasets"};
    info.kind = "ReplicaSet";
    info.namespaced = true;
    return info;
}

QString factsText(const FactsView *view)
{
    QStringList lines;
    for (int row = 0; row < view->facts()->rowCount(); ++row) {
        const Fact &fact = view->facts()->fact(row);
        QStringList parts{fact.label, fact.value, fact.detail};
        parts.removeAll(QString());
        lines << parts.join(u'|');
    }
    return lines.join(u'\n');
}

} // namespace

class tst_inspector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_state = std::make_unique<WindowState>();
        m_state->learnScope(Pods, scopeOf(podInfo()));
        m_log = std::make_unique<TestHistory>();
        m_log->setWatch(Pods, scopeOf(podInfo()));
        m_inspector = std::make_unique<Inspector>(*m_state, m_clock);
        m_inspector->setHistory(*m_log);
        m_inspector->setResources({podInfo(), nodeInfo(), replicaSetInfo()});
        m_inspector->resize(340, 640);
        m_inspector->show();
        m_testers.clear();
        for (FactsView *view : m_inspector->findChildren<FactsView *>())
            m_testers.push_back(std::make_unique<QAbstractItemModelTester>(
                view->facts(), QAbstractItemModelTester::FailureReportingMode::QtTest));
    }
    void cleanup() { m_inspector.reset(); }

    void theSummarySaysWhatIsWrongFirst()
    {
        showPod();
        const QString text = factsText(summary());
        QVERIFY2(text.startsWith(QStringLiteral("What is wrong\nweb does not start: CrashLoopBackOff|back-off 2m40s")),
                 qPrintable(text));
        for (const char *line :
             {"Status|CrashLoopBackOff", "Node|node-01", "Pod address|10.0.0.7", "PodScheduled|True",
              "ReplicaSet|web-7c9f4d5b6", "app|web", "app/rev|4f02d7e", "Written by\nkubelet|status\nkubectl-annotate",
              "web|CrashLoopBackOff, 7 restarts|registry.example/web:2.14.1"})
            QVERIFY2(text.contains(QLatin1String(line)), qPrintable(QLatin1String(line) + u'\n' + text));
        const InspectorTitle &title = m_inspector->findChild<InspectorHeader *>()->title();
        QCOMPARE(title.name, QStringLiteral("web-1"));
        QCOMPARE(title.place, QStringLiteral("Pod in web"));
        QCOMPARE(title.phase, Phase::Failed);
        QVERIFY(title.version.endsWith(QStringLiteral("309")));
    }

    void countsChangesAsTheTablesDoWhicheverPageIsShown()
    {
        watchEvents();
        const auto *tabs = m_inspector->findChild<PaneTabs *>();
        const auto count = [tabs] { return tabs->tabData(Inspector::ChangesList).toInt(); };
        showPod();
        QCOMPARE(count(), 0);
        feed(batch({modified(Pods, crashing(), crashing())}));
        QCOMPARE(count(), 1);
        m_state->setPlayhead(Moment{0, Now});
        QCOMPARE(count(), -1);
        m_state->setPlayhead({});
        QCOMPARE(count(), 1);
    }

    void yamlHidesManagedFieldsUntilAsked()
    {
        showPod();
        m_inspector->showPage(Inspector::YamlText);
        auto *view = m_inspector->findChild<YamlPage *>()->view();
        QTRY_VERIFY(view->document());
        QVERIFY(!view->visibleText().contains(QStringLiteral("  - manager: kubelet")));
        const auto buttons = m_inspector->findChild<YamlPage *>()->findChildren<QToolButton *>();
        (*std::ranges::find_if(buttons, &QToolButton::isCheckable))->click();
        QVERIFY(view->visibleText().contains(QStringLiteral("  - manager: kubelet")));
        feed(batch({modified(Pods, crashing(), crashing(8123310))}));
        QTRY_VERIFY(!m_inspector->findChild<InspectorHeader *>()->title().version.endsWith(QStringLiteral("309")));
        QTRY_VERIFY(view->visibleText().contains(QStringLiteral("  - manager: kubelet")));
    }

    void theWholeYamlIsCopied()
    {
        showPod();
        m_inspector->showPage(Inspector::YamlText);
        QTRY_VERIFY(m_inspector->findChild<YamlPage *>()->view()->document());
        named<QToolButton>(QStringLiteral("Copy the YAML"))->click();
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY(text.startsWith(QStringLiteral("apiVersion: v1\nkind: Pod\n")));
        QVERIFY(!text.contains(QStringLiteral("managedFields")));
    }

    void eventsOfTheObjectAreCounted()
    {
        watchEvents();
        showPod();
        feed(batch(
            {listed(Events, nullptr, {kubeEvent("a", "web-1", "Pulled", 9), kubeEvent("b", "web-2", "Pulled", 3)}),
             added(Events, kubeEvent("c", "web-1", "BackOff", 1))}));
        m_clock.advance(1s);
        QTRY_COMPARE(events()->facts()->rowCount(), 3); // the last says since when they are watched
        QCOMPARE(events()->facts()->fact(0).label, QStringLiteral("BackOff"));
        QCOMPARE(events()->facts()->fact(1).label, QStringLiteral("Pulled"));
        QVERIFY(events()->facts()->fact(0).detail.contains(QStringLiteral("<b>container</b>")));
    }

    void whoMayNotListEventsIsTold()
    {
        watchEvents();
        showPod();
        QCOMPARE(events()->placeholder(), QStringLiteral("Kubernetes Events are not being watched."));
        WatchStatus denied = live(Events);
        denied.state = WatchState::NotAllowed;
        denied.error = Error{ErrorKind::Forbidden, "events is forbidden: User \"jane\" cannot list", {}, 403};
        feed(batch({}, {denied}));
        QVERIFY2(events()->placeholder().contains(QStringLiteral("jane")), qPrintable(events()->placeholder()));
        feed(batch({listed(Events, nullptr, {kubeEvent("a", "web-1", "Pulled", 9)})}, {live(Events)}));
        m_clock.advance(1s);
        QTRY_COMPARE(events()->facts()->rowCount(), 2);
    }

    void anEventSaysWhatItSays()
    {
        m_inspector->setResources({podInfo(), eventInfo()});
        watchEvents();
        const ObjectPtr event = kubeEvent("c", "web-1", "BackOff", 1);
        feed(batch({listed(Events, nullptr, {event})}, {live(Events)}));
        m_state->select(refOf(eventInfo().gvr, *event));
        QTRY_VERIFY(summary()->facts()->rowCount() > 0);
        feed(batch({deleted(Events, event)}));
        QVERIFY(m_inspector->findChild<InspectorHeader *>()->title().notice.startsWith(
            QStringLiteral("Not kept by the server since ")));
        const QString text = factsText(summary());
        QVERIFY2(text.startsWith(QStringLiteral("Message\nBackOff|Back-off restarting failed <b>")), qPrintable(text));
        for (const char *line : {"Regarding|Pod web-1", "Count|12", "First|", "Last|", "Reported by|kubelet"})
            QVERIFY2(text.contains(QLatin1String(line)), qPrintable(QLatin1String(line) + u'\n' + text));
        summary()->setCurrentIndex(summary()->facts()->index(2));
        QTest::keyClick(summary(), Qt::Key_Return);
        QCOMPARE(m_state->selection(), (ObjectRef{podInfo().gvr, "web", "web-1", {}}));
    }

    void aLongKeyIsNotCut()
    {
        const auto heightOf = [this](const QString &key, const QString &value) {
            Fact fact;
            fact.label = key;
            fact.value = value;
            summary()->setFacts({fact});
            return summary()->sizeHintForRow(0);
        };
        const QString key = QStringLiteral("deployment.kubernetes.io/revision");
        const int line = heightOf(QStringLiteral("app"), QStringLiteral("16"));
        QCOMPARE(heightOf(QStringLiteral("ScalingReplicaSet"), {}), line);
        QCOMPARE(heightOf(key, QStringLiteral("16")), line); // beside the value there is room
        QVERIFY2(heightOf(key, QStringLiteral("a-value-of-some-length-that-is-one-word")) > line, "the value is below");
    }

    void aLinkSelectsTheOwnerAndBackReturns()
    {
        showPod();
        for (int row = 0; row < summary()->facts()->rowCount(); ++row) {
            if (summary()->facts()->fact(row).value != QStringLiteral("web-7c9f4d5b6"))
                continue;
            summary()->setCurrentIndex(summary()->facts()->index(row));
            QTest::keyClick(summary(), Qt::Key_Return);
            break;
        }
        QCOMPARE(m_state->selection().name, std::string("web-7c9f4d5b6"));
        QCOMPARE(m_state->selection().resource, replicaSetInfo().gvr);
        QVERIFY(summary()->accessibleDescription().contains(QStringLiteral("replicasets.apps")));
        const auto steps = m_inspector->navigation()->findChildren<QToolButton *>();
        steps[0]->click();
        QCOMPARE(m_state->selection().name, std::string("web-1"));
        QTRY_VERIFY(summary()->facts()->rowCount() > 0);
        QVERIFY(steps[1]->isEnabled());
        QVERIFY(!steps[0]->isEnabled());
    }

    void aDeletedObjectStaysWithAWord()
    {
        showPod();
        feed(batch({deleted(Pods, crashing())}));
        const InspectorTitle &title = m_inspector->findChild<InspectorHeader *>()->title();
        QVERIFY(title.notice.startsWith(QStringLiteral("Deleted at ")));
        QVERIFY(summary()->facts()->rowCount() > 0);
    }

    void absenceHasAReason()
    {
        QVERIFY(summary()->accessibleDescription().startsWith(QStringLiteral("Nothing is selected.")));
        m_state->select({podInfo().gvr, "web", "web-1", {}});
        WatchStatus denied = live(Pods);
        denied.state = WatchState::NotAllowed;
        denied.error = Error{ErrorKind::Forbidden, "pods is forbidden: User \"jane\" cannot list", {}, 403};
        feed(batch({}, {denied}));
        QVERIFY2(summary()->accessibleDescription().contains(QStringLiteral("jane")),
                 qPrintable(summary()->accessibleDescription()));
        feed(batch({listed(Pods, podColumns(), {})}, {live(Pods)}));
        QCOMPARE(summary()->accessibleDescription(), QStringLiteral("There is no such object."));
        m_log->closeWatch(Pods, Now); // another namespace is looked at now
        m_state->learnScope(3, scopeOf(podInfo(), "team-a"));
        m_log->setWatch(3, scopeOf(podInfo(), "team-a"));
        feed(batch({}, {live(3)}));
        QVERIFY2(summary()->accessibleDescription().startsWith(QStringLiteral("The namespace “web” is not selected")),
                 qPrintable(summary()->accessibleDescription()));
    }

    void aSecretHasNoContent()
    {
        Object bare = pod({.name = "web-1"});
        feed(batch({listed(Pods, podColumns(), {shared(bare)})}, {live(Pods)}));
        m_state->select({podInfo().gvr, "web", "web-1", {}});
        auto *view = m_inspector->findChild<YamlPage *>()->view();
        QTRY_VERIFY(view->accessibleDescription().contains(QStringLiteral("never fetched")));
    }

    void markupOfStrangersStaysText()
    {
        Object hostile = *crashing();
        hostile.name = "web-1";
        hostile.labels = {{"<img src=\"/dev/zero\">", std::string(100'000, 'x')}};
        hostile.body =
            plainBody("{'metadata':{'name':'<table>'},'status':{'message':'<h1>','conditions':[{'type':'<b>x</b>',"
                      "'status':'False','message':'" +
                      std::string(200'000, 'm') + "'}]}}");
        feed(batch({listed(Pods, podColumns(), {shared(hostile)})}, {live(Pods)}));
        m_state->select({podInfo().gvr, "web", "web-1", {}});
        QTRY_VERIFY(summary()->facts()->rowCount() > 0);
        m_inspector->grab();
        m_inspector->showPage(Inspector::YamlText);
        m_inspector->grab();
        QVERIFY(factsText(summary()).contains(QStringLiteral("Condition not met: <b>x</b>")));
        for (const QLabel *label : m_inspector->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void pictures()
    {
        const QDir folder(QStringLiteral(WATCHKEEPER_BINARY_DIR "/../screenshots"));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        watchEvents();
        showPod();
        const ObjectPtr expired = kubeEvent("d", "web-1", "FailedScheduling", 75);
        feed(batch({listed(Events, nullptr,
                           {kubeEvent("a", "web-1", "Pulled", 9), kubeEvent("c", "web-1", "BackOff", 7), expired})}));
        feed(batch({modified(Events, nullptr, kubeEvent("c", "web-1", "BackOff", 3, 13)),
                    modified(Events, nullptr, kubeEvent("c", "web-1", "BackOff", 1, 14)), deleted(Events, expired)}));
        m_clock.advance(1s);
        QTRY_COMPARE(events()->facts()->rowCount(), 4);
        events()->setCurrentIndex(events()->facts()->index(0));
        QTest::keyClick(events(), Qt::Key_Right);
        for (const auto scheme : {ColourScheme::Dark, ColourScheme::Light}) {
            m_theme.setScheme(scheme);
            QCoreApplication::processEvents();
            for (const auto page : {Inspector::SummaryPage, Inspector::YamlText, Inspector::EventsPage}) {
                m_inspector->showPage(page);
                const QString name =
                    QStringLiteral("inspector-%1-%2.png")
                        .arg(int(page))
                        .arg(scheme == ColourScheme::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
                QVERIFY(m_inspector->grab().save(folder.filePath(name)));
            }
        }
    }

private:
    void watchEvents()
    {
        m_log->setWatch(Events, scopeOf(eventInfo()));
        m_state->learnScope(Events, scopeOf(eventInfo()));
    }
    void feed(const Batch &batch)
    {
        m_log->append(batch);
        m_inspector->applyBatch(batch);
    }
    void showPod()
    {
        feed(batch({listed(Pods, podColumns(), {crashing()})}, {live(Pods)}));
        m_state->select(refOf(podInfo().gvr, *crashing()));
        QTRY_VERIFY(summary()->facts()->rowCount() > 0);
    }
    FactsView *summary() const { return named<FactsView>(QStringLiteral("Summary of the object")); }
    FactsView *events() const { return named<FactsView>(QStringLiteral("Events of the object")); }
    template <class Widget>
    Widget *named(const QString &accessibleName) const
    {
        const auto all = m_inspector->findChildren<Widget *>();
        const auto found = std::ranges::find(all, accessibleName, &QWidget::accessibleName);
        return found == all.end() ? nullptr : *found;
    }
    Theme m_theme;
    ManualClock m_clock;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<Inspector> m_inspector;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> m_testers;
};

} // namespace tst_inspector

WK_TEST(tst_inspector, tst_inspector, QApplication)
#include "tst_inspector.moc"
