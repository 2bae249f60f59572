// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/framingcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_framing {

using namespace wk;
using namespace wk::matrix;
using namespace wk::matrix::framing;

/// How an answer lies on the wire, H22 to H24, H26 and H29 of the fault matrix: what two readers could understand
/// differently is none, at once, and what a server may say is understood.
class TestFaultsFraming : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aListIsShownWholeOrNotAtAll_data() { addRows(); }
    void aListIsShownWholeOrNotAtAll();
    void aWatchGoesOnWhereItBroke_data() { addRows(); }
    void aWatchGoesOnWhereItBroke();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    static void addRows();
    Executed m_executed;
};

const std::vector<Framing> &all()
{
    static const std::vector<Framing> framings = [] {
        std::vector<Framing> rows;
        for (const auto &some : {ofChunks(), ofLineFeeds(), ofLengths(), ofInterims(), ofBounds()})
            rows.insert(rows.end(), some.begin(), some.end());
        return rows;
    }();
    return framings;
}

void TestFaultsFraming::addRows()
{
    QTest::addColumn<int>("row");
    for (const Framing &row : all())
        QTest::newRow(row.name.c_str()) << int(&row - all().data());
}

/// Said in the right words, and the rest of what a Case says.
Case caseOf(const Framing &framing, WatchState state, std::vector<FaultScript::Step> steps)
{
    const Verdict &verdict = framing.verdict;
    return {.name = framing.name.c_str(),
            .steps = std::move(steps),
            .state = state,
            .kind = verdict.kind,
            .check = [verdict, state](Scene &scene) {
                const std::string said = scene.said(state, verdict.kind)->error->text;
                QVERIFY2(said.find(verdict.words) != std::string::npos, said.c_str());
            }};
}

/// Nobody hears that anything was odd.
void verifyUntroubled(Scene &scene)
{
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    for (const WatchStatus &status : scene.told)
        QVERIFY2(!status.error, scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap), 0);
    QCOMPARE(scene.script.lists(), 1);
}

void TestFaultsFraming::aListIsShownWholeOrNotAtAll()
{
    QFETCH(int, row);
    const Framing &framing = all()[std::size_t(row)];
    const FaultScript::Step step{Place::ListAnswer, [&framing](const auto &, std::string_view answer) {
                                     const std::string body(answer.substr(answer.find("\r\n\r\n") + 4));
                                     return Deed{.instead = framing.head(body) + framing.body(body) +
                                                            framing.end.value_or(LastChunk),
                                                 .then = framing.then};
                                 }};
    Scene scene;
    if (framing.verdict.isGood) {
        scene.script.add(step);
        scene.start();
        verifyUntroubled(scene);
        return;
    }
    Case asCase = caseOf(framing, framing.verdict.ofList, {step});
    asCase.check = [said = asCase.check](Scene &seen) {
        said(seen);
        QCOMPARE(seen.script.lists(), 1); // and not again before its time
        QVERIFY(seen.pause() >= 800ms);
    };
    meetTheList(scene, asCase);
}

void TestFaultsFraming::aWatchGoesOnWhereItBroke()
{
    QFETCH(int, row);
    const Framing &framing = all()[std::size_t(row)];
    const std::vector<FaultScript::Step> steps = {
        endsInOrder(),
        {Place::WatchHead,
         [&framing](const auto &, auto) { return Deed{.instead = framing.head(std::string(100, ' '))}; }},
        {Place::Frames, [&framing](const auto &, std::string_view frames) {
             return Deed{.instead = framing.body(joined(frames)) + framing.end.value_or(""), .then = framing.then};
         }}};
    Scene scene;
    if (!framing.verdict.isGood) {
        Case asCase = caseOf(framing, framing.verdict.ofWatch, steps);
        asCase.after = [](Scene &seen) {
            QCOMPARE(seen.script.lists(), 1);
            QCOMPARE(seen.count(EntryType::Reconnect), 1);
        };
        meetTheWatch(scene, asCase);
        return;
    }
    QVERIFY2(scene.watches(), scene.words());
    for (const auto &step : steps)
        scene.script.add(step);
    scene.put("settings");
    scene.put("made-meanwhile");
    scene.remove("certs");
    verifyUntroubled(scene);
    QCOMPARE(scene.script.fired(), int(steps.size()));
    QCOMPARE(scene.count(EntryType::Reconnect), 0);
}

} // namespace tst_faults_framing

WK_TEST(tst_faults_framing, TestFaultsFraming, QCoreApplication)
#include "tst_faults_framing.moc"
