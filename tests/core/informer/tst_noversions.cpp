// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/sharedinformer.h"
#include "core/resource/bodystore.h"
#include "tests/core/informer/informerrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

/// Servers whose lists or objects have no resourceVersion, as some aggregated ones are, or none that says all.
namespace tst_noversions {

using namespace wk;
using Rig = InformerRig;
using namespace std::chrono_literals;

namespace {

/// An object that says this and has no version.
ObjectPtr saying(const char *name, std::string_view body)
{
    static BodyStore bodies;
    Object made = *makeObject("n", name, name, "");
    made.body = bodies.keep({made.uid, body, body, false});
    return makeCounted<const Object>(std::move(made));
}

} // namespace

class TestNoVersions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C15_whatHasNoVersionsAtAllIsListedAgainLater();
    void C5_aRelistWithoutVersionsComparesContents();
    void C16_whereTwoHistoriesMayHaveAVersionARelistComparesContents();
    void C15_anEventWithoutAVersionIsSaidToBeOne();
};

void TestNoVersions::C15_whatHasNoVersionsAtAllIsListedAgainLater()
{
    Rig rig;
    rig.informer.start();
    (*rig.source)->listed(Rig::page({saying("a", R"({"x":1})"), saying("b", R"({"x":1})")}, ""));
    QCOMPARE(rig.heard, QStringList(QStringLiteral("LIST 2@")));
    (*rig.source)->watchOpened(); // its events may have versions
    QVERIFY(rig.informer.status().state == WatchState::Live);
    (*rig.source)->eventsArrived({makeEvent(EventType::Modified, saying("a", R"({"x":3})"))});
    (*rig.source)->listed(Rig::page({saying("a", R"({"x":1})"), saying("b", R"({"x":1})")}, ""));
    const WatchStatus status = rig.informer.status();
    QVERIFY(status.state == WatchState::Polled && status.error->kind == ErrorKind::NoVersion);
    QVERIFY(status.nextTry && !status.staleSince);
    rig.clock.advance(30s);
    rig.heard.clear();
    (*rig.source)->listed(Rig::page({saying("a", R"({"x":1})"), saying("b", R"({"x":2})")}, ""));
    QCOMPARE(rig.heard, QStringList(QStringLiteral("MODIFIED/inferred b@")));
    rig.clock.advance(30s); // and one that has a version is watched from it
    (*rig.source)->listed(Rig::page({saying("a", R"({"x":1})")}, "7"));
    (*rig.source)->watchOpened();
    QCOMPARE(rig.source->lastWatch.from.text(), std::string("7"));
    QVERIFY(rig.informer.status().state == WatchState::Live && !rig.informer.status().error);
}

void TestNoVersions::C5_aRelistWithoutVersionsComparesContents()
{
    Rig rig;
    rig.informer.start();
    (*rig.source)->listed(Rig::page({saying("a", R"({"x":1})"), saying("b", R"({"x":1})")}, "7"));
    (*rig.source)->watchOpened();
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    rig.heard.clear();
    (*rig.source)->listed(Rig::page({saying("a", R"({"x":1})"), saying("b", R"({"x":2})")}, "8"));
    QCOMPARE(rig.heard, QStringList({QStringLiteral("GAP 7-8"), QStringLiteral("RELIST@8"),
                                     QStringLiteral("MODIFIED/inferred b@")}));
    QVERIFY(rig.found == (RelistCounts{2, 0, 1, 0}));
}

/// Etcd was restored and compacted while nobody watched: that its history is another one nobody could find out.
void TestNoVersions::C16_whereTwoHistoriesMayHaveAVersionARelistComparesContents()
{
    const auto versioned = [](const char *name, const char *body) {
        Object made = *saying(name, body);
        made.version = ResourceVersion("5");
        return makeCounted<const Object>(std::move(made));
    };
    Rig rig;
    rig.source->hasSharedVersions = true;
    rig.informer.start();
    (*rig.source)->listed(Rig::page({versioned("a", R"({"x":1})"), versioned("b", R"({"x":1})")}, "7"));
    (*rig.source)->watchOpened();
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    rig.heard.clear();
    (*rig.source)->listed(Rig::page({versioned("a", R"({"x":1})"), versioned("b", R"({"x":2})")}, "8"));
    QCOMPARE(rig.heard, QStringList({QStringLiteral("GAP 7-8"), QStringLiteral("RELIST@8"),
                                     QStringLiteral("MODIFIED/inferred b@5")}));
}

void TestNoVersions::C15_anEventWithoutAVersionIsSaidToBeOne()
{
    Rig rig;
    rig.bringUp();
    (*rig.source)->eventsArrived({makeEvent(EventType::Modified, saying("a", R"({"x":1})"))});
    QVERIFY(rig.informer.status().error->kind == ErrorKind::NoVersion);
    QVERIFY(rig.informer.status().state == WatchState::Relisting);
}

} // namespace tst_noversions

WK_TEST(tst_noversions, TestNoVersions, QCoreApplication)
#include "tst_noversions.moc"
