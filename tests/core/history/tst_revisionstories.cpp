// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionstore.h"

#include "tests/support/editedtext.h"
#include "tests/support/fixtures.h"
#include "tests/support/revisionfiles.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace tst_revisionstories {

using namespace wk;
using namespace wk::test;

/// A RevisionStore as a whole, against a plain map and among threads.
class TestRevisionStories : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyStoryReadsAsItWas();
    void manyThreadsReadWhileOneWrites_data();
    void manyThreadsReadWhileOneWrites();
};

namespace {

constexpr std::size_t ChunkBytes = 64 * limits::KiB;

std::string readLine(const RevisionSnapshot &snapshot, RevisionRef ref)
{
    const auto text = snapshot.read(ref);
    return text ? text->line : describe(text.error());
}

/// Objects that live and die, told to a store in memory, to one whose chunks go to the disk, and to a plain map: all
/// must agree.
class Story
{
public:
    explicit Story(std::uint64_t seed)
        : m_texts(seed)
        , m_options{limits::MiB, ChunkBytes, static_cast<std::uint32_t>(1 + m_texts.below(32)), m_texts.below(4) > 0}
        , m_store(m_options)
        , m_files(m_folder.path())
        , m_filing(withLittleMemory())
        , m_objects(1 + m_texts.below(40))
    {}

    void step()
    {
        const std::size_t what = m_texts.below(1000);
        if (what == 0)
            forget();
        else if (what == 1)
            look();
        else if (what == 2)
            m_filing.setHeapBytes(m_texts.below(4) * ChunkBytes);
        else if (what < 5)
            file();
        else
            happen(m_objects[m_texts.below(m_objects.size())]);
    }

    /// How many revisions do not read as they should.
    int wrong()
    {
        look();
        int count = 0;
        for (const auto &[snapshot, lines] : m_old) {
            for (const auto &[ref, line] : lines)
                count += readLine(snapshot, ref) != line;
        }
        return count;
    }
    bool wasOnTheDisk() const { return m_wasOnTheDisk; }

private:
    struct Thing {
        RevisionRef tip;
        std::string text;
        std::size_t family = 0;
    };

    RevisionStore::Options withLittleMemory()
    {
        RevisionStore::Options options = m_options;
        options.heapBytes = m_texts.below(4) * ChunkBytes;
        return options;
    }
    /// Half of what a journal would put there, or all.
    void file()
    {
        if (m_texts.below(3) == 0)
            m_files.begin();
        std::vector<RevisionRef> names;
        const bool isAll = m_texts.below(2) == 0;
        for (const auto &[name, line] : m_lines) {
            if (isAll || m_texts.below(2) == 0)
                names.push_back(m_twins.at(name));
        }
        std::ranges::sort(names);
        const std::size_t before = m_filing.memory().directory;
        m_filing.takeFiled(m_files.file(m_filing.snapshot(), names));
        m_wasOnTheDisk |= m_filing.memory().directory + ChunkBytes / 2 < before;
    }
    /// Remembers how it reads.
    void look()
    {
        m_old.push_back({m_store.snapshot(), m_lines});
        std::map<RevisionRef, std::string> twins;
        for (const auto &[name, line] : m_lines)
            twins.emplace(m_twins.at(name), line);
        m_old.push_back({m_filing.snapshot(), std::move(twins)});
    }
    void happen(Thing &thing)
    {
        const bool isBorn = thing.tip.isNull();
        thing.family = isBorn ? m_texts.below(4) : thing.family;
        thing.text = isBorn ? m_texts.fresh(thing.family, 1 + m_texts.below(40)) : m_texts.edited(thing.text);
        const RevisionRef previous = thing.tip;
        const RevisionRef twinBefore = previous.isNull() ? RevisionRef() : m_twins.at(previous);
        const auto family = static_cast<std::uint32_t>(thing.family);
        thing.tip = m_store.append(family, previous, RevisionLine::ofObject(thing.text));
        m_twins[thing.tip] = m_filing.append(family, twinBefore, RevisionLine::ofObject(thing.text));
        m_lines[thing.tip] = thing.text;
        if (m_texts.below(30) == 0)
            thing.tip = {};
        m_chain[m_lines.rbegin()->first] = previous;
    }
    /// Cuts at a chunk. What is behind it stays; of what is before, the last word on each object that was there then,
    /// or only on those that are still there.
    void forget()
    {
        const auto chunk = static_cast<std::uint32_t>(m_texts.below(m_store.lastChunk() + 2));
        const RevisionRef cut{std::min(chunk, m_store.lastChunk()), 0};
        std::vector<RevisionRef> survivors;
        const bool onlyTips = m_texts.below(2) == 0;
        for (const auto &[ref, previous] : m_chain) {
            if (!onlyTips && ref >= cut && previous < cut && m_lines.count(previous) > 0)
                survivors.push_back(previous);
        }
        for (const Thing &thing : m_objects) {
            if (m_lines.count(thing.tip) > 0 && thing.tip < cut)
                survivors.push_back(thing.tip);
        }
        m_store.forget(chunk, survivors);
        std::map<RevisionRef, std::string> left(m_lines.lower_bound(cut), m_lines.end());
        std::uint32_t twinChunk = m_filing.lastChunk();
        for (const auto &[name, line] : left)
            twinChunk = std::min(twinChunk, m_twins.at(name).chunk);
        std::vector<RevisionRef> twins;
        for (const RevisionRef survivor : survivors) {
            if (const RevisionRef twin = m_twins.at(survivor); twin.chunk < twinChunk)
                twins.push_back(twin);
        }
        m_filing.forget(twinChunk, twins);
        for (const RevisionRef survivor : survivors)
            left[survivor] = m_lines[survivor];
        m_lines = std::move(left);
        m_chain.erase(m_chain.begin(), m_chain.lower_bound(cut));
    }

    EditedText m_texts;
    QTemporaryDir m_folder;
    RevisionStore::Options m_options;
    RevisionStore m_store;
    RevisionFiles m_files;
    RevisionStore m_filing;
    std::vector<Thing> m_objects;
    std::map<RevisionRef, std::string> m_lines;
    /// How the store that files calls them: what it reads anew may be a keyframe there, so that the next is another.
    std::map<RevisionRef, RevisionRef> m_twins;
    std::map<RevisionRef, RevisionRef> m_chain; ///< of each revision the one before
    std::vector<std::pair<RevisionSnapshot, std::map<RevisionRef, std::string>>> m_old;
    bool m_wasOnTheDisk = false;
};

} // namespace

void TestRevisionStories::anyStoryReadsAsItWas()
{
    const std::uint64_t first = seed();
    int onDisk = 0;
    for (int round = 0; round < rounds(3); ++round) {
        Story story(first + static_cast<std::uint64_t>(round));
        for (int i = 0; i < 3000; ++i)
            story.step();
        QCOMPARE(story.wrong(), 0);
        onDisk += story.wasOnTheDisk() ? 1 : 0;
    }
    QVERIFY(onDisk > 0);
}

void TestRevisionStories::manyThreadsReadWhileOneWrites_data()
{
    QTest::addColumn<bool>("isFiled");
    QTest::newRow("in memory") << false;
    QTest::newRow("on the disk") << true;
}

void TestRevisionStories::manyThreadsReadWhileOneWrites()
{
    QFETCH(bool, isFiled);
    const QTemporaryDir folder;
    RevisionFiles files(folder.path());
    RevisionStore store({2 * limits::MiB, ChunkBytes, 16, true, 0});
    std::atomic<bool> done{false};
    std::atomic<int> wrong{0};
    std::atomic<int> reads{0};
    // A reader walks the records of a chunk that its snapshot has.
    const auto reader = [&](std::uint64_t number) {
        EditedText draw(number);
        while (!done.load()) {
            const RevisionSnapshot snapshot = store.snapshot();
            const auto &directory = snapshot.directory();
            if (directory->endChunk() == directory->firstChunk())
                continue;
            const std::size_t chunks = directory->endChunk() - directory->firstChunk();
            const auto chunk = static_cast<std::uint32_t>(directory->firstChunk() + draw.below(chunks));
            std::uint32_t offset = 0;
            for (std::size_t i = 0; i < 20; ++i) {
                const auto text = snapshot.read({chunk, offset});
                wrong += !text && text.error().kind != ErrorKind::NotFound;
                wrong += text && text->line.substr(0, 8) != "{\"type\":";
                reads += text.ok();
                const auto facts = snapshot.facts({chunk, offset});
                if (!facts)
                    break;
                offset += static_cast<std::uint32_t>(facts->heldBytes);
            }
        }
    };
    std::vector<std::thread> readers;
    readers.emplace_back(reader, 1);
    readers.emplace_back(reader, 2);
    EditedText texts(11);
    std::vector<std::string> lines(20);
    std::vector<RevisionRef> tips(20);
    std::vector<RevisionRef> names;
    int moved = 0;
    while (store.lastChunk() < 12 || reads.load() < 200) {
        const std::size_t object = texts.below(lines.size());
        const bool isBorn = lines[object].empty() || lines[object].size() > 20'000;
        lines[object] = isBorn ? texts.fresh(0, 60) : "{\"type\":" + texts.edited(lines[object].substr(8));
        tips[object] = store.append(0, isBorn ? RevisionRef() : tips[object], RevisionLine::ofObject(lines[object]));
        names.push_back(tips[object]);
        if (isFiled && names.size() % 500 == 0) {
            const std::size_t before = store.memory().directory;
            store.takeFiled(files.file(store.snapshot(), std::exchange(names, {})));
            moved += store.memory().directory < before ? 1 : 0;
        }
        if (store.lastChunk() > store.firstChunk() + 4)
            store.forget(store.firstChunk() + 1, tips);
    }
    done = true;
    for (std::thread &thread : readers)
        thread.join();
    QCOMPARE(wrong.load(), 0);
    QCOMPARE(moved > 0, isFiled);
}

} // namespace tst_revisionstories

WK_TEST(tst_revisionstories, TestRevisionStories, NoApplication)
#include "tst_revisionstories.moc"
