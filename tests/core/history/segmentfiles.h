// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/segment.h"
#include "tests/support/editedtext.h"

#include <QFile>
#include <QTest>
#include <QtEndian>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace wk::segmentfiles {

/// What is read of a segment.
struct Read {
    std::vector<std::string> texts;
    bool isWhole = false;
    std::uint64_t validBytes = 0;
    std::vector<SegmentReader::Damage> damages{};
};

/// Type and bytes of every record.
inline Read readAll(const std::string &path)
{
    Read read;
    auto reader = SegmentReader::open(path);
    if (!reader)
        return read;
    SegmentReader segment = std::move(reader).value();
    while (const auto records = segment.next()) {
        for (const SegmentRecord &record : *records)
            read.texts.push_back(std::to_string(record.type) + ':' + std::string(record.bytes));
    }
    read.isWhole = segment.isWhole();
    read.validBytes = segment.validBytes();
    read.damages = segment.damages();
    return read;
}

inline void put(const std::string &path, const QByteArray &bytes)
{
    QFile file(QString::fromStdString(path));
    file.remove(); // ext4 brings a file that is written over to the disk
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

inline QByteArray contentOf(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Records of several frames, and where each frame begins.
inline std::vector<std::string> writeSome(const std::string &path, std::uint64_t seed, int frames,
                                          std::vector<std::pair<std::uint64_t, std::size_t>> *begins = nullptr)
{
    test::EditedText texts(seed);
    std::vector<std::string> written;
    SegmentWriter writer = SegmentWriter::create(path).value();
    for (int frame = 0; frame < frames; ++frame) {
        if (begins)
            begins->emplace_back(writer.sizeBytes(), written.size());
        for (std::size_t i = 0; i <= texts.below(4); ++i) {
            const std::string text = texts.fresh(0, texts.below(2)).substr(texts.below(100));
            const auto type = static_cast<std::uint32_t>(texts.below(300));
            if (!writer.add({type, text}))
                return {};
            written.push_back(std::to_string(type) + ':' + text);
        }
        if (!writer.flush())
            return {};
    }
    return writer.close() ? written : std::vector<std::string>();
}

inline bool isBeginningOf(const std::vector<std::string> &some, const std::vector<std::string> &all)
{
    return some.size() <= all.size() && std::equal(some.begin(), some.end(), all.begin());
}

inline QByteArray number(quint32 value)
{
    value = qToLittleEndian(value);
    return QByteArray(reinterpret_cast<const char *>(&value), sizeof value);
}

} // namespace wk::segmentfiles
