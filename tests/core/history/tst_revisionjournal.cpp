// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionjournal.h"

#include "core/history/revisionstore.h"
#include "tests/support/editedtext.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>

namespace tst_revisionjournal {

using namespace wk;
using namespace wk::test;

class TestRevisionJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasWrittenReadsByTheSameName_data();
    void whatWasWrittenReadsByTheSameName();
    void aCutFileHasWhatCameBefore();
    void aLateFileKnowsWhatHasMoved();
    void whatWasForgottenTooEarlyIsAnError();
    void recordsThatDoNotFollowAreRefused_data();
    void recordsThatDoNotFollowAreRefused();
};

namespace {

constexpr std::uint32_t RowType = 100;

/// What a segment has: revisions, and as rows how many there were.
struct Recovered {
    RevisionSnapshot revisions;
    std::size_t rows = 0;
};

Recovered recovered(const std::string &path)
{
    SegmentReader reader = SegmentReader::open(path).value();
    RevisionRecovery recovery;
    std::size_t rows = 0;
    while (const auto records = reader.next()) {
        for (const SegmentRecord &record : *records) {
            rows += record.type == RowType;
            if (!recovery.take(record))
                return {};
        }
    }
    return {recovery.snapshot(), rows};
}

/// Objects that change, some of which are forgotten, each revision written to a segment with a row behind it.
class Writing
{
public:
    Writing(std::uint64_t seed, const std::string &path)
        : m_texts(seed)
        , m_store({limits::MiB, 16 * limits::KiB, 8, true})
        , m_segment(SegmentWriter::create(path).value())
    {}

    /// Without writing it.
    void change()
    {
        Thing &thing = m_things[m_texts.below(m_things.size())];
        thing.text = thing.text.empty() ? m_texts.fresh(0, 1 + m_texts.below(20)) : m_texts.edited(thing.text);
        thing.tip = m_store.append(0, thing.tip, RevisionLine::ofObject(thing.text));
        m_revisions.emplace_back(thing.tip, thing.text);
    }
    bool write()
    {
        bool ok = m_journal.write(m_store.snapshot(), m_segment).ok();
        for (; m_rows < m_revisions.size(); ++m_rows)
            ok = ok && m_segment.add({RowType, {}}).ok();
        return ok && (m_texts.below(3) > 0 || m_segment.flush().ok());
    }
    /// The tips survive.
    void forget()
    {
        std::vector<RevisionRef> tips;
        for (const Thing &thing : m_things)
            tips.push_back(thing.tip);
        m_store.forget(m_store.lastChunk(), tips);
    }
    bool close() { return m_segment.close().ok(); }
    void journalAnew() { m_journal = {}; }
    std::size_t below(std::size_t bound) { return m_texts.below(bound); }

    std::string textOf(std::size_t row) const { return m_revisions[row].second; }
    RevisionRef refOf(std::size_t row) const { return m_revisions[row].first; }
    std::size_t size() const { return m_revisions.size(); }
    std::vector<std::pair<RevisionRef, std::string>> tips() const
    {
        std::vector<std::pair<RevisionRef, std::string>> tips;
        for (const Thing &thing : m_things) {
            if (!thing.tip.isNull())
                tips.emplace_back(thing.tip, thing.text);
        }
        return tips;
    }

private:
    struct Thing {
        RevisionRef tip;
        std::string text;
    };

    EditedText m_texts;
    RevisionStore m_store;
    SegmentWriter m_segment;
    RevisionJournal m_journal;
    std::array<Thing, 20> m_things;
    std::vector<std::pair<RevisionRef, std::string>> m_revisions;
    std::size_t m_rows = 0;
};

/// Long enough for both dictionaries.
void writeAndRead(std::uint64_t seed)
{
    QTemporaryDir directory;
    const std::string path = directory.filePath(QStringLiteral("some.wklog")).toStdString();
    Writing writing(seed, path);
    for (int i = 0; i < 6000; ++i) {
        writing.change();
        const bool isTime = writing.below(5) == 0;
        if (isTime)
            QVERIFY(writing.write());
        if (isTime && writing.below(200) == 0)
            writing.forget();
    }
    QVERIFY(writing.write() && writing.close());
    const Recovered all = recovered(path);
    QCOMPARE(all.rows, writing.size());
    QCOMPARE(all.revisions.directory()->dictionaryCount(), std::size_t(2));
    for (std::size_t row = 0; row < writing.size(); ++row) {
        const auto text = all.revisions.read(writing.refOf(row));
        QVERIFY2(text, describe(text ? Error() : text.error()).c_str());
        QVERIFY(text->line == writing.textOf(row));
    }
}

} // namespace

void TestRevisionJournal::whatWasWrittenReadsByTheSameName_data()
{
    QTest::addColumn<quint64>("number");
    QTest::newRow("of any seed") << quint64(seed());
    QTest::newRow("deltas that stood on what had been written anew") << quint64(2302946228);
}

void TestRevisionJournal::whatWasWrittenReadsByTheSameName()
{
    QFETCH(quint64, number);
    // More rounds are more histories, not a longer one: texts grow as they are edited, and all of them are held here.
    for (int round = 0; round < rounds(1); ++round) {
        writeAndRead(number + quint64(round));
        if (QTest::currentTestFailed())
            QFAIL(qPrintable(QStringLiteral("with seed %1").arg(number + quint64(round))));
    }
}

void TestRevisionJournal::aCutFileHasWhatCameBefore()
{
    QTemporaryDir directory;
    const std::string path = directory.filePath(QStringLiteral("whole")).toStdString();
    Writing writing(1, path);
    for (int i = 0; i < 60; ++i) {
        writing.change();
        QVERIFY(writing.write());
    }
    QVERIFY(writing.close());
    QFile whole(QString::fromStdString(path));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    const QString cutName = directory.filePath(QStringLiteral("cut"));
    std::size_t most = 0;
    for (qsizetype cut = 8; cut < bytes.size(); cut += 1 + bytes.size() / 1000) {
        QFile file(cutName);
        file.remove();
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes.left(cut)) == cut);
        file.close();
        const Recovered left = recovered(cutName.toStdString());
        QVERIFY(left.rows >= most);
        most = left.rows;
        for (std::size_t row = 0; row < left.rows; ++row)
            QVERIFY(left.revisions.read(writing.refOf(row))->line == writing.textOf(row));
    }
    QVERIFY(most > 30 && most < 60);
}

void TestRevisionJournal::aLateFileKnowsWhatHasMoved()
{
    QTemporaryDir directory;
    const std::string path = directory.filePath(QStringLiteral("late")).toStdString();
    Writing writing(2, path);
    for (int i = 0; i < 400; ++i)
        writing.change();
    writing.forget();
    writing.journalAnew();
    for (int i = 0; i < 30; ++i)
        writing.change();
    QVERIFY(writing.write() && writing.close());
    const Recovered late = recovered(path);
    QVERIFY(late.revisions.directory()->firstChunk() > 1);
    QVERIFY(!late.revisions.directory()->moves().empty());
    for (const auto &[ref, text] : writing.tips())
        QVERIFY(late.revisions.read(ref)->line == text);
}

void TestRevisionJournal::whatWasForgottenTooEarlyIsAnError()
{
    QTemporaryDir directory;
    Writing writing(3, directory.filePath(QStringLiteral("gap")).toStdString());
    writing.change();
    QVERIFY(writing.write());
    for (int i = 0; i < 400; ++i)
        writing.change();
    writing.forget();
    QVERIFY(!writing.write());
}

void TestRevisionJournal::recordsThatDoNotFollowAreRefused_data()
{
    QTest::addColumn<quint32>("type");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isTaken");
    const auto row = [](const char *name, RevisionRecordType type, const QByteArray &bytes, bool isTaken) {
        QTest::newRow(name) << quint32(type) << bytes << isTaken;
    };
    // There is a chunk 3 of four bytes, and no dictionary.
    row("the next piece", RevisionRecordType::Chunk, QByteArray("\3\4text"), true);
    row("the next chunk", RevisionRecordType::Chunk, QByteArray("\4\0text", 6), true);
    row("a piece twice", RevisionRecordType::Chunk, QByteArray("\3\0text", 6), false);
    row("a piece left out", RevisionRecordType::Chunk, QByteArray("\3\5text"), false);
    row("a chunk left out", RevisionRecordType::Chunk, QByteArray("\5\0text", 6), false);
    row("a chunk of before", RevisionRecordType::Chunk, QByteArray("\2\0text", 6), false);
    row("the next chunk's middle", RevisionRecordType::Chunk, QByteArray("\4\1text", 6), false);
    row("no chunk", RevisionRecordType::Chunk, QByteArray("\0\0text", 6), false);
    row("an empty piece", RevisionRecordType::Chunk, QByteArray(), false);
    row("the first dictionary", RevisionRecordType::Dictionary, QByteArray("\1anything"), true);
    row("a dictionary left out", RevisionRecordType::Dictionary, QByteArray("\2anything"), false);
    row("an empty dictionary", RevisionRecordType::Dictionary, QByteArray(), false);
    row("a giant of a dictionary", RevisionRecordType::Dictionary, QByteArray(2'000'000, '\1'), false);
    row("a move", RevisionRecordType::Moves, QByteArray("\1\2\3\4"), true);
    row("half a move", RevisionRecordType::Moves, QByteArray("\1\2"), false);
    row("what nobody knows", RevisionRecordType(77), QByteArray("\1\2"), true);
}

void TestRevisionJournal::recordsThatDoNotFollowAreRefused()
{
    QFETCH(quint32, type);
    QFETCH(QByteArray, bytes);
    QFETCH(bool, isTaken);
    RevisionRecovery recovery;
    QVERIFY(recovery.take({quint32(RevisionRecordType::Chunk), std::string_view("\3\0text", 6)}));
    const auto taken = recovery.take({type, {bytes.constData(), std::size_t(bytes.size())}});
    QCOMPARE(taken.ok(), isTaken);
    // Whatever came, it can be asked.
    int asked = 0;
    for (std::uint32_t chunk = 0; chunk < 6; ++chunk) {
        for (std::uint32_t offset = 0; offset < 10; ++offset)
            asked += recovery.snapshot().read({chunk, offset}).ok() ? 2 : 1;
    }
    QVERIFY(asked >= 60);
}

} // namespace tst_revisionjournal

WK_TEST(tst_revisionjournal, TestRevisionJournal, NoApplication)
#include "tst_revisionjournal.moc"
