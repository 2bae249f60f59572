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
        QTest::newRow("without a time none is known, though the object was created at one")
            << QByteArray(R"({"involvedObject":{"kind":"Pod"},"reason":"R"})")
            << QStringLiteral("Pod /  Normal R \"\"  x1 - -");
    }
    void bothGroupsReadAlike()
    {
        QFETCH(QByteArray, json);
        QTEST(lineOf(readKubeEvent(eventOf(json.constData()))), "line");
    }

    void anEventWasSeenWhenItSaysSo_data()
    {
        QTest::addColumn<QByteArray>("times");
        QTest::addColumn<QString>("seen");
        const char *series = R"("series":{"lastObservedTime":"2026-11-21T10:05:00Z"},)";
        const char *last = R"("lastTimestamp":"2026-11-21T10:04:00Z",)";
        const char *oldLast = R"("deprecatedLastTimestamp":"2026-11-21T10:06:00Z",)";
        const char *happened = R"("eventTime":"2026-11-21T10:07:00Z",)";
        const char *first = R"("firstTimestamp":"2026-11-21T10:01:00Z",)";
        const auto text = [](std::initializer_list<const char *> members) -> QByteArray {
            QByteArray json = "{";
            for (const char *member : members)
                json += member;
            return json + R"("reason":"R"})";
        };
        QTest::newRow("its series before all else") << text({last, happened, first, series}) << QStringLiteral("10:05");
        QTest::newRow("then its last time") << text({happened, last, first}) << QStringLiteral("10:04");
        QTest::newRow("or as events.k8s.io calls it") << text({happened, oldLast}) << QStringLiteral("10:06");
        QTest::newRow("then when it happened") << text({happened, first}) << QStringLiteral("10:07");
        QTest::newRow("as kubectl has it: then its first time") << text({first}) << QStringLiteral("10:01");
        QTest::newRow("times that are null say nothing")
            << text({R"("series":null,"lastTimestamp":null,)", happened}) << QStringLiteral("10:07");
        QTest::newRow("nor does Go's time that is not known")
            << text({R"("lastTimestamp":"0001-01-01T00:00:00Z",)", happened}) << QStringLiteral("10:07");
        QTest::newRow("never when it was created or written") << text({}) << QStringLiteral("-");
    }
    void anEventWasSeenWhenItSaysSo()
    {
        QFETCH(QByteArray, times);
        const auto event = readKubeEvent(eventOf(times.constData()));
        QVERIFY(event.has_value());
        const auto seen = event->last ? formatTime(*event->last).substr(11, 5) : "-";
        QTEST(QString::fromStdString(seen), "seen");
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
