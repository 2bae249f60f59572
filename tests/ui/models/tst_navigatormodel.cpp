// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/navigatormodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace tst_navigatormodel {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;

namespace {

ResourceInfo info(const char *group, const char *resource, const char *kind)
{
    ResourceInfo made;
    made.gvr = {group, "v1", resource};
    made.kind = kind;
    made.namespaced = true;
    return made;
}

std::vector<ResourceInfo> served()
{
    return {info("", "services", "Service"),
            info("argoproj.io", "rollouts", "Rollout"),
            info("apps", "deployments", "Deployment"),
            info("", "pods", "Pod"),
            info("argoproj.io", "applications", "Application"),
            info("cert-manager.io", "certificates", "Certificate"),
            info("events.k8s.io", "events", "Event")};
}

QString textOf(const NavigatorModel &model, const QModelIndex &parent = {})
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        QString text = index.data().toString();
        const QString count = index.data(NavigatorModel::CountRole).toString();
        if (!count.isEmpty())
            text += (index.data(NavigatorModel::ExactRole).toBool() ? u"="_s : u"~"_s) + count;
        if (index.data(NavigatorModel::LockedRole).toBool())
            text += u"(locked)"_s;
        if (model.rowCount(index) > 0)
            text += u'[' + textOf(model, index) + u']';
        rows << text;
    }
    return rows.join(u' ');
}

struct Tested {
    Tested() { model.setResources(served()); }

    NavigatorModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    const GroupVersionResource pods{"", "v1", "pods"};
};

} // namespace

class tst_NavigatorModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kindsStandInTheirGroups()
    {
        Tested t;
        QCOMPARE(textOf(t.model),
                 u"Workloads[Pods Deployments] Network[Services] Custom[argoproj.io[Applications Rollouts] "
                 "cert-manager.io[Certificates]]"_s);
    }

    void whatTwoGroupsServeIsToldOnce()
    {
        NavigatorModel model;
        model.setResources(
            {info("extensions", "ingresses", "Ingress"), info("networking.k8s.io", "ingresses", "Ingress")});
        QCOMPARE(textOf(model), u"Network[Ingresses]"_s);
        model.setResources({info("extensions", "ingresses", "Ingress")});
        QCOMPARE(textOf(model), u"Network[Ingresses]"_s);
    }

    void theVersionsOfAKindAreToldApart()
    {
        NavigatorModel model;
        auto old = info("batch", "cronjobs", "CronJob");
        auto newer = old;
        old.gvr.version = "v1beta1";
        newer.gvr.version = "v1";
        model.setResources({old, newer});
        QCOMPARE(textOf(model), u"Workloads[CronJobs (v1beta1) CronJobs (v1)]"_s);
    }

    void favouritesComeFirstAndStayInTheirGroup()
    {
        Tested t;
        t.model.setFavourites({u"deployments.apps"_s, u"gone.example.com"_s});
        QVERIFY(textOf(t.model).startsWith(u"Favourites[Deployments] Workloads[Pods Deployments]"_s));
        QCOMPARE(t.model.favourites().size(), 2);
        t.model.setFavourites({});
        QVERIFY(textOf(t.model).startsWith(u"Workloads"_s));
    }

    void countsAreExactWhileWatchedAndPaleAfterwards()
    {
        Tested t;
        t.model.setCount(t.pods, std::int64_t(400));
        QVERIFY(textOf(t.model).contains(u"Pods~400"_s));
        t.model.setWatched(t.pods, 1412);
        QVERIFY(textOf(t.model).contains(u"Pods=1\u202f412"_s));
        t.model.setCount(t.pods, std::int64_t(3));
        QVERIFY(textOf(t.model).contains(u"Pods=1\u202f412"_s));
        t.model.setWatched(t.pods, {});
        QVERIFY(textOf(t.model).contains(u"Pods~"_s));
    }

    void aKindWithoutANumberSaysWhy()
    {
        Tested t;
        QString tip = t.model.indexOf(t.pods).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(u"Not watched, and not counted yet."_s), qPrintable(tip));
        t.model.setPast(NavigatorModel::Past{}, WallTime());
        tip = t.model.indexOf(t.pods).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(u"It was not being watched at the moment shown."_s), qPrintable(tip));
    }

    void aNumberSaysOfWhenItIs()
    {
        Tested t;
        t.model.setWatched(t.pods, 3);
        const QModelIndex pods = t.model.indexOf(t.pods);
        QVERIFY(pods.data(Qt::ToolTipRole).toString().contains(u"current count"_s));
        t.model.setPaused(true);
        QVERIFY(pods.data(Qt::ToolTipRole).toString().contains(u"count when you paused"_s));
        t.model.setPaused(false);
        QVERIFY(pods.data(Qt::ToolTipRole).toString().contains(u"current count"_s));
    }

    void withoutAConnectionWhatWasCountedIsInDoubt()
    {
        Tested t;
        t.model.setCount(t.pods, std::int64_t(400));
        t.model.setConnected(false);
        QVERIFY2(textOf(t.model).contains(u"Pods~(400)"_s), qPrintable(textOf(t.model)));
        QVERIFY(t.model.indexOf(t.pods).data(Qt::ToolTipRole).toString().contains(u"before the connection"_s));
        t.model.setConnected(true);
        QVERIFY(textOf(t.model).contains(u"Pods~400"_s));
    }

    void aRefusalIsALockWithItsReason()
    {
        Tested t;
        t.model.setCount(t.pods,
                         Error{ErrorKind::Forbidden, "pods is forbidden: User \"dev\" cannot list", {}, 403, {}});
        QVERIFY(textOf(t.model).contains(u"Pods(locked)"_s));
        QVERIFY(t.model.indexOf(t.pods).data(Qt::ToolTipRole).toString().contains(u"cannot list"_s));
        t.model.setCount(t.pods, std::int64_t(3));
        QVERIFY(textOf(t.model).contains(u"Pods~3"_s));
        t.model.setCount(t.pods, Error{ErrorKind::TimedOut, "", {}, 0, {}});
        QVERIFY(textOf(t.model).startsWith(u"Workloads[Pods Deployments]"_s));
    }

    void aKindThatIsNotLiveSaysHowItFares()
    {
        Tested t;
        WatchStatus status = sample::live(1);
        t.model.setState(t.pods, &status, sample::Now);
        const QModelIndex row = t.model.indexOf(t.pods);
        QCOMPARE(row.data(NavigatorModel::StateRole).toInt(), -1);
        status.state = WatchState::Waiting;
        status.nextTry = sample::Now + 12s;
        status.error = Error{ErrorKind::Refused, "<b>nobody</b> listens", {}, 0, {}};
        t.model.setWatched(t.pods, 412);
        t.model.setState(t.pods, &status, sample::Now);
        QCOMPARE(row.data(NavigatorModel::StateRole).toInt(), int(WatchState::Waiting));
        QCOMPARE(row.data(NavigatorModel::StateTextRole).toString(), u"Waiting 12\u00a0s"_s);
        QVERIFY(row.data(Qt::ToolTipRole).toString().contains(u"&lt;b&gt;nobody"_s));
        QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains(u"Waiting"_s));
        t.model.setState(t.pods, &status, sample::Now + 5s);
        QCOMPARE(row.data(NavigatorModel::StateTextRole).toString(), u"Waiting 7\u00a0s"_s);
        status = sample::live(1);
        t.model.setState(t.pods, &status, sample::Now);
        QCOMPARE(row.data(NavigatorModel::StateRole).toInt(), -1);
        QVERIFY(!row.data(Qt::ToolTipRole).toString().contains(u"nobody"_s));
    }

    void aKindThatIsPolledSaysSo()
    {
        Tested t;
        WatchStatus status = sample::live(1);
        status.state = WatchState::Polled;
        t.model.setWatched(t.pods, 3);
        t.model.setState(t.pods, &status, sample::Now);
        const QModelIndex row = t.model.indexOf(t.pods);
        QCOMPARE(row.data(NavigatorModel::StateRole).toInt(), int(WatchState::Polled));
        QVERIFY(row.data(Qt::ToolTipRole).toString().contains(u"Looked at every 30 s, not watched"_s));
        QCOMPARE(row.data(NavigatorModel::CountRole).toString(), u"3"_s);
    }

    void aNameThatIsCutIsWholeInItsToolTip()
    {
        Tested t;
        const GroupVersionResource gvr{"cert-manager.io", "v1", "certificates"};
        const QModelIndex kind = t.model.indexOf(gvr);
        QVERIFY(kind.data(Qt::ToolTipRole).toString().contains(u"certificates.cert-manager.io"_s));
        QCOMPARE(kind.parent().data().toString(), u"cert-manager.io"_s);
        QVERIFY(kind.parent().data(Qt::ToolTipRole).toString().contains(u"cert-manager.io"_s));
        QCOMPARE(kind.parent().parent().data(Qt::ToolTipRole).toString(), QString());
    }

    void aCountChangesOneRow()
    {
        Tested t;
        QSignalSpy changed(&t.model, &QAbstractItemModel::dataChanged);
        t.model.setCount(t.pods, std::int64_t(3));
        QCOMPARE(changed.size(), 1);
        t.model.setWatched(t.pods, 4);
        t.model.setWatched(t.pods, 4);
        QCOMPARE(changed.size(), 2);
    }

    void otherNamespacesForgetWhatWasAsked()
    {
        Tested t;
        t.model.setCount(t.pods, std::int64_t(3));
        t.model.clearCounts();
        QVERIFY(textOf(t.model).startsWith(u"Workloads[Pods Deployments]"_s));
    }

    void aKindIsFoundInItsOwnGroup()
    {
        Tested t;
        t.model.setFavourites({u"pods"_s});
        const QModelIndex index = t.model.indexOf(t.pods);
        QCOMPARE(index.parent().data().toString(), u"Workloads"_s);
        QCOMPARE(t.model.resourceAt(index)->kind, std::string("Pod"));
        QVERIFY(!t.model.resourceAt(index.parent()));
        QVERIFY(!t.model.indexOf({"", "v1", "unheardof"}).isValid());
    }
};

} // namespace tst_navigatormodel

WK_TEST(tst_navigatormodel, tst_NavigatorModel, NoApplication)
#include "tst_navigatormodel.moc"
