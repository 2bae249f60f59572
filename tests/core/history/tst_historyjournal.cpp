// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/core/history/journaledlog.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_historyjournal {

using namespace wk;
using namespace wk::test;

constexpr RowId SegmentRows = 2 * EventLog::ChunkRows;

/// A little of the text, from where it is another one than the other.
std::string fromThere(const std::string &text, const std::string &other)
{
    const auto there = std::ranges::mismatch(text, other).in1 - text.begin();
    return text.substr(std::size_t(std::max<std::ptrdiff_t>(there - 10, 0)), 200);
}

/// The first line in which they differ.
QString difference(const HistorySnapshot &one, const HistorySnapshot &other, RowId every, RowId from)
{
    const HistoryDigest a(one, every, from, HistoryDigest::Of::Told);
    const HistoryDigest b(other, every, from, HistoryDigest::Of::Told);
    for (std::size_t line = 0; line < std::max(a.lines().size(), b.lines().size()); ++line) {
        const std::string first = line < a.lines().size() ? a.lines()[line] : "nothing";
        const std::string second = line < b.lines().size() ? b.lines()[line] : "nothing";
        if (first != second)
            return QString::fromStdString(first.substr(0, 80) + " … " + fromThere(first, second) + "\n  … " +
                                          fromThere(second, first));
    }
    return {};
}

/// The files of set "a" in a folder, as whoever lists them would give them.
HistoryFiles filesIn(const QString &folder)
{
    HistoryFiles files{.folder = folder.toStdString(), .set = "a", .cluster = "uid:1"};
    for (const QString &name : QDir(folder).entryList({QStringLiteral("a.*.wklog")}, QDir::Files, QDir::Name)) {
        files.segments.push_back({folder.toStdString() + "/" + name.toStdString()});
        files.next = name.mid(2, 6).toUInt() + 1;
    }
    files.own = files.segments.size();
    if (QFile::exists(folder + QStringLiteral("/a.999999.tail")))
        files.tail = folder.toStdString() + "/a.999999.tail";
    return files;
}

class TestHistoryJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasWrittenIsThereAgain();

private:
    QTemporaryDir m_directory;
};

void TestHistoryJournal::whatWasWrittenIsThereAgain()
{
    HistoryTeller teller(seed());
    const QString folder = m_directory.filePath(QStringLiteral("again"));
    QVERIFY(QDir().mkdir(folder));
    JournaledLog kept({.rows = 8 * EventLog::ChunkRows}, filesIn(folder), 0, SegmentRows);
    for (int round = 0, end = rounds(30); round < end; ++round) {
        for (std::size_t i = teller.below(2500); i > 0; --i)
            teller.tell(kept.log);
        while (teller.below(4) > 0 && kept.log.step()) {
        }
        kept.write();
        if (teller.below(4) == 0)
            kept.sync();
        QVERIFY(!kept.journal->error());
        if (teller.below(4) > 0)
            continue;
        const HistoryPtr now = kept.log.snapshot();
        const JournaledLog read({}, filesIn(folder));
        QVERIFY(read.unread.empty());
        QVERIFY(read.damages.empty());
        QCOMPARE(read.log.now().end(), now->end());
        const QString wrong = difference(*now, read.log.now(), 10 + teller.below(200), teller.below(1000));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    QVERIFY(kept.log.now().begin() > 0);
}

} // namespace tst_historyjournal

WK_TEST(tst_historyjournal, TestHistoryJournal, QCoreApplication)
#include "tst_historyjournal.moc"
