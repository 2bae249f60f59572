// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlogsnapshot.h"

#include "core/history/eventlog.h"
#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <deque>
#include <optional>
#include <random>

namespace tst_eventlogsnapshot {

using namespace wk;
using namespace wk::test;

namespace {

/// Events on objects whose names, managers and paths are soon forgotten and others', each with a body; a few are about
/// none, or have a body that is kept nowhere.
class Teller
{
public:
    explicit Teller(std::uint64_t seed)
        : m_random(seed)
    {}

    EntryPtr next()
    {
        ++m_told;
        const std::size_t kind = below(30);
        if (kind == 0)
            return at(EntryType::Bookmark);
        if (kind == 1) {
            std::vector<ObjectPtr> objects;
            for (std::size_t i = below(40); i > 0; --i)
                objects.push_back(made());
            auto list = listEntry(1, std::move(objects));
            list->arrived = m_time;
            return list;
        }
        const auto type = kind < 6 ? EntryType::Added : kind < 10 ? EntryType::Deleted : EntryType::Modified;
        auto entry = at(type, made());
        std::vector<FieldChange> paths;
        for (std::size_t i = below(3); i > 0; --i)
            paths.push_back({.path = "status." + turning(), .before = {}, .after = {}});
        std::vector<std::string> managers;
        for (std::size_t i = below(3); i > 0; --i)
            managers.push_back("manager-" + turning());
        entry->changes = changes(managers, paths);
        return entry;
    }
    std::size_t below(std::size_t bound) { return m_random() % bound; }

    RevisionBodies bodies{{.chunkBytes = 16 * limits::KiB}};

private:
    /// One of some that others take the place of, in time; some too long to stand in a string itself.
    std::string turning()
    {
        const std::string text = std::to_string(m_told / 500 + below(20));
        return below(2) == 0 ? text : "a-very-long-prefix-of-a-name-" + text;
    }
    ObjectPtr made()
    {
        const std::string name = "pod-" + (below(2) == 0 ? turning() : std::to_string(m_told));
        auto object = test::object("space-" + std::to_string(below(5)), name, std::to_string(++m_version));
        const std::string json = "{\"name\":\"" + name + "\",\"version\":" + std::to_string(m_version) + "}";
        const std::string uid = object->uid.text();
        if (below(20) > 0)
            object->body = m_writer->keep({.uid = uid, .line = json, .object = json});
        return object;
    }
    std::shared_ptr<Entry> at(EntryType type, ObjectPtr about = {})
    {
        auto entry = test::entry(1 + static_cast<WatchId>(below(2)), type, std::move(about));
        entry->arrived = m_time += std::chrono::milliseconds(below(2000));
        entry->origin = below(3) == 0 ? EntryClass::Inferred : EntryClass::Live;
        entry->wireBytes = below(9000);
        return entry;
    }

    std::mt19937_64 m_random;
    std::unique_ptr<BodyWriter> m_writer = bodies.writer({"", "v1", "pods"});
    WallTime m_time = Start;
    std::uint64_t m_version = 0;
    std::uint64_t m_told = 0;
};

using Texts = std::vector<std::string_view>;

Texts managers(const EventLogSnapshot &rows, RowId row)
{
    return rows.managers(row);
}

Texts paths(const EventLogSnapshot &rows, RowId row)
{
    return rows.paths(row);
}

Texts textsOf(const TextSets &sets, TextSets::Id id)
{
    Texts texts;
    for (const StringPool::Id text : sets.members(id))
        texts.push_back(sets.texts().text(text));
    return texts;
}

Texts managers(const EventLog &rows, RowId row)
{
    return textsOf(rows.managers(), rows.managersId(row));
}

Texts paths(const EventLog &rows, RowId row)
{
    return textsOf(rows.paths(), rows.pathsId(row));
}

std::uint64_t versionNumber(const EventLog &rows, RowId row)
{
    return ResourceVersion(rows.version(row)).number();
}

std::uint64_t versionNumber(const EventLogSnapshot &rows, RowId row)
{
    return rows.versionNumber(row);
}

RevisionRef revision(const EventLog &rows, RowId row)
{
    const ObjectPtr object = rows.object(row);
    return object ? revisionOf(object->body) : RevisionRef();
}

RevisionRef revision(const EventLogSnapshot &rows, RowId row)
{
    return rows.revision(row);
}

/// All that a row says.
template <class Rows>
std::string told(const Rows &rows, RowId row)
{
    std::string text;
    const auto add = [&text](std::string_view part) { text.append(part) += '|'; };
    add(std::to_string(rows.time(row).time_since_epoch().count()));
    add(typeName(rows.type(row)));
    add(std::to_string(int(rows.origin(row))));
    add(rows.className(row));
    add(std::to_string(rows.watch(row)));
    add(rows.kind(row));
    add(rows.ns(row));
    add(rows.name(row));
    add(rows.manager(row));
    add(rows.isWriterInDoubt(row) ? "?" : "");
    for (const std::string_view manager : managers(rows, row))
        add(manager);
    for (const std::string_view path : paths(rows, row))
        add(path);
    add(std::to_string(versionNumber(rows, row)));
    add(std::to_string(rows.sizeBytes(row)));
    add(std::to_string(rows.changesOf(row)));
    const RevisionRef ref = revision(rows, row);
    add(std::to_string(ref.chunk) + '.' + std::to_string(ref.offset));
    return text;
}

/// A snapshot, and what the log said when it was taken.
struct Taken {
    static constexpr RowId Every = 5; ///< rows that are looked at

    explicit Taken(const EventLog &log)
        : rows(log.snapshot())
        , revisions(log.revisions())
    {
        for (RowId row = log.begin(); row < log.end(); row += Every)
            said.push_back(told(log, row));
    }
    /// Empty when it says so still.
    std::string wrongIn(RowId row) const
    {
        const std::string now = told(rows, row);
        return now == said[(row - rows.begin()) / Every] ? std::string()
                                                         : now + " was " + said[(row - rows.begin()) / Every];
    }
    /// The same of its body, which the version and the name of the row are in.
    std::string wrongInBody(RowId row) const
    {
        if (rows.revision(row).isNull())
            return {};
        const auto text = revisions.read(rows.revision(row));
        const std::string expected = "{\"name\":\"" + std::string(rows.name(row)) +
                                     "\",\"version\":" + std::to_string(rows.versionNumber(row)) + "}";
        return !text ? describe(text.error()) : text->object() == expected ? std::string() : text->line;
    }

    EventLogSnapshot rows;
    RevisionSnapshot revisions;
    std::vector<std::string> said;
};

/// Empty when none is wrong, of all that are looked at or of one in some.
QString firstWrong(const Taken &taken, std::size_t oneIn)
{
    if ((taken.rows.size() + Taken::Every - 1) / Taken::Every != taken.said.size())
        return QStringLiteral("has %1 rows").arg(taken.rows.size());
    for (RowId row = taken.rows.begin(); row < taken.rows.end(); row += oneIn * Taken::Every) {
        for (const std::string &wrong : {taken.wrongIn(row), taken.wrongInBody(row)}) {
            if (!wrong.empty())
                return QStringLiteral("row %1: %2").arg(row).arg(QString::fromStdString(wrong));
        }
    }
    return {};
}

} // namespace

class TestEventLogSnapshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyOneHasNoRows();
    void itSaysWhatTheLogSaidWhateverTheLogDoes_data();
    void itSaysWhatTheLogSaidWhateverTheLogDoes();
    void numbersAreTakenBackWhenItIsGone();
    void bodiesOfAnotherStoreAreNotNamed();
};

void TestEventLogSnapshot::anEmptyOneHasNoRows()
{
    QCOMPARE(EventLogSnapshot().size(), std::size_t(0));
    const EventLog log;
    const EventLogSnapshot of = log.snapshot();
    QCOMPARE(of.begin(), RowId(0));
    QCOMPARE(of.end(), RowId(0));
    QVERIFY(!log.revisions().directory());
}

void TestEventLogSnapshot::itSaysWhatTheLogSaidWhateverTheLogDoes_data()
{
    QTest::addColumn<std::size_t>("memory");
    QTest::newRow("all in memory") << std::size_t(-1);
    QTest::newRow("all on the disk that may be") << std::size_t(0);
}

void TestEventLogSnapshot::itSaysWhatTheLogSaidWhateverTheLogDoes()
{
    QFETCH(const std::size_t, memory);
    Teller teller(seed());
    const QTemporaryDir folder;
    auto log = std::make_unique<EventLog>(EventLog::Bounds{.rows = 2 * EventLog::ChunkRows, .memory = memory});
    log->setSpill({.folder = folder.path().toStdString()});
    log->setWatch(1, scope("Pod"));
    log->setWatch(2, scope("Pod", "space-1"));
    std::deque<Taken> taken;
    for (int round = 0, end = rounds(40); round < end; ++round) {
        for (std::size_t i = teller.below(1500); i > 0; --i)
            log->append(batch({teller.next()}));
        while (log->step()) {
        }
        if (const std::optional<RevisionCut> cut = log->takeCut())
            teller.bodies.forget(*cut);
        for (std::size_t i = teller.below(2); i > 0 && taken.size() < 5; --i)
            taken.emplace_back(*log);
        if (!taken.empty() && teller.below(3) == 0)
            taken.erase(taken.begin() + std::ptrdiff_t(teller.below(taken.size())));
        if (round % 7 == 6)
            taken.clear();
        for (const Taken &one : taken) {
            const QString wrong = firstWrong(one, 1 + teller.below(20));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }
    QVERIFY(log->begin() > 0);
    QVERIFY(log->reuses() > 0);
    QCOMPARE(log->diskBytes() > 0, memory == 0);
    taken.emplace_back(*log);
    log.reset();
    for (const Taken &one : taken) {
        const QString wrong = firstWrong(one, 1);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestEventLogSnapshot::numbersAreTakenBackWhenItIsGone()
{
    EventLog log({.rows = EventLog::ChunkRows});
    int next = 0;
    const auto tell = [&log, &next](std::size_t rows) {
        for (std::size_t i = 0; i < rows; ++i) {
            const std::string name = std::to_string(next++);
            auto one = entry(1, EntryType::Modified, object("web", name));
            one->changes = changes({"manager-" + name}, {{.path = "path-" + name, .before = {}, .after = {}}});
            log.append(batch({one}));
        }
    };
    tell(3 * EventLog::ChunkRows);
    QCOMPARE(log.parked(), std::size_t(0));
    std::optional<EventLogSnapshot> first = log.snapshot();
    tell(2 * EventLog::ChunkRows);
    std::optional<EventLogSnapshot> second = log.snapshot();
    tell(2 * EventLog::ChunkRows);
    const std::size_t all = log.parked();
    QVERIFY(all >= 4 * EventLog::ChunkRows * 5); // the name, and each list with its text
    second.reset();
    tell(1);
    QVERIFY(log.parked() >= all);
    first.reset();
    const std::uint64_t before = log.reuses();
    for (std::size_t left = log.parked(); left > 0; left = log.parked()) {
        log.step();
        QVERIFY(log.parked() < left);
    }
    tell(EventLog::ChunkRows);
    QVERIFY(log.reuses() >= before + 3 * EventLog::ChunkRows);
    QCOMPARE(log.parked(), std::size_t(0));
}

void TestEventLogSnapshot::bodiesOfAnotherStoreAreNotNamed()
{
    const auto kept = [](RevisionBodies &bodies, const std::string &name) {
        auto made = object("web", name);
        made->body = bodies.writer({"", "v1", "pods"})->keep({.uid = name, .line = "{}", .object = "{}"});
        return made;
    };
    RevisionBodies one;
    RevisionBodies other;
    EventLog log;
    log.append(batch({entry(1, EntryType::Added, kept(one, "a")), entry(1, EntryType::Added, kept(other, "b")),
                      entry(1, EntryType::Added, kept(one, "c"))}));
    const EventLogSnapshot rows = log.snapshot();
    QVERIFY(rows.revision(1).isNull());
    QCOMPARE(rows.revision(2), revisionOf(log.object(2)->body));
    QVERIFY(log.revisions().read(rows.revision(2)));
}

} // namespace tst_eventlogsnapshot

WK_TEST(tst_eventlogsnapshot, TestEventLogSnapshot, QCoreApplication)
#include "tst_eventlogsnapshot.moc"
