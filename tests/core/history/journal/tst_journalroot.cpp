// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalnote.h"
#include "core/history/journal/journalroot.h"
#include "core/history/journal/journalset.h"
#include "tests/core/history/journal/journalrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

namespace tst_journalroot {

using namespace wk;
using test::isThere;
using test::production;
using test::staging;

namespace {

const ClusterId &here()
{
    static const ClusterId id = *ClusterId::fromText("at https://127.0.0.1:6443 ca  name ");
    return id;
}

int modeOf(const std::string &path)
{
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0 ? int(status.st_mode & 07777) : -1;
}

} // namespace

class TestJournalRoot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        ::umask(0); // the worst: nothing but our own modes protects
        m_rig = std::make_unique<test::JournalRig>();
    }
    void allOfItIsNobodyElses();
    void aPlaceThatIsNotOursIsRefused_data();
    void aPlaceThatIsNotOursIsRefused();
    void aLinkToOursWillDo();
    void noTextOfAClusterIsInAName();
    void aFolderSaysWhoseItIs();
    void anotherClustersFolderIsRefused();
    void aNoteThatIsDamagedIsWrittenAnew_data();
    void aNoteThatIsDamagedIsWrittenAnew();
    void whatWasFoundThereIsRemembered();
    void whatLedThereGoesWithTheFolder();
    void whatLedToSeveralGoesWithTheirFolder();
    void whatWeDoNotKnowStays();
    void whatAKilledProgramLeftGoes();

private:
    std::string home(const char *name) const { return m_home.path().toStdString() + '/' + name; }

    QTemporaryDir m_home;
    std::unique_ptr<test::JournalRig> m_rig;
};

void TestJournalRoot::allOfItIsNobodyElses()
{
    const JournalRoot root = m_rig->root();
    QVERIFY(root.lock().ok());
    const std::string folder = root.makeFolder(staging()).value();
    QVERIFY(root.remember(here(), staging().id).ok());
    QCOMPARE(modeOf(root.path()), 0700);
    QCOMPARE(modeOf(folder), 0700);
    QCOMPARE(modeOf(folder + "/cluster"), 0600);
    QCOMPARE(modeOf(root.path() + "/lock"), 0600);
    QCOMPARE(modeOf(root.folderOf(here()) + ".alias"), 0600);
}

void TestJournalRoot::aPlaceThatIsNotOursIsRefused_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("a file") << QByteArray("file") << QByteArray("no directory");
    QTest::newRow("within a file") << QByteArray("file/history") << QByteArray("cannot be made");
    QTest::newRow("others may write") << QByteArray("open") << QByteArray("Others may write");
    QTest::newRow("a link to what others may write") << QByteArray("link") << QByteArray("Others may write");
    QTest::newRow("another user's") << QByteArray("theirs") << QByteArray("another user's");
}

void TestJournalRoot::aPlaceThatIsNotOursIsRefused()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, why);
    test::put(home("file"), "x", test::journalTime());
    ::mkdir(home("open").c_str(), 0770);
    ::symlink("open", home("link").c_str());
    ::mkdir(home("theirs").c_str(), 0700);
    if (::chown(home("theirs").c_str(), 65534, 65534) != 0 && name == "theirs")
        QSKIP("only root can give a folder away");
    const auto root = JournalRoot::open(home(name.constData()));
    QVERIFY(!root.ok());
    QCOMPARE(root.error().kind, ErrorKind::FileWriteFailed);
    QVERIFY2(root.error().text.find(why.toStdString()) != std::string::npos, root.error().text.c_str());
    QVERIFY(root.error().place.starts_with(home("")));
    if (name.contains('/'))
        return;
    // The same in the place of a cluster's folder, where a link is none of ours either.
    const JournalRoot ours = m_rig->root();
    QCOMPARE(::rename(home(name.constData()).c_str(), ours.folderOf(staging().id).c_str()), 0);
    const auto folder = ours.makeFolder(staging());
    QVERIFY(!folder.ok());
    QCOMPARE(folder.error().kind, ErrorKind::FileWriteFailed);
    QCOMPARE(folder.error().place, ours.folderOf(staging().id));
    QVERIFY(ours.folders()->empty());
}

void TestJournalRoot::aLinkToOursWillDo()
{
    ::mkdir(home("big-disk").c_str(), 0755);
    QCOMPARE(::symlink("big-disk", home("ours").c_str()), 0);
    const auto root = JournalRoot::open(home("ours"));
    QVERIFY(root.ok());
    QVERIFY(root->makeFolder(staging()).ok());
}

void TestJournalRoot::noTextOfAClusterIsInAName()
{
    const JournalRoot root = m_rig->root();
    const JournalCluster hostile{ClusterId::known("../../x\n\xff"), "../\n\xff%0A"};
    const std::string folder = root.makeFolder(hostile).value();
    QCOMPARE(folder.size(), root.path().size() + 1 + 16);
    QVERIFY(QByteArray::fromHex(QByteArray::fromStdString(folder.substr(folder.size() - 16))).size() == 8);
    QCOMPARE(root.folders()->size(), std::size_t(1));
    QVERIFY(JournalRoot::clusterOf(folder)->id == hostile.id);
    QCOMPARE(JournalRoot::clusterOf(folder)->name, hostile.name);
    // Two names that differ in case only are two even where files' names do not.
    QVERIFY(root.folderOf(ClusterId::known("a")) != root.folderOf(ClusterId::known("A")));
}

void TestJournalRoot::aFolderSaysWhoseItIs()
{
    const JournalRoot root = m_rig->root();
    QVERIFY(root.folders()->empty());
    const std::string folder = root.makeFolder(staging()).value();
    QCOMPARE(root.makeFolder(staging()).value(), folder);
    QCOMPARE(JournalRoot::clusterOf(folder)->name, std::string("staging"));
    QVERIFY(root.makeFolder({staging().id, "staging, of old"}).ok());
    QCOMPARE(JournalRoot::clusterOf(folder)->name, std::string("staging, of old"));
    QVERIFY(root.makeFolder({staging().id, std::string(200'000, 'x')}).ok());
    QVERIFY(JournalRoot::clusterOf(folder)->name.size() <= 1024);
    QVERIFY(!JournalRoot::clusterOf(root.path() + "/absent"));
}

void TestJournalRoot::anotherClustersFolderIsRefused()
{
    const JournalRoot root = m_rig->root();
    const std::string theirs = root.makeFolder(production()).value();
    QCOMPARE(::rename(theirs.c_str(), root.folderOf(staging().id).c_str()), 0);
    const auto folder = root.makeFolder(staging());
    QVERIFY(!folder.ok());
    QCOMPARE(folder.error().kind, ErrorKind::FileUnreadable);
    QCOMPARE(folder.error().text, std::string("Another cluster's history lies in this directory."));
}

void TestJournalRoot::aNoteThatIsDamagedIsWrittenAnew_data()
{
    QTest::addColumn<QByteArray>("note");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("binary") << QByteArray("\0\xff\n\n", 4);
    QTest::newRow("a head alone") << QByteArray("watchkeeper history 1");
    QTest::newRow("without an id") << QByteArray("watchkeeper history 1\nname x\n");
    QTest::newRow("an id of no kind") << QByteArray("watchkeeper history 1\nid x\n");
    QTest::newRow("too large") << QByteArray(100'000, 'x');
}

void TestJournalRoot::aNoteThatIsDamagedIsWrittenAnew()
{
    QFETCH(QByteArray, note);
    const JournalRoot root = m_rig->root();
    const std::string folder = root.makeFolder(staging()).value();
    QCOMPARE(::unlink((folder + "/cluster").c_str()), 0);
    test::put(folder + "/cluster", note.toStdString(), test::journalTime());
    QVERIFY(!JournalRoot::clusterOf(folder));
    QVERIFY(root.makeFolder(staging()).ok());
    QVERIFY(JournalRoot::clusterOf(folder)->id == staging().id);
}

void TestJournalRoot::whatWasFoundThereIsRemembered()
{
    const JournalRoot root = m_rig->root();
    QVERIFY(!root.knownAs(here()));
    QVERIFY(root.remember(here(), staging().id).ok());
    QVERIFY(root.knownAs(here()) == staging().id);
    QVERIFY(root.remember(here(), production().id).ok()); // another is behind the same URL now
    QVERIFY(m_rig->root().knownAs(here()) == production().id);
    // What another hash leads to is not believed.
    const ClusterId there = *ClusterId::fromText("at https://127.0.0.2:6443 ca  name ");
    QCOMPARE(::rename((root.folderOf(here()) + ".alias").c_str(), (root.folderOf(there) + ".alias").c_str()), 0);
    QVERIFY(!root.knownAs(there));
}

void TestJournalRoot::whatLedThereGoesWithTheFolder()
{
    const JournalRoot root = m_rig->root();
    const ClusterId there = *ClusterId::fromText("at https://127.0.0.2:6443 ca  name ");
    QVERIFY(root.remember(here(), staging().id).ok());
    QVERIFY(root.remember(there, production().id).ok());
    root.removeFolder(root.makeFolder(staging()).value());
    QVERIFY(root.folders()->empty());
    QVERIFY(!root.knownAs(here()));
    QVERIFY(root.knownAs(there) == production().id);
}

/// But for one that has a folder of its own, too.
void TestJournalRoot::whatLedToSeveralGoesWithTheirFolder()
{
    const JournalRoot root = m_rig->root();
    const ClusterId there = *ClusterId::fromText("at https://127.0.0.2:6443 ca  name ");
    QVERIFY(root.remember(here(), staging().id).ok());
    QVERIFY(root.remember(there, production().id).ok());
    QVERIFY(root.makeFolder(production()).ok());
    const JournalCluster both{ClusterId::ofAll({here(), there}), "staging, production"};
    root.removeFolder(root.makeFolder(both).value());
    QVERIFY(!root.knownAs(here()));
    QVERIFY(root.knownAs(there) == production().id);
}

void TestJournalRoot::whatWeDoNotKnowStays()
{
    const JournalRoot root = m_rig->root();
    const std::string folder = root.makeFolder(staging()).value();
    test::put(folder + "/notes.txt", "mine", test::journalTime());
    root.removeFolder(folder);
    QVERIFY(isThere(folder + "/notes.txt"));
    QVERIFY2(JournalRoot::clusterOf(folder), "it is still said whose it is");
}

void TestJournalRoot::whatAKilledProgramLeftGoes()
{
    const JournalRoot root = m_rig->root();
    const std::string folder = root.makeFolder(staging()).value();
    const std::string alias = root.folderOf(here()) + ".alias.aB3xY0";
    test::put(alias, "half", test::journalTime());
    test::put(folder + "/cluster.aB3xY0", "half", test::journalTime());
    root.removeFolder(folder);
    QVERIFY(!isThere(folder));
    QVERIFY(!isThere(alias));
}

} // namespace tst_journalroot

WK_TEST(tst_journalroot, TestJournalRoot, NoApplication)
#include "tst_journalroot.moc"
