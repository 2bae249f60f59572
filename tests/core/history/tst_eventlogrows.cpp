// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"

#include "core/history/revisionbodies.h"
#include "core/resource/compare.h"
#include "tests/core/history/journaledlog.h"
#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/objectdifference.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <random>

/// A log keeps no entries of events, and gives them all the same.
namespace tst_eventlogrows {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

namespace {

/// What an informer tells of a few objects, each entry as it would make it.
class Informer
{
public:
    explicit Informer(std::uint64_t seed)
        : m_random(seed)
    {}

    EntryPtr next()
    {
        m_time += std::chrono::milliseconds(below(2000));
        switch (below(40)) {
        case 0: return list();
        case 1: return word(EntryType::Bookmark);
        case 2: return word(EntryType::Gap);
        case 3: return word(EntryType::Error);
        default: return event();
        }
    }

private:
    std::size_t below(std::size_t bound) { return m_random() % bound; }

    Counted<Object> made(const std::string &name)
    {
        auto object = test::object("web", name, std::to_string(++m_version));
        object->uid = object->uid.text() + std::to_string(m_lives[name]);
        const std::string text =
            quotedJson("{'metadata':{'name':'" + name + "'},'spec':{'replicas':" + std::to_string(below(5)) +
                       "},'status':{'phase':'" + std::to_string(below(3)) + "'}}");
        const std::string uid = object->uid.text();
        if (below(50) > 0) // else it is kept by another than the rest
            object->body = m_writer->keep({.uid = uid, .line = text, .object = text});
        else
            object->body = plainBody(text);
        object->cells = Cells{std::string_view(name), std::int64_t(below(4))};
        return object;
    }
    std::shared_ptr<Entry> at(EntryType type, ObjectPtr about = {})
    {
        auto entry = test::entry(1, type, std::move(about));
        entry->arrived = m_time;
        entry->origin = below(3) == 0 ? EntryClass::Inferred : EntryClass::Live;
        entry->wireBytes = below(9000);
        entry->columns = m_columns[below(2)];
        return entry;
    }
    EntryPtr word(EntryType type)
    {
        auto entry = at(type);
        entry->version = ResourceVersion(std::to_string(m_version));
        entry->gap.reason = type == EntryType::Gap ? "410" : "";
        entry->error.text = type == EntryType::Error ? "broken" : "";
        return entry;
    }
    EntryPtr list()
    {
        std::vector<ObjectPtr> objects;
        m_store.clear();
        for (int i = 0, end = int(below(30)); i < end; ++i) {
            const std::string name = "pod-" + std::to_string(i);
            objects.push_back(m_store[name] = made(name));
        }
        auto entry = listEntry(1, std::move(objects));
        entry->arrived = m_time;
        return entry;
    }
    EntryPtr event()
    {
        const std::string name = "pod-" + std::to_string(below(1 + below(40)));
        const auto held = m_store.find(name);
        const bool isLast = held != m_store.end() && below(10) == 0;
        const bool isAnother = held != m_store.end() && below(30) == 0; // whose end nobody saw
        m_lives[name] += isAnother ? 1 : 0;
        auto entry = at(isLast                               ? EntryType::Deleted
                        : held == m_store.end() || isAnother ? EntryType::Added
                                                             : EntryType::Modified,
                        made(name));
        entry->previous = held == m_store.end() ? nullptr : held->second;
        entry->mayHaveLeftFilter = isLast && below(2) == 0;
        entry->changes = describeChanges(entry->previous, entry->object);
        if (isLast) {
            m_store.erase(held);
            m_lives[name] += below(4) == 0 ? 0 : 1; // an uid may come again
        } else {
            m_store[name] = entry->object;
        }
        return entry;
    }

    std::mt19937_64 m_random;
    RevisionBodies m_bodies;
    std::unique_ptr<BodyWriter> m_writer = m_bodies.writer({"", "v1", "pods"});
    WallTime m_time = Start;
    std::uint64_t m_version = 0;
    std::map<std::string, ObjectPtr> m_store;
    std::map<std::string, int> m_lives;
    std::vector<Columns> m_columns{nullptr,
                                   std::make_shared<std::vector<Column>>(2, Column{"Name", "string", {}, {}, 0})};
};

bool isSame(const ChangesPtr &a, const ChangesPtr &b)
{
    return !a == !b &&
           (!a || (a->first == b->first && a->total == b->total && a->managers == b->managers && a->worth == b->worth));
}

/// Empty when an entry says what another does.
QString difference(const Entry &a, const Entry &b)
{
    QStringList parts;
    const auto same = [&parts](const char *what, bool isSame) {
        if (!isSame)
            parts << QString::fromLatin1(what);
    };
    same("watch", a.watch == b.watch);
    same("type", a.type == b.type);
    same("origin", a.origin == b.origin);
    same("arrived", a.arrived == b.arrived);
    same("version", a.version.text() == b.version.text());
    parts << objectDifference(a.object, b.object) << objectDifference(a.previous, b.previous);
    same("changes", isSame(a.changes, b.changes));
    same("columns", a.columns == b.columns);
    same("mayHaveLeftFilter", a.mayHaveLeftFilter == b.mayHaveLeftFilter);
    same("wireBytes", a.wireBytes == b.wireBytes);
    same("error", a.error == b.error);
    same("gap", a.gap.reason == b.gap.reason);
    same("objects", !a.objects);
    same("listed", !b.objects || a.found.listed == b.objects->size());
    return parts.join(u' ').trimmed();
}

} // namespace

class TestEventLogRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachRowSaysWhatWasToldWhateverFallsOff_data();
    void eachRowSaysWhatWasToldWhateverFallsOff();
};

void TestEventLogRows::eachRowSaysWhatWasToldWhateverFallsOff_data()
{
    QTest::addColumn<bool>("isFiled");
    QTest::newRow("all in memory") << false;
    QTest::newRow("on the disk what may be") << true;
}

void TestEventLogRows::eachRowSaysWhatWasToldWhateverFallsOff()
{
    QFETCH(const bool, isFiled);
    std::mt19937_64 random(seed());
    Informer informer(random());
    const QTemporaryDir folder;
    JournaledLog filed({.rows = 3 * EventLog::ChunkRows, .changes = EventLog::ChunkRows}, folder.path().toStdString(),
                       EventLog::ChunkRows);
    EventLog &log = filed.log;
    std::vector<std::pair<EntryPtr, ObjectPtr>> told; // by row: the entry, and of a list's row which object
    for (int round = 0, end = rounds(60); round < end; ++round) {
        for (int i = 0; i < 400; ++i) {
            const EntryPtr entry = informer.next();
            told.emplace_back(entry, nullptr);
            for (const ObjectPtr &object : entry->objects ? *entry->objects : std::vector<ObjectPtr>())
                told.emplace_back(entry, object);
            log.append(batch({entry}));
        }
        if (isFiled)
            filed.write();
        while (log.step()) {
        }
        QCOMPARE(log.now().end(), RowId(told.size()));
        for (int i = 0; i < 100; ++i) {
            const RowId row = i == 0 ? log.now().begin() : log.now().begin() + random() % log.now().size();
            const auto &[entry, listed] = told[row];
            const EntryPtr said = log.now().entry(row);
            const QString wrong = difference(*said, *entry);
            QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("row %1: %2").arg(row).arg(wrong)));
            QCOMPARE(log.now().isListed(row), listed != nullptr);
            QCOMPARE(objectDifference(log.now().object(row), listed ? listed : entry->object), QString());
            const StreamRow whole = log.now().streamRow(row);
            QCOMPARE(objectDifference(whole.listObject, listed), QString());
            QCOMPARE(objectDifference(whole.entry->object, entry->object), QString());
            QCOMPARE(objectDifference(whole.entry->previous, entry->previous), QString());
            const HistorySnapshot::Rows rows = log.now().rowsOfEntry(row);
            QVERIFY(rows.first <= row && row < rows.end && rows.end <= log.now().end());
            QVERIFY(told[rows.first].first == entry && told[rows.end - 1].first == entry);
            QVERIFY(rows.first == 0 || told[rows.first - 1].first != entry);
            QVERIFY(rows.end == log.now().end() || told[rows.end].first != entry);
        }
    }
    QVERIFY(log.now().begin() > 0);
    QCOMPARE(log.diskBytes() > 0, isFiled);
    QVERIFY(!log.snapshot()->spillError());
}

} // namespace tst_eventlogrows

WK_TEST(tst_eventlogrows, TestEventLogRows, QCoreApplication)
#include "tst_eventlogrows.moc"
