// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalnote.h"

#include "core/base/boundedfile.h"
#include "core/base/privatefile.h"

#include <QByteArray>
#include <QList>

namespace wk {

namespace {

constexpr std::string_view NoteHead = "watchkeeper history 1";

/// What stands for itself besides letters and digits: all of ASCII that is seen, but '%'.
const QByteArray &plainCharacters()
{
    static const QByteArray plain(" !\"#$&'()*+,/:;<=>?@[\\]^`{|}");
    return plain;
}

} // namespace

Result<> writeNote(const std::string &path, const JournalNote &note)
{
    std::string text = std::string(NoteHead) + '\n';
    for (const auto &[key, word] : note)
        text += key + ' ' + QByteArray::fromStdString(word).toPercentEncoding(plainCharacters()).toStdString() + '\n';
    if (text.size() > JournalNoteBytes)
        return Error{ErrorKind::TooLarge, "There is too much to say about this history.", path};
    auto made = PrivateFileWriter::create(path);
    if (!made)
        return made.error();
    PrivateFileWriter writer = std::move(made).value();
    if (auto written = writer.write(text); !written)
        return written;
    return writer.commit();
}

Result<JournalNote> readNote(const std::string &path)
{
    const auto bytes = readBoundedFile(path, JournalNoteBytes);
    if (!bytes)
        return bytes.error();
    const QList<QByteArray> lines = bytes->split('\n');
    if (lines.constFirst().toStdString() != NoteHead)
        return Error{ErrorKind::FileUnreadable, "This file says nothing about a history.", path};
    JournalNote note;
    for (const QByteArray &line : lines.mid(1)) {
        if (const qsizetype space = line.indexOf(' '); space > 0)
            note[line.left(space).toStdString()] = QByteArray::fromPercentEncoding(line.mid(space + 1)).toStdString();
    }
    return note;
}

} // namespace wk
