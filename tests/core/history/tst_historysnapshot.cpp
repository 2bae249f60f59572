// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historysnapshot.h"

#include "core/history/eventlog.h"
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/core/history/journaledlog.h"
#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <deque>
#include <optional>
#include <random>

namespace tst_historysnapshot {

using namespace wk;
using namespace wk::test;

namespace {

/// A snapshot, and what the log said when it was taken.
class Taken
{
public:
    Taken(EventLog &log, RowId from)
        : m_from(from)
        , m_said(HistoryDigest(log.now(), Every, from).lines())
        , m_history(log.snapshot())
    {}

    /// Empty when it says so still.
    QString wrong() const
    {
        const std::vector<std::string> now = HistoryDigest(*m_history, Every, m_from).lines();
        for (std::size_t i = 0; i < std::min(now.size(), m_said.size()); ++i) {
            if (now[i] != m_said[i])
                return difference(now[i], m_said[i]);
        }
        return now.size() == m_said.size() ? wrongInBodies() : QStringLiteral("says more or less than before");
    }

private:
    static constexpr RowId Every = 97; ///< rows that are looked at

    static QString difference(const std::string &now, const std::string &then)
    {
        constexpr std::size_t Around = 60;
        const auto at = std::size_t(std::ranges::mismatch(now, then).in1 - now.begin());
        const std::size_t from = at - std::min(at, Around);
        const auto part = [from](const std::string &text) {
            return QString::fromStdString(text.substr(std::min(from, text.size()), 3 * Around));
        };
        return QString::fromStdString(then.substr(0, then.find(':'))) +
               QStringLiteral(" says …%1… for …").arg(part(now)) + part(then);
    }
    /// The version and the name of the row are in it.
    QString wrongInBodies() const
    {
        for (RowId row = m_history->begin() + m_from % Every; row < m_history->end(); row += Every) {
            if (m_history->revision(row).isNull())
                continue;
            const auto text = m_history->revisions(row).read(m_history->revision(row));
            const std::string said = text ? std::string(text->object()) : describe(text.error());
            if (!said.starts_with("{\"name\":\"" + std::string(m_history->name(row))) ||
                !said.ends_with("\"version\":\"" + m_history->version(row) + "\"}"))
                return QStringLiteral("the body of row %1 is %2").arg(row).arg(QString::fromStdString(said));
        }
        return {};
    }

    RowId m_from;
    std::vector<std::string> m_said;
    HistoryPtr m_history;
};

EntryPtr pod(RowId number)
{
    const std::string name = std::to_string(number);
    auto one = entry(1, EntryType::Modified, object("web", name));
    one->changes = changes({"manager-" + name}, {{.path = "path-" + name, .before = {}, .after = {}}});
    return one;
}

} // namespace

class TestHistorySnapshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyOneHasNoRows();
    void itIsTheSameUntilSomethingIsTold();
    void itSaysWhatTheLogSaidWhateverTheLogDoes_data();
    void itSaysWhatTheLogSaidWhateverTheLogDoes();
    void aNumberIsFreeAtOnceAndMeansTheOldTextInIt();
    void whatChangedIsFoundInBodiesThatTheStoreForgot();
    void bodiesOfAnotherStoreAreReadThere();
};

void TestHistorySnapshot::anEmptyOneHasNoRows()
{
    EventLog log;
    for (const HistoryPtr &none : {HistorySnapshot::empty(), log.snapshot()}) {
        QCOMPARE(none->size(), std::size_t(0));
        QCOMPARE(none->begin(), RowId(0));
        QCOMPARE(none->end(), RowId(0));
        QVERIFY(none->scopes().empty() && !none->scope(1) && !none->knowledge(1));
        QVERIFY(none->lives().standing(1, 0).empty() && none->objectsAt(1, 0)->empty());
        QVERIFY(none->maybeNamed("a").empty() && !none->lifeOf(1, *object("web", "a")));
    }
}

void TestHistorySnapshot::itIsTheSameUntilSomethingIsTold()
{
    EventLog log;
    HistoryPtr last = log.snapshot();
    const auto isAnother = [&log, &last] { return std::exchange(last, log.snapshot()) != last; };
    QVERIFY(!isAnother());
    log.setWatch(1, scope("Pod"));
    QVERIFY(isAnother());
    log.append(listEntry(1, {}));
    QVERIFY(isAnother());
    log.append(listEntry(1, {}, EntryClass::Replayed));
    QVERIFY2(!isAnother(), "what is told again is no news");
    log.append(pod(0));
    QVERIFY(isAnother());
    log.closeWatch(1, Start);
    QVERIFY(isAnother());
    for (RowId row = 0; row < 2 * EventLog::ChunkRows; ++row)
        log.append(pod(row));
    QVERIFY(isAnother());
    log.setBounds({.rows = EventLog::ChunkRows});
    QVERIFY(!isAnother());
    log.step();
    QVERIFY(isAnother());
}

void TestHistorySnapshot::itSaysWhatTheLogSaidWhateverTheLogDoes_data()
{
    QTest::addColumn<bool>("isFiled");
    QTest::newRow("all in memory") << false;
    QTest::newRow("on the disk what may be") << true;
}

void TestHistorySnapshot::itSaysWhatTheLogSaidWhateverTheLogDoes()
{
    QFETCH(const bool, isFiled);
    HistoryTeller teller(seed());
    const QTemporaryDir folder;
    auto filed = std::make_unique<JournaledLog>(
        EventLog::Bounds{.rows = 3 * EventLog::ChunkRows, .changes = EventLog::ChunkRows}, folder.path().toStdString(),
        EventLog::ChunkRows);
    EventLog *log = &filed->log;
    std::deque<Taken> taken;
    bool isCut = false;
    bool wasOnDisk = false; // what is may all have fallen off by the end
    for (int round = 0, end = rounds(40); round < end; ++round) {
        for (std::size_t i = teller.below(1500); i > 0; --i)
            teller.tell(*log);
        if (isFiled && teller.below(3) > 0)
            filed->write();
        wasOnDisk |= log->diskBytes() > 0;
        while (teller.below(4) > 0 && log->step()) {
        }
        if (const std::optional<RevisionCut> cut = log->takeCut()) {
            teller.bodies().forget(*cut);
            isCut = true;
        }
        if (teller.below(2) == 0 && taken.size() < 5)
            taken.emplace_back(*log, teller.below(1000));
        if (!taken.empty() && teller.below(3) == 0)
            taken.erase(taken.begin() + std::ptrdiff_t(teller.below(taken.size())));
        if (!taken.empty()) {
            const QString wrong = taken[teller.below(taken.size())].wrong();
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }
    QVERIFY(log->now().begin() > 0);
    QVERIFY(log->now().reuses() > 0);
    QVERIFY(isCut);
    QCOMPARE(wasOnDisk, isFiled);
    QVERIFY(!log->snapshot()->spillError());
    taken.emplace_back(*log, teller.below(1000));
    filed.reset();
    for (const Taken &one : taken) {
        const QString wrong = one.wrong();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestHistorySnapshot::aNumberIsFreeAtOnceAndMeansTheOldTextInIt()
{
    EventLog log({.rows = EventLog::ChunkRows});
    const auto tell = [&log] {
        for (RowId i = 0; i < 2 * EventLog::ChunkRows; ++i)
            log.append(pod(log.now().end()));
    };
    tell();
    const HistoryPtr first = log.snapshot();
    tell();
    QVERIFY(first->reuses() < log.now().reuses());
    QVERIFY2(log.now().names().size() <= 2 * EventLog::ChunkRows + 1, "none waits for the snapshot");
    for (RowId row = first->begin(); row < first->end(); ++row) {
        const std::string name = std::to_string(row);
        QCOMPARE(first->name(row), std::string_view(name));
        QCOMPARE(first->manager(row), std::string_view("manager-" + name));
        QCOMPARE(first->paths().texts().text(first->paths().members(first->pathsId(row)).front()),
                 std::string_view("path-" + name));
    }
}

/// The changes of older rows are not at hand: they are found in the bodies.
void TestHistorySnapshot::whatChangedIsFoundInBodiesThatTheStoreForgot()
{
    RevisionBodies bodies({.chunkBytes = 4 * limits::KiB});
    const auto writer = bodies.writer({"", "v1", "pods"});
    EventLog log({.rows = 3 * EventLog::ChunkRows, .changes = 0});
    log.setWatch(1, scope("Pod"));
    ObjectPtr before;
    const auto tell = [&](RowId rows) {
        for (; rows > 0; --rows) {
            const std::string number = std::to_string(log.now().end());
            auto made = object("web", "a", number);
            const std::string json = "{\"spec\":{\"n\":" + number + "}}";
            made->body = writer->keep({.uid = "a", .line = json, .object = json});
            auto told = entry(1, EntryType::Modified, made);
            told->previous = std::exchange(before, made);
            log.append(told);
        }
    };
    tell(2 * EventLog::ChunkRows + 1);
    const HistoryPtr taken = log.snapshot();
    tell(3 * EventLog::ChunkRows);
    const std::optional<RevisionCut> cut = log.takeCut();
    QVERIFY(cut);
    bodies.forget(*cut);
    QVERIFY(taken->object(7)->body.object().empty());
    QCOMPARE(taken->json(*taken->object(7)), std::string("{\"spec\":{\"n\":7}}"));
    const ChangesPtr changes = taken->changes(7);
    QVERIFY(changes);
    QCOMPARE(changes->total, 1);
    QCOMPARE(changes->first.front().path, std::string_view("spec.n"));
    QCOMPARE(changes->first.front().before, std::string_view("6"));
    QCOMPARE(changes->first.front().after, std::string_view("7"));
}

void TestHistorySnapshot::bodiesOfAnotherStoreAreReadThere()
{
    const auto kept = [](RevisionBodies &bodies, const std::string &name) {
        auto made = object("web", name);
        const std::string json = "{\"of\":\"" + name + "\"}";
        made->body = bodies.writer({"", "v1", "pods"})->keep({.uid = name, .line = json, .object = json});
        return made;
    };
    RevisionBodies one;
    RevisionBodies other;
    EventLog log;
    log.append(batch({entry(1, EntryType::Added, kept(one, "a")), entry(1, EntryType::Added, kept(other, "b")),
                      entry(1, EntryType::Added, kept(one, "c"))}));
    const HistoryPtr history = log.snapshot();
    for (RowId row = 0; row < 3; ++row) {
        QCOMPARE(history->revision(row), revisionOf(history->object(row)->body));
        const auto text = history->revisions(row).read(history->revision(row));
        QVERIFY(text);
        QCOMPARE(text->line, "{\"of\":\"" + std::string(history->name(row)) + "\"}");
    }
}

} // namespace tst_historysnapshot

WK_TEST(tst_historysnapshot, TestHistorySnapshot, QCoreApplication)
#include "tst_historysnapshot.moc"
