// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "tests/core/history/journaledlog.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <mutex>
#include <thread>

/// A log goes on while other threads read what it said. Its worth is under ThreadSanitizer.
namespace tst_eventlogthreads {

using namespace wk;
using namespace wk::test;

namespace {

/// Which snapshot is the latest; each reader takes it once.
class Latest
{
public:
    struct Told {
        HistoryPtr history = HistorySnapshot::empty();
        int number = 0;
        bool isLast = false;
    };

    void put(Told told)
    {
        const std::lock_guard lock(m_mutex);
        m_latest = std::move(told);
    }
    Told get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_latest;
    }

private:
    mutable std::mutex m_mutex;
    Told m_latest;
};

/// As many objects there are, one after the other, all over again; each row but the lists' own is of one.
constexpr RowId Objects = 900;
constexpr RowId Listed = 40;

/// Rows that are a list and its objects, again and again.
bool isList(RowId row)
{
    return row % 5000 == 0;
}
bool isListed(RowId row)
{
    return row % 5000 > 0 && row % 5000 <= Listed;
}

/// Some are there under a number for a short while only.
std::string nameOf(RowId row)
{
    const RowId number = row % Objects;
    return number % 3 == 0   ? "pod-" + std::to_string(row)
           : number % 3 == 1 ? "pod-" + std::to_string(number)
                             : "a-pod-with-a-name-of-some-length-" + std::to_string(number);
}

std::string managerOf(RowId row)
{
    return "manager-" + std::to_string(row / 100);
}

std::string pathOf(RowId row)
{
    return "path-" + std::to_string(row / 3);
}

std::string jsonOf(RowId row)
{
    return "{\"name\":\"" + nameOf(row) + "\",\"more\":[" + std::to_string(row * 7) + "]}";
}

/// Whether it is what was told in that row.
bool isOf(const Object &object, RowId row)
{
    return object.name == nameOf(row) && object.ns == "web" && object.version.number() == row + 1 &&
           object.phase == std::to_string(row % 7);
}

bool isEntryRight(const HistorySnapshot &history, RowId row)
{
    const EntryPtr told = history.entry(row);
    if (isListed(row))
        return told->type == EntryType::List && told->found.listed == Listed;
    const ObjectPtr before = history.previous(row);
    const StreamRow streamed = history.streamRow(row);
    return told->type == EntryType::Modified && isOf(*told->object, row) && isOf(*streamed.object(), row) &&
           told->changes && (!before || before->version.number() <= row) && !before == !told->previous;
}

/// What of a row the columns say.
bool areColumnsRight(const HistorySnapshot &history, RowId row)
{
    if (isList(row))
        return history.type(row) == EntryType::List && history.rowsOfEntry(row).end == row + 1 + Listed;
    const auto paths = history.paths().members(history.pathsId(row));
    const bool hasPath = paths.size() == 1 && history.paths().texts().text(paths.front()) == pathOf(row);
    const bool isWritten = isListed(row) ? paths.empty() : hasPath && history.manager(row) == managerOf(row);
    const std::optional<RowId> before = history.lives().previous(row);
    return isWritten && history.name(row) == nameOf(row) && history.ns(row) == "web" && history.kind(row) == "Pod" &&
           history.versionNumber(row) == row + 1 && history.isListed(row) == isListed(row) &&
           history.lives().step(row).kind == LifeStep::Kind::Stands && (!before || nameOf(*before) == nameOf(row));
}

bool isBodyRight(const HistorySnapshot &history, RowId row)
{
    if (!history.revisions(row).directory())
        return history.object(row)->body.isNull();
    const auto text = history.revisions(row).read(history.revision(row));
    return text && text->object() == jsonOf(row) && history.json(*history.object(row)) == jsonOf(row);
}

bool isRowRight(const HistorySnapshot &history, RowId row)
{
    return areColumnsRight(history, row) &&
           (isList(row) ||
            (isBodyRight(history, row) && isOf(*history.object(row), row) && isEntryRight(history, row)));
}

/// All that stood before a row, each as it was told.
bool isStandingRight(const HistorySnapshot &history, RowId upTo)
{
    const std::vector<LifeIndex::Standing> standing = history.lives().standing(1, upTo);
    const ObjectList objects = history.objectsAt(1, upTo);
    const auto counts = history.lives().standing(upTo);
    bool isRight =
        objects->size() == standing.size() && (counts.empty() ? standing.empty() : counts.begin()->second == standing);
    for (std::size_t i = 0; i < standing.size() && isRight; ++i) {
        const auto &[life, row] = standing[i];
        const LastWord newest = history.newestOf(life);
        isRight = row < upTo && isOf(*(*objects)[i], row) && newest.object->name == nameOf(row) &&
                  history.lifeOf(1, *newest.object) == life;
    }
    return isRight;
}

bool areCountsRight(const HistorySnapshot &history, RowId upTo)
{
    const std::vector<LifeIndex::Standing> standing = history.lives().standing(1, upTo);
    const auto counts = history.lives().standing(upTo);
    const FacetCounts facets = history.facetsBefore(upTo);
    const auto rows = facets.types[std::size_t(EntryType::Modified)] +
                      facets.types[rowType(EntryType::Added, EntryClass::Initial)] +
                      facets.types[std::size_t(EntryType::List)];
    return (counts.empty() ? standing.empty() : counts.begin()->second == standing) && rows == upTo - history.begin() &&
           history.rowAfter(Start) == history.end() && history.gapsOf(1, upTo).empty() &&
           std::ranges::all_of(standing, [upTo](const LifeIndex::Standing &one) { return one.row < upTo; });
}

/// How many of the rows and moments do not say what was told.
int wrongIn(const HistorySnapshot &history)
{
    constexpr RowId Every = 37;
    int wrong = 0;
    for (RowId row = history.begin(); row < history.end(); row += Every)
        wrong += isRowRight(history, row) ? 0 : 1;
    for (const RowId upTo : {history.begin(), history.begin() + history.size() / 2, history.end()})
        wrong += isStandingRight(history, upTo) ? 0 : 1;
    return wrong;
}

/// The same of what is read without counting who reads it: each count that threads share, as that of a body's keeper,
/// is an order between them that hides from ThreadSanitizer where there is none.
int wrongInColumns(const HistorySnapshot &history)
{
    constexpr RowId Every = 11;
    int wrong = 0;
    for (RowId row = history.begin(); row < history.end(); row += Every)
        wrong += areColumnsRight(history, row) ? 0 : 1;
    for (const RowId upTo : {history.begin(), history.begin() + history.size() / 2, history.end()})
        wrong += areCountsRight(history, upTo) ? 0 : 1;
    return wrong;
}

class Writer
{
public:
    /// Without bodies none are kept.
    Writer(EventLog &log, RevisionBodies *bodies)
        : m_log(log)
        , m_bodies(bodies)
        , m_writer(bodies ? bodies->writer({"", "v1", "pods"}) : nullptr)
    {
        m_log.setWatch(1, scope("Pod"));
    }
    void append(std::size_t rows)
    {
        for (const RowId end = m_log.now().end() + rows; m_log.now().end() < end;)
            m_log.append(next(m_log.now().end()));
        while (m_log.step()) {
        }
        if (const std::optional<RevisionCut> cut = m_log.takeCut())
            m_bodies->forget(*cut);
    }

private:
    ObjectPtr made(RowId row)
    {
        auto object = test::object("web", nameOf(row), std::to_string(row + 1));
        object->phase = std::to_string(row % 7);
        const std::string json = jsonOf(row);
        if (m_writer)
            object->body = m_writer->keep({.uid = nameOf(row), .line = json, .object = json, .isLast = true});
        return object;
    }
    EntryPtr next(RowId row)
    {
        if (isList(row)) {
            std::vector<ObjectPtr> objects;
            for (RowId listed = row + 1; listed <= row + Listed; ++listed)
                objects.push_back(made(listed));
            return listEntry(1, std::move(objects));
        }
        auto told = entry(1, EntryType::Modified, made(row));
        told->changes = changes({managerOf(row)}, {{.path = pathOf(row), .before = {}, .after = {}}});
        if (const std::optional<LifeId> life = m_log.now().lifeOf(1, *told->object))
            told->previous = m_log.now().newestOf(*life).object;
        return told;
    }

    EventLog &m_log;
    RevisionBodies *m_bodies;
    std::unique_ptr<BodyWriter> m_writer;
};

} // namespace

class TestEventLogThreads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threadsReadWhileTheLogGrowsAndForgets_data();
    void threadsReadWhileTheLogGrowsAndForgets();
};

void TestEventLogThreads::threadsReadWhileTheLogGrowsAndForgets_data()
{
    QTest::addColumn<bool>("isFiled");
    QTest::addColumn<bool>("hasBodies");
    QTest::newRow("all in memory") << false << true;
    QTest::newRow("all on the disk that may be") << true << true;
    QTest::newRow("without bodies") << true << false;
}

void TestEventLogThreads::threadsReadWhileTheLogGrowsAndForgets()
{
    QFETCH(const bool, isFiled);
    QFETCH(const bool, hasBodies);
    constexpr int Readers = 2;
    constexpr int Enough = 3; // snapshots that each keeps and reads again
    constexpr std::size_t RowsBetween = 700;
    constexpr int Later = 3 * EventLog::ChunkRows / RowsBetween; // all of its rows have fallen off by then
    const QTemporaryDir folder;
    RevisionBodies bodies({.chunkBytes = 32 * limits::KiB});
    JournaledLog filed({.rows = 2 * EventLog::ChunkRows, .changes = EventLog::ChunkRows / 2},
                       folder.path().toStdString(), EventLog::ChunkRows);
    EventLog &log = filed.log;
    Writer writer(log, hasBodies ? &bodies : nullptr);
    Latest latest;
    std::atomic<int> wrong = 0;
    std::atomic<int> satisfied = 0;
    std::vector<std::thread> readers;
    for (int i = 0; i < Readers; ++i) {
        readers.emplace_back([&, read = i == 0 ? wrongIn : wrongInColumns] {
            int readAgain = 0;
            Latest::Told kept;
            for (int last = 0;;) {
                const Latest::Told now = latest.get();
                if (now.number != last) {
                    last = now.number;
                    wrong += read(*now.history);
                }
                if (now.number > kept.number + Later) {
                    wrong += read(*std::exchange(kept, now).history);
                    satisfied += ++readAgain == Enough ? 1 : 0;
                }
                if (now.isLast)
                    return;
                std::this_thread::yield();
            }
        });
    }
    for (int number = 1; satisfied < Readers || log.now().begin() < 4 * EventLog::ChunkRows; ++number) {
        writer.append(RowsBetween);
        if (isFiled)
            filed.write();
        latest.put({log.snapshot(), number, false});
    }
    latest.put({.isLast = true});
    for (std::thread &reader : readers)
        reader.join();
    QCOMPARE(wrong.load(), 0);
    QVERIFY(log.now().reuses() > 0);
    QCOMPARE(log.diskBytes() > 0, isFiled);
}

} // namespace tst_eventlogthreads

WK_TEST(tst_eventlogthreads, TestEventLogThreads, QCoreApplication)
#include "tst_eventlogthreads.moc"
