// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/matrixscene.h"
#include "tests/support/faultserver.h"

#include <cstdio>
#include <map>

namespace wk::matrix {

/// What goes wrong, what is said of it, and how it ends. The name begins with the row's ID in the fault matrix.
struct Case {
    const char *name;
    std::vector<FaultScript::Step> steps;
    WatchState state;
    ErrorKind kind;
    bool leavesGap = false;
    /// Besides the steps, or in place of the usual three changes while the fault lasts.
    std::function<void(Scene &)> strike = {};
    /// Looks once more, after the state was told and before anything is mended.
    std::function<void(Scene &)> check = {};
    /// Looks once more when all is well again.
    std::function<void(Scene &)> after = {};
};

inline std::string text(const QByteArray &bytes)
{
    return bytes.toStdString();
}

/// "HTTP/1.1 500 …" with a Status.
inline std::string status(int code, const char *reason, const QByteArray &message, const QByteArray &headers = {})
{
    return text(FaultServer::status(code, reason, message, headers));
}

/// An ERROR event, in a chunk of its own.
inline std::string errorChunk(const QByteArray &object)
{
    return text(ScriptServer::chunk(FaultServer::event("ERROR", object)));
}

/// Which cases of the fault matrix were run, for the one line each that the run prints at its end.
class Executed
{
public:
    void add(const std::string &id, int cases = 1) { m_cases[id] += cases; }
    /// A data row that has not failed.
    void addRow()
    {
        const QByteArray row = QTest::currentDataTag();
        if (!row.isEmpty() && !QTest::currentTestFailed())
            add(row.left(row.indexOf(' ')).toStdString());
    }
    void print() const
    {
        for (const auto &[id, cases] : m_cases)
            std::printf("cases %s %d\n", id.c_str(), cases);
        std::fflush(stdout);
    }

private:
    std::map<std::string, int> m_cases;
};

inline void addRows(const std::vector<Case> &cases)
{
    QTest::addColumn<int>("row");
    for (const Case &row : cases)
        QTest::newRow(row.name) << int(&row - cases.data());
}

inline void verifySaid(const Scene &scene, const Case &row)
{
    QVERIFY2(soon([&] { return scene.said(row.state, row.kind) != nullptr; }), scene.words());
}

inline void verifyMended(Scene &scene, const Case &row)
{
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    scene.put("made-later");
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap) > 0, row.leavesGap);
    QVERIFY(row.steps.empty() || scene.script.fired() > 0);
    if (row.after)
        row.after(scene);
}

/// The fault meets the first list: nothing is shown until it is whole.
inline void meetTheList(Scene &scene, const Case &row)
{
    for (const auto &step : row.steps)
        scene.script.add(step);
    if (row.strike)
        row.strike(scene);
    scene.start();
    verifySaid(scene, row);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(!scene.informer->hasSynced());
    QCOMPARE(scene.informer->store().size(), 0u);
    if (row.check)
        row.check(scene);
    scene.put("made-meanwhile");
    scene.script.heal();
    verifyMended(scene, row);
}

/// The fault meets a stream that has been open for ten seconds: what is shown stays, and is said to be stale.
inline void meetTheWatch(Scene &scene, const Case &row)
{
    QVERIFY2(scene.watches(), scene.words());
    for (const auto &step : row.steps)
        scene.script.add(step);
    if (row.strike) {
        row.strike(scene);
    } else {
        scene.put("settings");
        scene.put("made-meanwhile");
        scene.remove("certs");
    }
    verifySaid(scene, row);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(scene.said(row.state, row.kind)->staleSince);
    if (row.check)
        row.check(scene);
    scene.script.heal();
    verifyMended(scene, row);
}

} // namespace wk::matrix
