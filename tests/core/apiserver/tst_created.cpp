// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/memorystorage.h"
#include "core/apiserver/router.h"
#include "tests/support/createdobject.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <nlohmann/json.hpp>

#include <QSet>
#include <QTest>

#include <memory>

namespace tst_created {

using namespace wk;
using namespace wk::apiserver;

/// What kubectl sends for what people type, beside a real API server's answer to the same bytes.
class TestCreated : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatKubectlSendsMakesWhatARealServerMakes_data();
    void whatKubectlSendsMakesWhatARealServerMakes();
    void whatIsMeantToDifferIsOfAForm();
    void aDifferenceIsFound();

private:
    struct Server {
        ManualClock clock;
        ResourceTable types;
        MemoryStorage storage;
        WatchCache cache{storage, storage, {}};
        Registry registry{types, storage, cache, clock, 1};
        Router router{{types, storage, cache, registry, clock}, {}};
    };

    std::unique_ptr<Server> m_server;
};

void TestCreated::init()
{
    m_server = std::make_unique<Server>();
    const Request request{.method = "POST", .path = "/api/v1/namespaces", .body = R"({"metadata":{"name":"default"}})"};
    const Response response = m_server->router.route(request, true, true);
    const auto *reply = std::get_if<Reply>(&response);
    QVERIFY(reply && reply->status == 201);
}

void TestCreated::whatKubectlSendsMakesWhatARealServerMakes_data()
{
    QTest::addColumn<QString>("name");
    for (const test::CreatedForm &form : test::createdForms())
        QTest::newRow(qPrintable(form.words)) << form.name;
}

void TestCreated::whatKubectlSendsMakesWhatARealServerMakes()
{
    QFETCH(QString, name);
    const QJsonObject record = test::createdRecord(name);
    const auto bytes = [&record](const char *member) { return record[QLatin1String(member)].toString().toLatin1(); };
    const std::string target = bytes("target").toStdString();
    const std::size_t question = target.find('?');
    const Request request{.method = "POST",
                          .path = target.substr(0, question),
                          .query = Query::parse(std::string_view(target).substr(question + 1)),
                          .contentType = bytes("contentType").toStdString(),
                          .body = QByteArray::fromBase64(bytes("body")).toStdString()};
    const Response response = m_server->router.route(request, true, true);
    const auto *reply = std::get_if<Reply>(&response);
    QVERIFY(reply);
    QVERIFY2(reply->status == 201, reply->body.c_str());
    const QJsonObject made = QJsonDocument::fromJson(QByteArray::fromStdString(reply->body)).object();
    QStringList found = test::createdDifferences(record[QStringLiteral("answer")].toObject(), made);
    found.sort();
    QCOMPARE(found.join(u'\n'), test::meantDifferences(name).join(u'\n'));
}

void TestCreated::whatIsMeantToDifferIsOfAForm()
{
    QSet<QString> names;
    for (const test::CreatedForm &form : test::createdForms())
        names.insert(form.name);
    QCOMPARE(names.size(), 9);
    for (const QString &line : test::createdLines(QStringLiteral("differences.txt"))) {
        for (const QString &name : line.section(u' ', 0, 0).split(u','))
            QVERIFY2(names.contains(name), qPrintable(line));
    }
}

void TestCreated::aDifferenceIsFound()
{
    const auto object = [](const char *text) { return QJsonDocument::fromJson(text).object(); };
    const QJsonObject theirs = object(R"({"metadata":{"uid":"u-1","a":"of u-1"},"spec":{"list":[1,"x"],"none":{}}})");
    QCOMPARE(test::createdDifferences(theirs, object(R"({"metadata":{"uid":"u-2","a":"of u-2"},)"
                                                     R"("spec":{"list":[1,"x"],"none":{}}})")),
             QStringList());
    QCOMPARE(
        test::createdDifferences(theirs, object(R"({"metadata":{"a":"of u-1"},"spec":{"list":["1"],"none":[],"m":0}})"))
            .join(u'\n'),
        QStringLiteral("/metadata/a: \"of <uid>\" -> \"of u-1\"\n/metadata/uid: <stamped> -> -\n"
                       "/spec/list/0: 1 -> \"1\"\n/spec/list/1: \"x\" -> -\n/spec/m: - -> 0\n"
                       "/spec/none: {} -> []"));
}

} // namespace tst_created

WK_TEST(tst_created, TestCreated, QCoreApplication)
#include "tst_created.moc"
