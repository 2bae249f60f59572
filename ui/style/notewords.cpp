// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/notewords.h"

#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/style/styletr.h"

namespace wk {

namespace {

struct Note {
    QString brief;
    QString line;
};

Note clockNote(std::chrono::seconds lead)
{
    const QString by = format::duration(std::chrono::abs(lead));
    const bool isAhead = lead.count() > 0;
    return {isAhead ? StyleTr::tr("cluster clock +%1", "ahead by 1 h").arg(by)
                    : StyleTr::tr("cluster clock −%1", "behind by 1 h").arg(by),
            isAhead
                ? StyleTr::tr("The cluster's clock is %1 ahead of this machine's: what is younger than that shows "
                              "the age 0.")
                      .arg(by)
                : StyleTr::tr("The cluster's clock is %1 behind this machine's: ages are that much too high.").arg(by)};
}

Note groupNote(const std::string &groupVersion, const Error &why)
{
    const QString name = displayText(groupVersion);
    return {StyleTr::tr("%1 unavailable", "metrics.k8s.io/v1beta1 unavailable").arg(name),
            StyleTr::tr("%1 is unavailable; everything else works: %2").arg(name, errorWords(why).sentence())};
}

Note lossNote(const HistoryLosses::Piece &piece)
{
    const QString path = displayText(piece.path);
    const QString brief = StyleTr::tr("history damaged");
    if (piece.error)
        return {
            brief,
            StyleTr::tr("A file of the history cannot be read, %1: %2").arg(path, errorWords(*piece.error).sentence())};
    const QString bytes = format::bytes(piece.bytes);
    const QString at = format::number(std::int64_t(piece.at));
    if (!piece.missing)
        return {brief,
                StyleTr::tr("A file of the history is damaged, %1: %2 are lost at byte %3.").arg(path, bytes, at)};
    return {brief,
            StyleTr::tr("A file of the history is damaged, %1: %2 are lost at byte %3, and what happened from %4 "
                        "to %5.")
                .arg(path, bytes, at, format::dateTime(piece.missing->from), format::dateTime(piece.missing->to))};
}

QString withOthers(const NoteWords &words)
{
    const int others = int(words.lines.size()) - 1;
    return others > 0 ? StyleTr::tr("%1, %n more notes", "cluster clock +1 h, 2 more notes", others).arg(words.first)
                      : words.first;
}

} // namespace

NoteWords noteWords(const ServerNotes &notes, const std::vector<std::pair<std::string, Error>> &failedGroups,
                    const std::optional<Error> &historyError, const HistoryLosses &losses)
{
    std::vector<Note> all;
    if (historyError)
        all.push_back(
            {StyleTr::tr("history in memory only"),
             StyleTr::tr("What does not fit in memory is lost from the history, because the disk cannot take it: %1")
                 .arg(errorWords(*historyError).sentence())});
    for (const HistoryLosses::Piece &piece : losses.pieces)
        all.push_back(lossNote(piece));
    if (notes.clockLead)
        all.push_back(clockNote(*notes.clockLead));
    for (const auto &[groupVersion, why] : failedGroups)
        all.push_back(groupNote(groupVersion, why));
    for (const std::string &warning : notes.warnings)
        all.push_back({StyleTr::tr("server warning"), StyleTr::tr("The server warns: %1").arg(displayText(warning))});
    for (const std::string &doubt : notes.doubts)
        all.push_back({StyleTr::tr("configuration warning"), displayText(doubt, limits::LineChars)});
    NoteWords words;
    for (const Note &note : all)
        words.lines << note.line;
    words.first = all.empty() ? QString() : all.front().brief;
    words.brief = withOthers(words);
    return words;
}

NoteWords joinedNotes(const std::vector<NamedNotes> &notes)
{
    if (notes.size() == 1)
        return notes.front().words;
    NoteWords all;
    for (const NamedNotes &each : notes) {
        const auto named = [&each](const QString &text) {
            return StyleTr::tr("%1: %2", "a cluster, what is noted of it").arg(each.name, text);
        };
        if (all.first.isEmpty() && !each.words.first.isEmpty())
            all.first = named(each.words.first);
        for (const QString &line : each.words.lines)
            all.lines << named(line);
    }
    all.brief = withOthers(all);
    return all;
}

} // namespace wk
