// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"

#include "tests/support/editedtext.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <random>

namespace tst_revisioncut {

using namespace wk;
using namespace wk::test;

namespace {

/// A log and whoever keeps its bodies, each in its way bounded, with the objects of one watch.
class Scene
{
public:
    explicit Scene(std::uint64_t seed)
        : m_texts(seed)
    {
        m_log.setWatch(1, scope("Pod"));
        m_log.append(batch({listEntry(1, {})}));
    }

    const EventLog &log() const { return m_log; }
    RevisionBodies &bodies() { return m_bodies; }

    /// Something happens to one of 50 objects, of which some are rarely touched.
    void happen()
    {
        const std::size_t number = m_texts.below(1 + m_texts.below(50));
        Known &known = m_known[number];
        known.text = known.text.empty() || known.text.size() > 4000 ? m_texts.fresh(0, 3) : m_texts.edited(known.text);
        const bool isLast = known.stands && m_texts.below(40) == 0;
        auto made = object("web", "pod-" + std::to_string(number), std::to_string(++m_version));
        made->uid = made->uid.text() + std::to_string(known.lives);
        made->body = m_writer->keep({made->uid.text(), known.text, known.text, isLast});
        const auto type = isLast ? EntryType::Deleted : known.stands ? EntryType::Modified : EntryType::Added;
        m_wanted.push_back(known.text);
        m_log.append(batch({entry(1, type, made)}));
        known.stands = !isLast;
        known.lives += isLast ? 1 : 0;
    }
    /// How many chunks went.
    std::uint32_t cut()
    {
        const auto due = m_log.takeCut();
        if (!due)
            return 0;
        const std::uint32_t first = m_bodies.store().firstChunk();
        m_bodies.forget(*due);
        return m_bodies.store().firstChunk() - first;
    }
    /// The first row whose object, or whose object's standing at the log's beginning, does not read as it should: of
    /// the rows those that are the first to be cut wrongly, and then some.
    QString firstWrong() const
    {
        for (RowId row = m_log.now().begin(); row < m_log.now().end();
             row += row < m_log.now().begin() + 200 ? 1 : 37) {
            if (const ObjectPtr about = m_log.now().object(row); about && about->body.object() != m_wanted[row - 1])
                return QStringLiteral("row %1").arg(row);
        }
        for (const LifeIndex::Standing &standing : m_log.now().lives().standing(1, m_log.now().begin())) {
            if (m_log.now().object(standing)->body.object() != m_wanted[standing.row - 1])
                return QStringLiteral("what stood since row %1").arg(standing.row);
        }
        return {};
    }

private:
    struct Known {
        std::string text{};
        bool stands = false;
        int lives = 0;
    };

    EditedText m_texts;
    RevisionBodies m_bodies{RevisionStore::Options{.recentBytes = limits::MiB, .chunkBytes = 16 * limits::KiB}};
    std::unique_ptr<BodyWriter> m_writer = m_bodies.writer({"", "v1", "pods"});
    EventLog m_log{EventLog::Bounds{.rows = 3 * EventLog::ChunkRows}};
    std::map<std::size_t, Known> m_known;
    std::vector<std::string> m_wanted; ///< by row, from 1
    std::uint64_t m_version = 0;
};

} // namespace

class TestRevisionCut : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsCutWhileAllRowsAreThere();
    void whatRowsNeedIsNeverCut();
};

void TestRevisionCut::nothingIsCutWhileAllRowsAreThere()
{
    Scene scene(1);
    for (std::size_t i = 0; i < 2 * EventLog::ChunkRows; ++i)
        scene.happen();
    QVERIFY(scene.bodies().store().lastChunk() > 20);
    QCOMPARE(scene.cut(), 0U);
}

void TestRevisionCut::whatRowsNeedIsNeverCut()
{
    const std::uint64_t seed = std::random_device{}();
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    Scene scene(seed);
    std::uint32_t cut = 0;
    for (std::size_t round = 0; round < 6; ++round) {
        for (std::size_t i = 0; i < EventLog::ChunkRows; ++i)
            scene.happen();
        cut += scene.cut();
        QCOMPARE(scene.firstWrong(), QString());
    }
    QVERIFY2(cut > 10, QByteArray::number(cut).constData());
}

} // namespace tst_revisioncut

WK_TEST(tst_revisioncut, TestRevisionCut, NoApplication)
#include "tst_revisioncut.moc"
