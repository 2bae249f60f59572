// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/protobufbody.h"
#include "core/base/protobuf.h"
#include "tests/core/apiserver/routerfixture.h"
#include "tests/support/createdobject.h"
#include "tests/support/protobytes.h"
#include "tests/support/testregistry.h"

#include <QSet>
#include <QTest>

#include <memory>
#include <vector>

namespace tst_created {

using namespace wk;
using namespace wk::apiserver;

namespace {

std::vector<std::string_view> fieldsOf(std::string_view message, std::uint32_t number)
{
    std::vector<std::string_view> contents;
    ProtoReader reader(message);
    while (const auto field = reader.next()) {
        if (field->number == number)
            contents.push_back(field->bytes);
    }
    return contents;
}

} // namespace

/// What kubectl sends for what people type, beside a real API server's answer to the same bytes.
class TestCreated : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatKubectlSendsMakesWhatARealServerMakes_data();
    void whatKubectlSendsMakesWhatARealServerMakes();
    void whatIsMeantToDifferIsOfAForm();
    void whatARealServerServesReadsAsItsJson_data();
    void whatARealServerServesReadsAsItsJson();
    void aDifferenceIsFound();

private:
    std::unique_ptr<RouterFixture> m_server;
};

void TestCreated::init()
{
    m_server = std::make_unique<RouterFixture>();
    QCOMPARE(m_server->send("POST", "/api/v1/namespaces", R"({"metadata":{"name":"default"}})").status, 201);
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
    const std::string body = QByteArray::fromBase64(bytes("body")).toStdString();
    const Reply reply = m_server->send("POST", bytes("target").toStdString(), body, bytes("contentType").toStdString());
    QVERIFY2(reply.status == 201, reply.body.c_str());
    const QJsonObject made = QJsonDocument::fromJson(QByteArray::fromStdString(reply.body)).object();
    QStringList found = test::createdDifferences(record[QStringLiteral("answer")].toObject(), made);
    found.sort();
    QCOMPARE(found.join(u'\n'), test::meantDifferences(name).join(u'\n'));
}

void TestCreated::whatIsMeantToDifferIsOfAForm()
{
    QSet<QString> names;
    for (const test::CreatedForm &form : test::createdForms())
        names.insert(form.name);
    QVERIFY(names.size() >= 9);
    for (const QString &line : test::createdLines(QStringLiteral("differences.txt"))) {
        for (const QString &name : line.section(u' ', 0, 0).split(u','))
            QVERIFY2(names.contains(name), qPrintable(line));
    }
}

void TestCreated::whatARealServerServesReadsAsItsJson_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const QString &line : test::createdLines(QStringLiteral("lists.jsonl"))) {
        const QJsonObject list = QJsonDocument::fromJson(line.toUtf8()).object();
        QTest::newRow(qPrintable(list[QStringLiteral("path")].toString())) << line.toUtf8();
    }
}

/// Its lists hold each object as a body would; in JSON without what they all are.
void TestCreated::whatARealServerServesReadsAsItsJson()
{
    QFETCH(QByteArray, line);
    const Json record = *parseDocument(line.toStdString());
    const Json &list = find(record, {"json"});
    const std::string apiVersion = textOf(find(list, {"apiVersion"}));
    const std::string listKind = textOf(find(list, {"kind"}));
    const std::string kind = listKind.substr(0, listKind.size() - std::string_view("List").size());
    const std::string bytes = QByteArray::fromBase64(textOf(find(record, {"protobuf"})).c_str()).toStdString();
    const std::vector<std::string_view> items = fieldsOf(fieldsOf(std::string_view(bytes).substr(4), 2).at(0), 2);
    QCOMPARE(items.size(), find(list, {"items"}).size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string type = test::kubeEnvelope(apiVersion, kind, {});
        const Outcome<Json> read = protobufBody(type + test::ProtoBytes().bytes(2, items[i]).text()); // the last counts
        QVERIFY2(read, read ? "" : read.status().message.c_str());
        Json document = *read;
        document.erase("kind");
        document.erase("apiVersion");
        if (kind == "StatefulSet" && numberOf(find(document, {"status", "availableReplicas"})) == 0)
            document["status"].erase("availableReplicas"); // which newer servers always tell
        QCOMPARE(encode(document), encode(list.at("items").at(i)));
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
