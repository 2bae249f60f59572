// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalbound.h"
#include "core/history/journal/journalusage.h"
#include "tests/core/history/journal/journalrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

namespace tst_journalfaults {

using namespace wk;
using test::journalTime;
using test::production;
using test::put;
using test::staging;
using test::TestProcess;

namespace {

/// A disk of 2 MiB at a place, for this process alone. False where a process may not have one.
bool mountSmallDisk(const std::string &place)
{
    const int user = ::geteuid() == 0 ? 0 : CLONE_NEWUSER;
    return ::unshare(CLONE_NEWNS | user) == 0 && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("none", place.c_str(), "tmpfs", 0, "size=2m,mode=700") == 0;
}

/// Leaves so many bytes of a disk, or a page less.
void fill(const std::string &folder, std::size_t left)
{
    const std::string path = folder + "/filler";
    const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600));
    const std::string page(4096, 'x');
    off_t size = 0;
    for (ssize_t count = 1; count > 0; size += std::max<ssize_t>(count, 0))
        count = ::write(file.get(), page.data(), page.size());
    static_cast<void>(::ftruncate(file.get(), std::max<off_t>(0, size - off_t(left))));
}

bool makeReadOnly(const std::string &place)
{
    return ::mount("none", place.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0;
}

std::string said(const Error &error)
{
    return std::string(kindName(error.kind)) + ": " + error.text;
}

template <class Value>
std::string said(const Result<Value> &result)
{
    return result ? "ok" : said(result.error());
}

Result<JournalClaim> claimed(const JournalRoot &root, const JournalCluster &cluster = staging())
{
    return claimSet(root, cluster, journalTime(1), 1);
}

} // namespace

/// What a disk does that is full, or may only be read: fault matrix D1, D2, D8.
class TestJournalFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDiskThatFailsIsSaid_data();
    void aDiskThatFailsIsSaid();
    void whereThereIsNoHomeThereIsNoRoot_data();
    void whereThereIsNoHomeThereIsNoRoot();
};

using Fault = std::string (*)(const std::string &place);

void TestJournalFaults::aDiskThatFailsIsSaid_data()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<QByteArray>("says");
    const QByteArray full("FileWriteFailed: No space left on device.");
    const QByteArray readOnly("FileWriteFailed: Read-only file system.");

    QTest::newRow("full, at the first start") << Fault([](const std::string &place) {
        const auto root = JournalRoot::open(place);
        fill(place, 0);
        return said(claimed(*root));
    }) << full;
    QTest::newRow("full, where the tail of another is to be copied") << Fault([](const std::string &place) {
        const auto root = JournalRoot::open(place);
        const auto first = claimed(*root);
        put(first->tailPath(1), std::string(600'000, 'x'), journalTime(1));
        fill(place, 300'000);
        const auto before = test::sizesIn(first->folder);
        const std::string words = said(claimed(*root));
        return test::sizesIn(first->folder) == before ? words : "it leaves something";
    }) << full;
    QTest::newRow("full, and then there is room again") << Fault([](const std::string &place) {
        const auto root = JournalRoot::open(place);
        fill(place, 0);
        static_cast<void>(claimed(*root));
        ::unlink((place + "/filler").c_str());
        return said(claimed(*root));
    }) << QByteArray("ok");
    QTest::newRow("full, and what is dead is to go") << Fault([](const std::string &place) {
        const auto root = JournalRoot::open(place);
        put(claimed(*root)->segmentPath(1), std::string(100'000, 'x'), journalTime(1));
        fill(place, 0);
        const auto freed = enforceBound(*root, {0, {}}, journalTime(2));
        return freed && freed->bytes == 100'000 && root->folders()->empty() ? "ok" : said(freed);
    }) << QByteArray("ok");
    QTest::newRow("read-only, at the first start") << Fault([](const std::string &place) {
        const auto root = JournalRoot::open(place);
        return makeReadOnly(place) ? said(claimed(*root)) : "no";
    }) << readOnly;
    QTest::newRow("read-only, at the next start, its past can be read") << Fault([](const std::string &place) {
        const auto root = JournalRoot::open(place);
        put(claimed(*root)->segmentPath(1), "one", journalTime(1));
        const auto next = makeReadOnly(place) ? claimed(*root) : Error{};
        return next ? test::readChain(next->past) : said(next);
    }) << QByteArray("one");
    QTest::newRow("read-only, the folder is not there") << Fault([](const std::string &place) {
        return makeReadOnly(place) ? said(JournalRoot::open(place + "/state/history")) : "no";
    }) << QByteArray("FileWriteFailed: The directory cannot be made: Read-only file system.");
    QTest::newRow("read-only, to be looked at") << Fault([](const std::string &place) {
        const auto root = JournalRoot::open(place);
        put(claimed(*root)->segmentPath(1), "one", journalTime(1));
        const auto usage = makeReadOnly(place) ? usageOf(*root, journalTime(2)) : Error{};
        return usage && usage->bytes == 3 ? "ok" : said(usage);
    }) << QByteArray("ok");
    QTest::newRow("read-only, to be bounded") << Fault([](const std::string &place) {
        const auto root = JournalRoot::open(place);
        put(claimed(*root)->segmentPath(1), "one", journalTime(1));
        return makeReadOnly(place) ? said(enforceBound(*root, {0, {}}, journalTime(2))) : "no";
    }) << readOnly;
    QTest::newRow("one cluster's folder is read-only, another's goes") << Fault([](const std::string &place) {
        const auto root = JournalRoot::open(place);
        const std::string stuck = root->makeFolder(production()).value();
        ::mount("none", stuck.c_str(), "tmpfs", 0, "size=1m,mode=700");
        put(claimed(*root, production())->segmentPath(1), "one", journalTime(1));
        put(claimed(*root)->segmentPath(1), "one", journalTime(2));
        if (!makeReadOnly(stuck))
            return std::string("no");
        const std::string words = said(deleteHistory(*root, {}));
        return test::isThere(root->folderOf(staging().id)) ? "it stopped at the first" : words;
    }) << readOnly;
    QTest::newRow("read-only, and another cluster is behind the URL") << Fault([](const std::string &place) {
        const auto root = JournalRoot::open(place);
        const ClusterId here = *ClusterId::fromText("at https://127.0.0.1:6443 ca  name ");
        return makeReadOnly(place) ? said(root->remember(here, staging().id)) : "no";
    }) << readOnly;
}

void TestJournalFaults::aDiskThatFailsIsSaid()
{
    QFETCH(Fault, fault);
    QFETCH(QByteArray, says);
    const QTemporaryDir home;
    const std::string place = home.path().toStdString();
    TestProcess program([&](TestProcess::Line &line) {
        const bool isMounted = mountSmallDisk(place);
        line.say(isMounted ? "mounted" : "not");
        line.say(isMounted ? fault(place) : std::string());
    });
    if (program.hear() != "mounted")
        QSKIP("a process may not have a disk of its own here");
    QCOMPARE(QByteArray::fromStdString(program.hear()), says);
}

void TestJournalFaults::whereThereIsNoHomeThereIsNoRoot_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("a device") << QByteArray("/dev/null/history");
    QTest::newRow("what the system makes up") << QByteArray("/proc/history");
    QTest::newRow("a name that is too long") << "/tmp/" + QByteArray(300, 'x');
}

void TestJournalFaults::whereThereIsNoHomeThereIsNoRoot()
{
    QFETCH(QByteArray, path);
    const auto root = JournalRoot::open(path.toStdString());
    QVERIFY(!root.ok());
    QCOMPARE(root.error().kind, ErrorKind::FileWriteFailed);
    QVERIFY(!root.error().text.empty());
}

} // namespace tst_journalfaults

WK_TEST(tst_journalfaults, TestJournalFaults, NoApplication)
#include "tst_journalfaults.moc"
