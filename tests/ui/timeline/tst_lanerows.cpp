// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/timeline/lanerows.h"

#include <QStringList>
#include <QTest>

namespace tst_lanerows {

using namespace Qt::StringLiterals;
using namespace wk;

namespace {

/// "Pod web/a owner=ReplicaSet:rs" …: kind, namespace/name, and who owns it; uids are names.
std::vector<LaneIdentity> lanesOf(const QString &text)
{
    std::vector<LaneIdentity> lanes;
    for (const QString &line : text.split(u", "_s, Qt::SkipEmptyParts)) {
        const QStringList words = line.split(u' ');
        const QStringList path = words[1].split(u'/');
        LaneIdentity lane;
        lane.lane = int(lanes.size());
        lane.kind = words[0].toStdString();
        lane.ns = path[0].toStdString();
        lane.name = lane.uid = path[1].toStdString();
        if (words.size() > 2) {
            const QStringList owner = words[2].mid(6).split(u':');
            lane.ownerKind = owner[0].toStdString();
            lane.ownerName = lane.ownerUid = owner[1].toStdString();
        }
        lanes.push_back(lane);
    }
    return lanes;
}

QString textOf(const std::vector<LaneRow> &rows)
{
    QStringList lines;
    for (const LaneRow &row : rows) {
        QString line = QString(row.depth, u'-') + QString::fromStdString(row.kind + ' ' + row.name);
        if (row.lane < 0)
            line += u'?';
        if (row.collapsed)
            line += u"[+%1]"_s.arg(row.hidden.size());
        lines << line;
    }
    return lines.join(u", ");
}

} // namespace

class tst_LaneRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownersStandAboveWhatTheyOwn_data()
    {
        QTest::addColumn<QString>("lanes");
        QTest::addColumn<QString>("collapsed");
        QTest::addColumn<QString>("rows");
        QTest::newRow("nothing") << QString() << QString() << QString();
        QTest::newRow("no owners: by kind, namespace, name")
            << u"Pod web/b, Pod web/a, Node /n, Deployment web/z, Pod api/c"_s << QString()
            << u"Deployment z, Pod c, Pod a, Pod b, Node n"_s;
        QTest::newRow("deployment, replica set, pod")
            << u"Pod web/p2 owner=ReplicaSet:rs, ReplicaSet web/rs owner=Deployment:d, Pod web/p1 owner=ReplicaSet:rs, Deployment web/d"_s
            << QString() << u"Deployment d, -ReplicaSet rs, --Pod p1, --Pod p2"_s;
        QTest::newRow("an owner that is not watched is a heading, once")
            << u"Pod web/p1 owner=ReplicaSet:rs, Pod web/p2 owner=ReplicaSet:rs, Pod web/alone"_s << QString()
            << u"ReplicaSet rs?, -Pod p1, -Pod p2, Pod alone"_s;
        QTest::newRow("a collapsed owner hides its lanes, all the way down")
            << u"Pod web/p1 owner=ReplicaSet:rs, ReplicaSet web/rs owner=Deployment:d, Deployment web/d, Pod web/q"_s
            << u"d"_s << u"Deployment d[+2], Pod q"_s;
        QTest::newRow("one without children cannot be collapsed") << u"Pod web/p"_s << u"p"_s << u"Pod p"_s;
        QTest::newRow("of two that own each other the first begins")
            << u"A web/a owner=B:b, B web/b owner=A:a"_s << QString() << u"A a, -B b"_s;
        QTest::newRow("what hangs below a circle is not lost")
            << u"A web/a owner=B:b, B web/b owner=A:a, C web/c owner=A:a"_s << QString() << u"A a, -B b, -C c"_s;
        QTest::newRow("one that owns itself") << u"A web/a owner=A:a"_s << QString() << u"A a"_s;
    }
    void ownersStandAboveWhatTheyOwn()
    {
        QFETCH(QString, lanes);
        QFETCH(QString, collapsed);
        std::set<std::string> uids;
        for (const QString &uid : collapsed.split(u' ', Qt::SkipEmptyParts))
            uids.insert(uid.toStdString());
        QTEST(textOf(ownerTree(lanesOf(lanes), uids)), "rows");
    }

    void aLongChainOfOwnersLosesNoLane()
    {
        QStringList chain{u"K0 web/n0"_s};
        for (int i = 1; i < 1000; ++i)
            chain << u"K%1 web/n%1 owner=K%2:n%2"_s.arg(i).arg(i - 1);
        const auto rows = ownerTree(lanesOf(chain.join(u", ")), {});
        QCOMPARE(rows.size(), 1000U);
        for (const LaneRow &row : rows)
            QVERIFY(row.depth <= 9);
    }
};

} // namespace tst_lanerows

WK_TEST(tst_lanerows, tst_LaneRows, NoApplication)
#include "tst_lanerows.moc"
