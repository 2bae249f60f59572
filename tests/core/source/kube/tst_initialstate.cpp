// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"
#include "core/source/kube/initialstate.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

namespace tst_initialstate {

using namespace wk;

class TestInitialState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C13_cellsStandUnderTheColumnsOfTheFirst();
    void C13_nothingHasNoColumns();
};

void TestInitialState::C13_cellsStandUnderTheColumnsOfTheFirst()
{
    Decoder decoder(pods(), Decoder::Bodies::Drop);
    const auto event = [&decoder](const std::string &object) {
        return decoder.event(eventLine("ADDED", object)).value();
    };
    std::vector<WatchEvent> events{
        event(tableOf(R"([{"name":"Status","type":"string"},{"name":"Name","type":"string"}])",
                      R"([{"cells":["Running","a"],"object":{"metadata":{"name":"a","resourceVersion":"3"}}}])")),
        event(R"({"metadata":{"name":"b","resourceVersion":"5"}})")};
    InitialState state;
    for (WatchEvent &one : events)
        state.take(one);
    for (const ListPage &page : {state.page(ResourceVersion("9")), state.pageOf(events)}) {
        QCOMPARE(page.objects.size(), 2u);
        QVERIFY((page.objects[0]->cells == std::vector<Cell>{"Running", "a"}));
        QVERIFY((page.objects[1]->cells == std::vector<Cell>{UnknownCell, "b"}));
        QCOMPARE(page.columns->at(0).name, std::string("Status"));
    }
}

void TestInitialState::C13_nothingHasNoColumns()
{
    QVERIFY(!InitialState().page(ResourceVersion("9")).columns);
}

} // namespace tst_initialstate

WK_TEST(tst_initialstate, TestInitialState, QCoreApplication)
#include "tst_initialstate.moc"
