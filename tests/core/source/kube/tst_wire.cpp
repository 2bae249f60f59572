// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "core/cluster/discoverydocuments.h"
#include "core/cluster/status.h"
#include "core/source/kube/decoder.h"
#include "core/source/kube/framesplitter.h"
#include "core/source/kube/objecttext.h"
#include "core/source/kube/readcache.h"
#include "tests/support/testregistry.h"
#include "tests/support/wirearchive.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <set>

namespace tst_wire {

using namespace wk;

namespace {

std::string_view view(const QByteArray &text)
{
    return std::string_view(text.constData(), std::size_t(text.size()));
}

/// The kind of a list's items, or that of the first object in a stream; of no matter where neither is to be found.
QByteArray kindIn(const QByteArray &body)
{
    if (const qsizetype at = body.indexOf("List\""); at >= 0) {
        const qsizetype quote = body.lastIndexOf('"', at);
        return body.mid(quote + 1, at - quote - 1);
    }
    const QByteArray key("\"kind\":\"");
    for (qsizetype at = body.indexOf(key); at >= 0; at = body.indexOf(key, at + 1)) {
        const QByteArray kind = body.mid(at + key.size(), body.indexOf('"', at + key.size()) - at - key.size());
        if (kind != "Table" && kind != "Status" && kind != "PartialObjectMetadata")
            return kind;
    }
    return "Thing";
}

ResourceInfo resourceOf(const QByteArray &body)
{
    ResourceInfo info;
    info.gvr = {"", "v1", "things"};
    info.kind = kindIn(body).toStdString();
    return info;
}

struct Count {
    int streams = 0;
    int lines = 0;
    int bookmarks = 0;
    int errors = 0;
    int pages = 0;
    int objects = 0;
    int refusals = 0;
    std::size_t objectBytes = 0;
    std::size_t heldBytes = 0;
};

/// What another parser says of the same line.
void compareWithQt(const WatchEvent &event, std::string_view line)
{
    const auto document = QJsonDocument::fromJson(QByteArray(line.data(), qsizetype(line.size()))).object();
    QJsonObject object = document[QLatin1String("object")].toObject();
    const bool isTable = object[QLatin1String("kind")].toString() == QLatin1String("Table");
    if (isTable && event.object) {
        const QJsonObject row = object[QLatin1String("rows")].toArray().first().toObject();
        QCOMPARE(event.object->cells.size(), std::size_t(row[QLatin1String("cells")].toArray().size()));
        object = row[QLatin1String("object")].toObject();
        if (object.isEmpty())
            return; // includeObject=None
    }
    const QJsonObject metadata = object[QLatin1String("metadata")].toObject();
    QCOMPARE(QString::fromStdString(event.version.text()), metadata[QLatin1String("resourceVersion")].toString());
    if (!event.object)
        return;
    QCOMPARE(QString::fromStdString(event.object->name), metadata[QLatin1String("name")].toString());
    QCOMPARE(QString::fromStdString(event.object->uid), metadata[QLatin1String("uid")].toString());
    QCOMPARE(event.object->labels.size(), std::size_t(metadata[QLatin1String("labels")].toObject().size()));
    QCOMPARE(event.object->managers.size(), std::size_t(metadata[QLatin1String("managedFields")].toArray().size()));
    QCOMPARE(event.object->created.has_value(), metadata[QLatin1String("creationTimestamp")].isString());
    QCOMPARE(QString::fromStdString(event.object->node),
             object[QLatin1String("spec")].toObject()[QLatin1String("nodeName")].toString());
}

void decodeStream(const RecordedAnswer &answer, Count &count)
{
    Decoder decoder(resourceOf(answer.body), Decoder::Bodies::Keep);
    FrameSplitter frames(limits::FrameBytes);
    ReadCache cache;
    ++count.streams;
    bool isFirstTable = true;
    for (qsizetype at = 0; at < answer.body.size(); at += 2048) {
        frames.append(view(answer.body).substr(std::size_t(at), 2048));
        while (const auto line = frames.next()) {
            const auto event = decoder.event(*line);
            QVERIFY2(event.ok(), event.ok() ? "" : describe(event.error()).c_str());
            ++count.lines;
            if (event->type == EventType::Error) {
                ++count.errors;
                const auto expected = event->error.httpStatus == 504 ? ErrorKind::VersionTooLarge : ErrorKind::Expired;
                QCOMPARE(int(event->error.kind), int(expected));
                continue;
            }
            if (count.lines % 7 == 0)
                compareWithQt(*event, *line);
            if (QTest::currentTestFailed())
                return;
            count.bookmarks += event->type == EventType::Bookmark;
            QVERIFY(!event->version.isEmpty() || answer.name.contains(QLatin1String("no-object")));
            if (!event->object)
                continue;
            const bool isTable = line->find("\"kind\":\"Table\"") != std::string_view::npos;
            QCOMPARE(event->columns == Decoder::plainColumns(), !isTable);
            QCOMPARE(event->columns != nullptr, !isTable || isFirstTable);
            isFirstTable = isFirstTable && !isTable;
            if (answer.name.contains(QLatin1String("no-object")))
                continue;
            QCOMPARE(whyUnreadable(event->object->unreadable), std::string_view());
            QVERIFY(readObjectText(event->object->body.object(), cache)); // none is left to a parser
            QVERIFY(line->find(event->object->body.object()) != std::string_view::npos);
            QVERIFY(event->object->body.line() == *line);
            count.objectBytes += line->size();
            count.heldBytes += event->object->body.heldBytes();
            ++count.objects;
        }
    }
    QVERIFY(!frames.isTooLong());
}

void decodePage(const RecordedAnswer &answer, Count &count)
{
    Decoder decoder(resourceOf(answer.body), Decoder::Bodies::Keep);
    const auto page = decoder.page(view(answer.body));
    QVERIFY2(page.ok(), page.ok() ? "" : describe(page.error()).c_str());
    QVERIFY(!page->version.isEmpty());
    QVERIFY(page->columns);
    ++count.pages;
    const auto document = QJsonDocument::fromJson(answer.body).object();
    const QJsonArray items =
        document[document.contains(QLatin1String("rows")) ? QLatin1String("rows") : QLatin1String("items")].toArray();
    QCOMPARE(page->objects.size(), std::size_t(items.size()));
    QCOMPARE(QString::fromStdString(page->continueToken),
             document[QLatin1String("metadata")].toObject()[QLatin1String("continue")].toString());
    for (qsizetype i = 0; i < items.size(); ++i) {
        const Object &object = *page->objects[std::size_t(i)];
        QJsonObject item = items[i].toObject();
        if (item.contains(QLatin1String("cells")))
            item = item[QLatin1String("object")].toObject();
        if (item.isEmpty())
            continue;
        QCOMPARE(whyUnreadable(object.unreadable), std::string_view());
        QJsonObject kept = QJsonDocument::fromJson(QByteArray::fromStdString(object.body.object())).object();
        QVERIFY(kept.contains(QLatin1String("kind")) && kept.contains(QLatin1String("apiVersion")));
        if (!item.contains(QLatin1String("kind"))) {
            kept.remove(QLatin1String("kind"));
            kept.remove(QLatin1String("apiVersion"));
        }
        QVERIFY(kept == item);
        ++count.objects;
    }
}

ErrorKind kindFor(const RecordedAnswer &answer)
{
    switch (answer.status) {
    case 401: return ErrorKind::Unauthorized;
    case 403: return ErrorKind::Forbidden;
    case 404: return ErrorKind::NotFound;
    case 405: return ErrorKind::MethodNotAllowed;
    case 406: return ErrorKind::NotAcceptable;
    case 409: return ErrorKind::Conflict;
    case 410: return ErrorKind::Expired;
    case 429: return ErrorKind::TooManyRequests;
    case 500: return ErrorKind::ServerError;
    case 504: return ErrorKind::VersionTooLarge;
    }
    return answer.name == QLatin1String("plain-http-400") ? ErrorKind::NotKubernetes : ErrorKind::Invalid;
}

void decode(const RecordedAnswer &answer, Count &count)
{
    if (answer.status >= 300) {
        const Error error = statusError(answer.status, view(answer.body));
        QCOMPARE(kindName(error.kind), kindName(kindFor(answer)));
        QVERIFY(!error.text.empty());
        ++count.refusals;
    } else if (answer.header("content-type") != "application/json" || answer.header("content-encoding") == "gzip") {
        // Protobuf, CBOR, text; and what Qt inflates before we see it.
    } else if (answer.body.startsWith("{\"type\":")) {
        decodeStream(answer, count);
    } else if (answer.body.contains("\"items\":") || answer.body.contains("\"rows\":") ||
               answer.body.contains("\"items\": ")) {
        if (!answer.body.contains("DiscoveryList"))
            decodePage(answer, count);
    }
}

} // namespace

/// All that real servers were recorded to say: shared/wire/README.md.
class TestWire : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void everyAnswerDecodes_data();
    void everyAnswerDecodes();
    void discoveryDecodes();
    void aggregatedDiscoveryDecodes();
    void bodiesStaySmall();

private:
    const WireArchive m_old{QStringLiteral("1.20")};
    const WireArchive m_new{QStringLiteral("1.36")};
};

void TestWire::init()
{
    if (!m_old.isThere() || !m_new.isThere())
        QSKIP(m_old.missing().constData());
}

void TestWire::everyAnswerDecodes_data()
{
    QTest::addColumn<bool>("isOld");
    QTest::addColumn<int>("lines");
    QTest::addColumn<int>("refusals");
    QTest::newRow("Kubernetes 1.20") << true << 20'000 << 25;
    QTest::newRow("Kubernetes 1.36") << false << 2'500 << 15;
}

void TestWire::everyAnswerDecodes()
{
    QFETCH(bool, isOld);
    QFETCH(int, lines);
    QFETCH(int, refusals);
    Count count;
    for (const RecordedAnswer &answer : (isOld ? m_old : m_new).answers()) {
        decode(answer, count);
        if (QTest::currentTestFailed())
            QFAIL(answer.name.toUtf8().constData());
    }
    qInfo("%d streams, %d lines (%d bookmarks, %d errors), %d pages, %d objects, %d refusals", count.streams,
          count.lines, count.bookmarks, count.errors, count.pages, count.objects, count.refusals);
    QVERIFY(count.lines >= lines);
    QVERIFY(count.refusals >= refusals);
    QVERIFY(count.errors > 0 && count.bookmarks > 0 && count.pages > 0);
}

void TestWire::discoveryDecodes()
{
    const auto version = readServerVersion(view(m_old.body("version")));
    QVERIFY(version.ok() && version->starts_with("v1.20"));
    const auto core = readGroups(view(m_old.body("discovery-api")));
    QVERIFY(core.ok());
    QCOMPARE(core->size(), 1u);
    QVERIFY(core->front().name.empty() && core->front().versions.front().version == "v1");
    for (const char *name : {"discovery-apis", "aggregated-discovery-fallback", "limited-apis"}) {
        const auto groups = readGroups(view(m_old.body(name)));
        QVERIFY(groups.ok());
        QVERIFY(groups->size() > 15);
        for (const ServedGroup &group : *groups)
            QVERIFY(!group.name.empty() && !group.versions.empty() && !group.versions[0].isListed);
    }
    const auto resources = readResourceList(view(m_old.body("discovery-api-v1")), "", "v1");
    QVERIFY(resources.ok());
    std::set<std::string> names;
    for (const ResourceInfo &info : preferredResources({{"", {{"v1", true, *resources, {}}}}})) {
        names.insert(info.gvr.resource);
        QCOMPARE(info.isOnlyListed(), info.gvr.resource == "componentstatuses");
    }
    QVERIFY(names.contains("pods") && names.contains("nodes") && names.contains("events"));
    QVERIFY(names.contains("componentstatuses")); // it can be listed
    QVERIFY(!names.contains("bindings") && !names.contains("pods/log"));
}

void TestWire::aggregatedDiscoveryDecodes()
{
    std::vector<ServedGroup> all;
    for (const char *name : {"02-api-aggregated", "02-apis-aggregated"}) {
        const auto groups = readGroups(view(m_new.body(name)));
        QVERIFY(groups.ok());
        for (const ServedGroup &group : *groups) {
            for (const ServedVersion &version : group.versions)
                QVERIFY(version.isListed);
            all.push_back(group);
        }
    }
    const auto resources = preferredResources(all);
    const auto widgets = std::find_if(resources.begin(), resources.end(),
                                      [](const ResourceInfo &info) { return info.kind == "Widget"; });
    QVERIFY(widgets != resources.end());
    QCOMPARE(QByteArray::fromStdString(widgets->gvr.qualifiedName()), QByteArray("widgets.example.com"));
    QVERIFY(widgets->namespaced);
    QCOMPARE(QByteArray::fromStdString(resources.front().gvr.groupVersion()), QByteArray("v1"));
}

void TestWire::bodiesStaySmall()
{
    for (const char *name : {"watch-pods", "watch-events", "watch-nodes", "watch-deployments", "watch-table-pods"}) {
        Count count;
        for (const RecordedAnswer &answer : m_old.answers(QString::fromLatin1(name)))
            decodeStream(answer, count);
        QVERIFY(count.objects > 0);
        qInfo("%s: %zu bytes a line, %zu held (%d objects)", name, count.objectBytes / std::size_t(count.objects),
              count.heldBytes / std::size_t(count.objects), count.objects);
        QVERIFY(count.heldBytes * 3 < count.objectBytes);
    }
}

} // namespace tst_wire

WK_TEST(tst_wire, TestWire, QCoreApplication)
#include "tst_wire.moc"
