// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32c.h"
#include "core/history/segment.h"
#include "tests/core/history/segmentfiles.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_segmentdamage {

using namespace wk;
using namespace wk::segmentfiles;
using namespace wk::test;

class TestSegmentDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutAnywhereNothingWrongIsRead();
    void damagedAnywhereNothingWrongIsRead();
    void framesOfElsewhereAreNone();
    void aFileOfMarksIsGivenUp();
    void strangersFramesDoNoHarm();

private:
    std::string path(const char *name) const { return m_directory.filePath(QLatin1String(name)).toStdString(); }

    QTemporaryDir m_directory;
};

void TestSegmentDamage::cutAnywhereNothingWrongIsRead()
{
    const std::vector<std::string> written = writeSome(path("whole"), 2, 12);
    const QByteArray whole = contentOf(path("whole"));
    QVERIFY(written.size() > 12 && whole.size() < 20'000);
    std::size_t most = 0;
    for (qsizetype cut = 0; cut < whole.size(); ++cut) {
        put(path("cut"), whole.left(cut));
        const Read read = readAll(path("cut"));
        QVERIFY(isBeginningOf(read.texts, written));
        QVERIFY(read.texts.size() >= most && read.texts.size() < written.size());
        QVERIFY(read.validBytes <= std::uint64_t(cut));
        most = read.texts.size();
    }
    // What a crash may leave behind the end: zeros, or what was there before.
    for (const QByteArray &behind : {QByteArray(5000, '\0'), whole.right(3000), QByteArray(100, '\xff')}) {
        put(path("behind"), whole + behind);
        const Read read = readAll(path("behind"));
        QVERIFY(read.texts == written && !read.isWhole && read.validBytes == std::uint64_t(whole.size()));
    }
}

void TestSegmentDamage::damagedAnywhereNothingWrongIsRead()
{
    EditedText draw(seed());
    std::vector<std::pair<std::uint64_t, std::size_t>> begins;
    const std::vector<std::string> written = writeSome(path("sound"), 3, 12, &begins);
    const QByteArray sound = contentOf(path("sound"));
    for (int round = 0; round < rounds(2000); ++round) {
        QByteArray damaged = sound;
        const auto at = qsizetype(draw.below(std::size_t(sound.size())));
        damaged[at] = char(damaged[at] ^ char(1 << draw.below(8)));
        put(path("damaged"), damaged);
        const Read read = readAll(path("damaged"));
        if (at < qsizetype(segment::Magic.size())) {
            QVERIFY(read.texts.empty());
            continue;
        }
        const auto next = std::ranges::upper_bound(begins, std::uint64_t(at), {}, [](auto &one) { return one.first; });
        const auto [from, first] = *std::prev(next);
        const auto [to, end] = next == begins.end() ? std::pair(std::uint64_t(sound.size()), written.size()) : *next;
        auto others = written;
        others.erase(others.begin() + std::ptrdiff_t(first), others.begin() + std::ptrdiff_t(end));
        QVERIFY(read.texts == others && !read.isWhole);
        // Of what is at the end nobody knows whether it was there.
        const std::vector<SegmentReader::Damage> damage{{from, to - from}};
        QVERIFY(read.damages == (next == begins.end() ? std::vector<SegmentReader::Damage>() : damage));
    }
}

void TestSegmentDamage::framesOfElsewhereAreNone()
{
    const std::vector<std::string> written = writeSome(path("some"), 4, 6);
    const QByteArray whole = contentOf(path("some"));
    put(path("twice"), whole + "x" + whole.mid(qsizetype(segment::Magic.size())));
    const Read twice = readAll(path("twice"));
    QVERIFY(twice.texts == written && !twice.isWhole && twice.damages.empty());
    SegmentWriter writer = SegmentWriter::create(path("within")).value();
    QVERIFY(writer.add({1, whole.toStdString()}) && writer.flush() && writer.add({2, "behind"}) && writer.close());
    QByteArray within = contentOf(path("within"));
    within[qsizetype(segment::Magic.size()) + 1] = '?';
    put(path("within"), within);
    QVERIFY(readAll(path("within")).texts == std::vector<std::string>{"2:behind"});
}

/// One for each four bytes, and each as large as may be.
void TestSegmentDamage::aFileOfMarksIsGivenUp()
{
    SegmentWriter writer = SegmentWriter::create(path("marks")).value();
    std::string head(segment::Mark);
    head += number(quint32(segment::FrameBytes)).toStdString();
    std::string marks;
    while (marks.size() < 2 * limits::MiB)
        marks += head;
    QVERIFY(writer.add({1, marks}) && writer.flush() && writer.add({2, "behind"}) && writer.close());
    QByteArray content = contentOf(path("marks"));
    content[qsizetype(segment::Magic.size()) + 1] = '?';
    put(path("marks"), content);
    QVERIFY(readAll(path("marks")).texts.empty());
}

/// Their checksums are right.
void TestSegmentDamage::strangersFramesDoNoHarm()
{
    EditedText draw(seed());
    const QByteArray magic(segment::Magic.data(), segment::Magic.size());
    for (int round = 0; round < rounds(300); ++round) {
        std::string junk;
        for (std::size_t i = draw.below(300); i > 0; --i)
            junk += static_cast<char>(draw.below(draw.below(2) == 0 ? 4 : 256));
        const QByteArray count = number(static_cast<quint32>(draw.below(4)));
        const QByteArray size = number(static_cast<quint32>(junk.size()));
        const std::string place(number(quint32(magic.size())).append(4, '\0').toStdString());
        const quint32 sum = crc32c(junk, crc32c(count.toStdString(), crc32c(size.toStdString(), crc32c(place))));
        const QByteArray mark(segment::Mark.data(), segment::Mark.size());
        put(path("strange"), magic + mark + size + number(sum) + count + QByteArray::fromStdString(junk));
        const Read read = readAll(path("strange"));
        QVERIFY(read.texts.size() < 4);
        QVERIFY(read.validBytes <= std::uint64_t(contentOf(path("strange")).size()));
    }
}

} // namespace tst_segmentdamage

WK_TEST(tst_segmentdamage, TestSegmentDamage, QCoreApplication)
#include "tst_segmentdamage.moc"
