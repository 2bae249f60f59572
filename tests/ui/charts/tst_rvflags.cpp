// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/charts/testchart.h"
#include "tests/ui/support/sampledata.h"
#include "ui/charts/rvflags.h"

#include <QStringList>
#include <QTest>

namespace tst_rvflags {

using namespace Qt::StringLiterals;
using namespace wk;
using charts::TestChart;
using namespace std::chrono_literals;

namespace {

const WatchScope *scopeOf(WatchId)
{
    static const WatchScope pods = sample::scopeOf(sample::podInfo());
    return &pods;
}

Batch withBookmarks(const std::vector<std::pair<WatchId, std::chrono::seconds>> &bookmarks)
{
    int version = 100;
    Batch batch;
    for (const auto &[watch, at] : bookmarks)
        batch.entries.push_back(sample::bookmark(watch, ++version, sample::Now + at));
    return batch;
}

/// "1F 2. 1F": whose it is, and whether it has a flag.
QString textOf(const std::vector<RvBookmark> &bookmarks)
{
    QStringList words;
    for (const RvBookmark &bookmark : bookmarks)
        words << QString::number(bookmark.track->watch) + (bookmark.isFlag ? u'F' : u'.');
    return words.join(u' ');
}

} // namespace

class tst_RvFlags : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneWatchHasAFlagAtEachBookmark()
    {
        const TestChart data(scopeOf, withBookmarks({{1, 0s}, {1, 60s}, {1, 120s}}));
        QCOMPARE(textOf(bookmarksOf(data, 32s, 10s, 0)), u"1F 1F 1F"_s);
    }

    void theFlagsOfManyWatchesDoNotStandInARow()
    {
        const TestChart data(
            scopeOf, withBookmarks({{1, 0s}, {2, 5s}, {3, 9s}, {4, 31s}, {1, 40s}, {2, 45s}, {3, 71s}, {4, 72s}}));
        QCOMPARE(textOf(bookmarksOf(data, 32s, 10s, 0)), u"2. 3. 4. 2. 3. 1F 1F 4F"_s);
    }

    void noTickIsPaintedOverAFlag()
    {
        const TestChart data(scopeOf, withBookmarks({{1, 0s}, {2, 1s}}));
        QVERIFY(bookmarksOf(data, 32s, 10s, 0).back().isFlag);
    }

    void theWatchThatIsPointedAtShowsAllItsFlags()
    {
        const TestChart data(scopeOf, withBookmarks({{1, 0s}, {2, 5s}, {2, 9s}, {2, 16s}, {1, 40s}}));
        QCOMPARE(textOf(bookmarksOf(data, 32s, 10s, 2)), u"2. 1F 2F 2F 1F"_s);
    }
};

} // namespace tst_rvflags

WK_TEST(tst_rvflags, tst_RvFlags, NoApplication)
#include "tst_rvflags.moc"
