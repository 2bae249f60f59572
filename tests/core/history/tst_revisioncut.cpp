// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"

#include "tests/support/editedtext.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <random>

namespace tst_revisioncut {

using namespace wk;
using namespace wk::test;

namespace {

/// A log and whoever keeps its bodies, each in its way bounded, with the objects of one watch.
class Scene
{
public:
    explicit Scene(std::uint64_t seed)
        : m_texts(seed)
    {
        m_log.setWatch(1, scope("Pod"));
        m_log.append(batch({listEntry(1, {})}));
    }

    const EventLog &log() const { return m_log; }
    RevisionBodies &bodies() { return m_bodies; }

    /// Something happens to one of 50 objects, of which some are rarely touched.
    void happen()
    {
        const std::size_t number = m_texts.below(1 + m_texts.below(50));
        Known &known = m_known[number];
        known.text = known.text.empty() || known.text.size() > 4000 ? m_texts.fresh(0, 3) : m_texts.edited(known.text);
        const bool isLast = known.stands && m_texts.below(40) == 0;
        auto made = object("web", "pod-" + std::to_string(number), std::to_string(++m_version));
        made->uid = made->uid.text() + std::to_string(known.lives);
        made->body = m_writer->keep({made->uid.text(), known.text, known.text, isLast});
        const auto type = isLast ? EntryType::Deleted : known.stands ? EntryType::Modified : EntryType::Added;
        m_wanted.push_back(known.text);
        m_log.append(batch({entry(1, type, made)}));
        known.stands = !isLast;
        known.lives += isLast ? 1 : 0;
    }
    /// How many chunks went.
    std::uint32_t cut()
    {
        const auto due = m_log.takeCut();
        if (!due)
            return 0;
        const std::uint32_t first = m_bodies.store().firstChunk();
        m_bodies.forget(*due);
        return m_bodies.store().firstChunk() - first;
    }
    /// The first row whose object, or whose object's standing at the log's beginning, does not read as it should: of
    /// the rows those that are the first to be cut wrongly, and then some.
    QString firstWrong() const
    {
        for (RowId row = m_log.now().begin(); row < m_log.now().end();
             row += row < m_log.now().begin() + 200 ? 1 : 37) {
            if (const ObjectPtr about = m_log.now().object(row); about && about->body.object() != m_wanted[row - 1])
                return QStringLiteral("row %1").arg(row);
        }
        for (const LifeIndex::Standing &standing : m_log.now().lives().standing(1, m_log.now().begin())) {
            if (m_log.now().object(standing)->body.object() != m_wanted[standing.row - 1])
                return QStringLiteral("what stood since row %1").arg(standing.row);
        }
        return {};
    }

private:
    struct Known {
        std::string text{};
        bool stands = false;
        int lives = 0;
    };

    EditedText m_texts;
    RevisionBodies m_bodies{RevisionStore::Options{.recentBytes = limits::MiB, .chunkBytes = 16 * limits::KiB}};
    std::unique_ptr<BodyWriter> m_writer = m_bodies.writer({"", "v1", "pods"});
    EventLog m_log{EventLog::Bounds{.rows = 3 * EventLog::ChunkRows}};
    std::map<std::size_t, Known> m_known;
    std::vector<std::string> m_wanted; ///< by row, from 1
    std::uint64_t m_version = 0;
};

/// A session's store and its one watch, of a single object that is told again and again.
class Session
{
public:
    Session(WatchId watch, EventLog &log)
        : m_watch(watch)
        , m_log(log)
    {
        m_log.setWatch(watch, scope("Pod"));
    }

    RevisionBodies &bodies() { return *m_bodies; }
    bool isAsked() const { return m_isAsked; }
    std::uint32_t firstChunk() const { return revisionsOf(m_body).directory()->firstChunk(); }

    void tell()
    {
        auto made = object("web", "web-0", std::to_string(m_log.now().end() + 1));
        const std::string json = textOf(m_log.now().end());
        made->body = m_writer->keep({.uid = made->uid.text(), .line = json, .object = json});
        m_body = made->body;
        m_log.append(entry(m_watch, EntryType::Modified, made));
    }
    /// The last row of it that is there, but for `after`, reads as it was told.
    bool readsRight(RowId row) const { return m_log.now().object(row)->body.object() == textOf(row); }
    void end()
    {
        m_log.closeWatch(m_watch, Start);
        m_writer.reset();
        m_bodies.reset();
    }

private:
    std::string textOf(RowId row) const
    {
        std::mt19937_64 random(m_watch * 1'000'003 + row);
        std::string text;
        for (int i = 0; i < 20; ++i)
            text += std::to_string(random());
        return "{\"watch\":" + std::to_string(m_watch) + ",\"text\":\"" + text + "\"}";
    }

    WatchId m_watch;
    EventLog &m_log;
    bool m_isAsked = false;
    std::unique_ptr<RevisionBodies> m_bodies = std::make_unique<RevisionBodies>(
        RevisionStore::Options{.recentBytes = limits::MiB, .chunkBytes = 16 * limits::KiB},
        [this] { m_isAsked = true; });
    std::unique_ptr<BodyWriter> m_writer = m_bodies->writer({"", "v1", "pods"});
    Body m_body;
};

/// Two sessions, of which the second says little; the cuts that became due meanwhile.
struct TwoSessions {
    void tell(std::size_t rows)
    {
        for (std::size_t i = 0; i < rows; ++i)
            (i % 1000 == 999 ? quiet : busy).tell();
    }
    std::vector<RevisionCut> cuts()
    {
        std::vector<RevisionCut> due;
        while (auto cut = log.takeCut())
            due.push_back(*std::move(cut));
        return due;
    }
    /// The first row that does not read as it should.
    std::optional<RowId> firstWrong() const
    {
        for (RowId row = log.now().begin(); row < log.now().end(); ++row) {
            if (!(log.now().watch(row) == 1 ? busy : quiet).readsRight(row))
                return row;
        }
        return {};
    }

    EventLog log{EventLog::Bounds{.rows = 2 * EventLog::ChunkRows}};
    Session busy{1, log};
    Session quiet{2, log};
};

} // namespace

class TestRevisionCut : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsCutWhileAllRowsAreThere();
    void whatRowsNeedIsNeverCut();
    void eachStoreIsCutByItself();
    void aStoreLetsGoInTheThreadThatWritesIt();
    void aStoreThatNobodyWritesAnyMoreLetsGoAtOnce();
    void aStoreOfWhichNoRowIsLeftGoes();
};

void TestRevisionCut::nothingIsCutWhileAllRowsAreThere()
{
    Scene scene(1);
    for (std::size_t i = 0; i < 2 * EventLog::ChunkRows; ++i)
        scene.happen();
    QVERIFY(scene.bodies().store().lastChunk() > 20);
    QCOMPARE(scene.cut(), 0U);
}

void TestRevisionCut::whatRowsNeedIsNeverCut()
{
    const std::uint64_t seed = std::random_device{}();
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    Scene scene(seed);
    std::uint32_t cut = 0;
    for (std::size_t round = 0; round < 6; ++round) {
        for (std::size_t i = 0; i < EventLog::ChunkRows; ++i)
            scene.happen();
        cut += scene.cut();
        QCOMPARE(scene.firstWrong(), QString());
    }
    QVERIFY2(cut > 10, QByteArray::number(cut).constData());
}

/// What one needs of its chunk 1 says nothing of the other's.
void TestRevisionCut::eachStoreIsCutByItself()
{
    TwoSessions two;
    for (int round = 0; round < 4; ++round) {
        two.tell(EventLog::ChunkRows);
        for (const RevisionCut &cut : two.cuts())
            forget(cut);
        two.busy.bodies().doAsked();
        two.quiet.bodies().doAsked();
        QCOMPARE(two.firstWrong(), std::optional<RowId>());
    }
    QVERIFY2(two.busy.firstChunk() > 10, QByteArray::number(two.busy.firstChunk()).constData());
    QCOMPARE(two.quiet.firstChunk(), 1U);
}

void TestRevisionCut::aStoreLetsGoInTheThreadThatWritesIt()
{
    TwoSessions two;
    two.tell(4 * EventLog::ChunkRows);
    const std::vector<RevisionCut> cuts = two.cuts();
    QCOMPARE(cuts.size(), std::size_t(1));
    QVERIFY(!two.busy.isAsked());
    forget(cuts.front());
    QVERIFY(two.busy.isAsked() && !two.quiet.isAsked());
    QCOMPARE(two.busy.firstChunk(), 1U);
    two.busy.bodies().doAsked();
    QVERIFY(two.busy.firstChunk() > 1);
    QCOMPARE(two.firstWrong(), std::optional<RowId>());
}

void TestRevisionCut::aStoreThatNobodyWritesAnyMoreLetsGoAtOnce()
{
    TwoSessions two;
    two.tell(4 * EventLog::ChunkRows);
    const std::vector<RevisionCut> cuts = two.cuts();
    QCOMPARE(cuts.size(), std::size_t(1));
    two.busy.end();
    forget(cuts.front());
    QVERIFY(two.busy.firstChunk() > 1);
    QCOMPARE(two.firstWrong(), std::optional<RowId>());
}

/// Of an object that stood before the rows its body is needed; of one that was deleted nothing is.
void TestRevisionCut::aStoreOfWhichNoRowIsLeftGoes()
{
    EventLog log({.rows = 2 * EventLog::ChunkRows});
    auto ended = std::make_unique<RevisionBodies>();
    auto pod = object("web", "web-0");
    pod->body = ended->writer({"", "v1", "pods"})->keep({.uid = "a", .line = "{}", .object = "{}"});
    const std::weak_ptr<const RevisionDirectory> directory = revisionsOf(pod->body).directory();
    log.append(entry(1, EntryType::Added, pod));
    log.append(entry(1, EntryType::Deleted, pod));
    pod.reset();
    ended.reset();
    log.closeWatch(1, Start);
    Session other(2, log);
    for (std::size_t i = 0; i < EventLog::ChunkRows; ++i)
        other.tell();
    QVERIFY(!directory.expired());
    for (std::size_t i = 0; i < 2 * EventLog::ChunkRows; ++i)
        other.tell();
    QVERIFY(directory.expired());
}

} // namespace tst_revisioncut

WK_TEST(tst_revisioncut, TestRevisionCut, NoApplication)
#include "tst_revisioncut.moc"
