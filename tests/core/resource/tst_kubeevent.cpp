// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/kubeevent.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_kubeevent {

using namespace wk;

namespace {

Object eventOf(const char *json)
{
    Object object;
    object.created = parseTime("2026-11-21T10:00:00Z");
    object.body = Body(makeCounted<PlainBody>(json));
    return object;
}

QString lineOf(const std::optional<KubeEvent> &event)
{
    if (!event)
        return QStringLiteral("nothing");
    const auto when = [](const std::optional<WallTime> &t) { return t ? formatMicroTime(*t).substr(11, 15) : "-"; };
    const std::string line = event->regardingKind + ' ' + event->regardingNs + '/' + event->regardingName + ' ' +
                             event->regardingUid + (event->warning ? " Warning " : " Normal ") + event->reason + " \"" +
                             event->message + "\" " + event->reporter + " x" + std::to_string(event->count) + ' ' +
                             when(event->first) + ' ' + when(event->last);
    return QString::fromStdString(line);
}

} // namespace

class tst_KubeEvent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothGroupsReadAlike_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("line");
        QTest::newRow("a core/v1 event of the kubelet")
            << QByteArray(R"({"kind":"Event","involvedObject":{"kind":"Pod","namespace":"web","name":"a","uid":"u1"},
                "type":"Warning","reason":"BackOff","message":"Back-off restarting","source":{"component":"kubelet"},
                "count":7,"firstTimestamp":"2026-11-21T10:01:00Z","lastTimestamp":"2026-11-21T10:09:00Z","eventTime":null})")
            << QStringLiteral(
                   "Pod web/a u1 Warning BackOff \"Back-off restarting\" kubelet x7 10:01:00.000000 10:09:00.000000");
        QTest::newRow("an events/v1 event of the scheduler")
            << QByteArray(R"({"regarding":{"kind":"Pod","namespace":"web","name":"a","uid":"u1"},"type":"Normal",
                "reason":"Scheduled","note":"bound","reportingController":"default-scheduler",
                "eventTime":"2026-11-21T10:01:00.123456Z"})")
            << QStringLiteral(
                   "Pod web/a u1 Normal Scheduled \"bound\" default-scheduler x1 10:01:00.123456 10:01:00.123456");
        QTest::newRow("a series ends with its last observation")
            << QByteArray(R"({"regarding":{"kind":"Node","name":"n","uid":"u2"},"type":"Normal","reason":"R","note":"",
                "eventTime":"2026-11-21T10:01:00.000001Z",
                "series":{"count":12,"lastObservedTime":"2026-11-21T10:30:00.5Z"}})")
            << QStringLiteral("Node /n u2 Normal R \"\"  x12 10:01:00.000001 10:30:00.500000");
        QTest::newRow("without a time the object's creation counts")
            << QByteArray(R"({"involvedObject":{"kind":"Pod"},"reason":"R"})")
            << QStringLiteral("Pod /  Normal R \"\"  x1 10:00:00.000000 10:00:00.000000");
    }
    void bothGroupsReadAlike()
    {
        QFETCH(QByteArray, json);
        QTEST(lineOf(readKubeEvent(eventOf(json.constData()))), "line");
    }

    void strangeBodiesDoNoHarm_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<bool>("read");
        QTest::newRow("no body") << QByteArray("") << false;
        QTest::newRow("no JSON") << QByteArray("{\"a\":") << false;
        QTest::newRow("an array") << QByteArray("[1]") << false;
        QTest::newRow("other types everywhere")
            << QByteArray(R"({"involvedObject":[],"type":1,"reason":{},"count":"x","series":3,"lastTimestamp":{}})")
            << true;
        QTest::newRow("a number past all integers") << QByteArray(R"({"count":99999999999999999999})") << false;
        QTest::newRow("a negative count") << QByteArray(R"({"count":-5})") << true;
    }
    void strangeBodiesDoNoHarm()
    {
        QFETCH(QByteArray, json);
        const auto event = readKubeEvent(eventOf(json.constData()));
        QTEST(event.has_value(), "read");
        if (event)
            QCOMPARE(event->count, 1);
    }
};

} // namespace tst_kubeevent

WK_TEST(tst_kubeevent, tst_KubeEvent, NoApplication)
#include "tst_kubeevent.moc"
