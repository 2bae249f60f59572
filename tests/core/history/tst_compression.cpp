// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compression.h"

#include "core/base/limits.h"
#include "tests/support/editedtext.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <zstd.h>

namespace tst_compression {

using namespace wk;
using namespace wk::test;

class TestCompression : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsPackedComesBack();
    void aDictionaryIsMadeOnce();
    void tooLittleToLearnFromIsNoError();
    void whatIsNotPackedIsRefused();
    void whatGrowsTooMuchIsNeitherPackedNorRead();
};

namespace {

std::string expanded(const Dictionary *dictionary, std::string_view packed, std::size_t room)
{
    std::string text(room, '?');
    const auto size = expand(dictionary, packed, text);
    return size ? text.substr(0, *size) : kindName(size.error().kind);
}

DictionaryPtr trained(EditedText &texts)
{
    DictionaryTraining training({100, 2000, 8000});
    DictionaryPtr dictionary;
    while (!training.isDone())
        dictionary = training.look(texts.fresh());
    return dictionary;
}

} // namespace

void TestCompression::whatIsPackedComesBack()
{
    EditedText texts(1);
    const DictionaryPtr dictionary = trained(texts);
    QVERIFY(dictionary && dictionary->bytes().size() <= 8000 && dictionary->memoryBytes() > 8000);
    Packer packer;
    for (const std::string &text : {texts.fresh(), texts.fresh(0, 1000), texts.fresh()}) {
        const std::string alone(packer.pack(nullptr, text));
        QVERIFY(alone.size() < text.size());
        QVERIFY(expanded(nullptr, alone, text.size()) == text);
        QCOMPARE(*expandedBytes(alone), text.size());
        const std::string with(packer.pack(dictionary.get(), text));
        QVERIFY(with.size() < alone.size());
        QVERIFY(expanded(dictionary.get(), with, text.size() + 10) == text);
        // The same dictionary read from a file.
        const Dictionary copy(dictionary->bytes());
        QVERIFY(expanded(&copy, with, text.size()) == text);
    }
    QCOMPARE(packer.pack(nullptr, "abc"), std::string_view("abc"));
    QCOMPARE(packer.pack(nullptr, {}), std::string_view());
}

void TestCompression::aDictionaryIsMadeOnce()
{
    EditedText texts(2);
    DictionaryTraining training({100, 2000, 8000});
    for (int i = 0; i < 99; ++i)
        QVERIFY(!training.look(texts.fresh()) && !training.isDone());
    QVERIFY(training.memoryBytes() > 99'000);
    QVERIFY(training.look(texts.fresh()));
    QVERIFY(training.isDone() && !training.look(texts.fresh()));
    QVERIFY(training.memoryBytes() < 100);
}

void TestCompression::tooLittleToLearnFromIsNoError()
{
    Packer packer;
    for (const char *text : {"", "{}"}) {
        DictionaryTraining training({100, 2000, 8000});
        DictionaryPtr dictionary;
        while (!training.isDone())
            dictionary = training.look(text);
        const std::string packed(packer.pack(dictionary.get(), std::string(100, 'x')));
        QCOMPARE(expanded(dictionary.get(), packed, 100), std::string(100, 'x'));
    }
}

void TestCompression::whatIsNotPackedIsRefused()
{
    Packer packer;
    const std::string text(5000, 'x');
    const std::string packed(packer.pack(nullptr, text));
    QCOMPARE(expanded(nullptr, packed, text.size() - 1), std::string("BrokenFrame"));
    QCOMPARE(expanded(nullptr, "not packed", 100), std::string("BrokenFrame"));
    QCOMPARE(expanded(nullptr, {}, 100), std::string("BrokenFrame"));
    QVERIFY(!expandedBytes({}));
    for (std::size_t cut = 0; cut < packed.size(); ++cut)
        QCOMPARE(expanded(nullptr, packed.substr(0, cut), text.size()), std::string("BrokenFrame"));
}

/// At the bound, one below and one above; a short text may grow as it wants.
void TestCompression::whatGrowsTooMuchIsNeitherPackedNorRead()
{
    Packer packer;
    const std::string shortText(limits::InflationBytes, 'a');
    const std::string packed(packer.pack(nullptr, shortText));
    QVERIFY(packed.size() < 100);
    QVERIFY(expanded(nullptr, packed, shortText.size()) == shortText);
    const std::string longText(limits::InflationBytes + limits::InflationTimes, 'a');
    QVERIFY(packer.pack(nullptr, longText) == longText);

    // A frame of zstd as somebody else makes it, which becomes 1,000,000 bytes, and is made longer by a skippable rest.
    const std::size_t least = 1'000'000 / limits::InflationTimes;
    std::string frame(ZSTD_compressBound(1'000'000), '\0');
    const std::string million(1'000'000, 'a');
    frame.resize(ZSTD_compress(frame.data(), frame.size(), million.data(), million.size(), 1));
    frame.erase(0, 4);
    for (const std::size_t length : {least - 1, least, least + 1}) {
        std::string padded = frame;
        padded.resize(length, '\0');
        QCOMPARE(bool(expandedBytes(padded)), length >= least);
    }
}

} // namespace tst_compression

WK_TEST(tst_compression, TestCompression, NoApplication)
#include "tst_compression.moc"
