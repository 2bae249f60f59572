// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/eventwords.h"

#include "core/informer/entry.h"
#include "core/resource/kubeevent.h"
#include "core/resource/likelywriters.h"
#include "core/resource/printedcells.h"
#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/words/outagewords.h"

#include <QCoreApplication>

namespace wk {

namespace {

struct EventWordsTr {
    Q_DECLARE_TR_FUNCTIONS(EventWords)
};

constexpr std::size_t PathChars = 160;
constexpr std::size_t ValueChars = 120;

QString valueText(std::string_view value)
{
    return value.empty() ? QStringLiteral("\"\"") : displayText(value, ValueChars);
}

/// "+ 2 s" between two times; empty when either is none.
QString timeStep(const ToldChange &change)
{
    const auto before = parseTime(change.before);
    const auto after = parseTime(change.after);
    if (!before || !after)
        return {};
    const auto step = std::chrono::floor<std::chrono::milliseconds>(*after - *before);
    const QString sign = step < step.zero() ? QStringLiteral("− ") : QStringLiteral("+ ");
    return sign + format::duration(step < step.zero() ? -step : step);
}

QString changeText(const ToldChange &change)
{
    switch (change.kind) {
    case FieldChange::Kind::Added: return valueText(change.after);
    case FieldChange::Kind::Removed: return EventWordsTr::tr("removed (was %1)").arg(valueText(change.before));
    case FieldChange::Kind::Replaced: break;
    }
    if (const QString step = timeStep(change); !step.isEmpty())
        return step;
    return valueText(change.before) + QStringLiteral(" → ") + valueText(change.after);
}

void appendChanges(EventWords &words, const Changes &changes)
{
    for (const ToldChange change : changes.first) {
        if (!words.pieces.empty())
            words.pieces.push_back({QStringLiteral(", "), false});
        words.pieces.push_back({shownPath(change.path), true});
        words.pieces.push_back({QStringLiteral(" ") + changeText(change), false, true});
    }
    if (const int more = changes.total - int(changes.first.size()); more > 0)
        words.pieces.push_back({QStringLiteral(", ") + EventWordsTr::tr("%n more", nullptr, more), false});
}

EventWords quiet(const QString &sentence)
{
    return {{{sentence, false}}, true};
}

/// "phase CrashLoopBackOff": what a filter means by phase, too.
EventWords objectWords(const Object &object, const Columns &columns)
{
    EventWords words;
    const std::string_view phase = object.phase.empty() ? std::string_view() : phaseWord(object, columns);
    if (!phase.empty()) {
        words.pieces.push_back({QStringLiteral("phase"), true});
        words.pieces.push_back({QStringLiteral(" ") + displayText(phase, ValueChars), false});
    }
    for (const OwnerReference &owner : object.owners) {
        if (!owner.controller)
            continue;
        const QString separator = words.pieces.empty() ? QString() : QStringLiteral(", ");
        const QString name = displayText(owner.kind, ValueChars) + u' ' + displayText(owner.name, PathChars);
        words.pieces.push_back({separator + EventWordsTr::tr("owner %1").arg(name), false});
    }
    return words;
}

/// "BackOff Back-off restarting failed container": what an object of kind Event is there to say. Empty for any other.
EventWords noteWords(const Object &object)
{
    const auto note = readKubeEvent(object);
    if (!note || note->regardingName.empty())
        return {};
    return {{{displayText(note->reason, ValueChars), true}, {u' ' + displayText(note->message, PathChars), false}}};
}

/// As what it is there, now that it is.
EventWords shownWords(const Object &object, const Columns &columns)
{
    EventWords words = objectWords(object, columns);
    if (words.pieces.empty())
        words = noteWords(object);
    if (words.pieces.empty() && object.created)
        words.pieces.push_back({EventWordsTr::tr("created %1").arg(format::dateTime(*object.created)), false});
    return words;
}

EventWords addedWords(const Entry &entry)
{
    if (entry.origin == EntryClass::Inferred)
        return quiet(EventWordsTr::tr("inferred from the list: it was not there before"));
    if (!entry.object)
        return {};
    return shownWords(*entry.object, entry.columns);
}

EventWords modifiedWords(const Entry &entry)
{
    EventWords words;
    if (entry.changes)
        appendChanges(words, *entry.changes);
    words.isQuiet = entry.origin == EntryClass::Inferred;
    if (words.pieces.empty())
        words = quiet(entry.previous ? EventWordsTr::tr("only its version")
                                     : EventWordsTr::tr("its previous state was not seen"));
    if (entry.origin == EntryClass::Inferred)
        words.pieces.push_back({EventWordsTr::tr("; inferred, steps unknown"), false});
    return words;
}

EventWords deletedWords(const Entry &entry)
{
    const Object *last = entry.previous ? entry.previous.get() : entry.object.get();
    if (entry.origin == EntryClass::Inferred) {
        if (!last || last->version.isEmpty())
            return quiet(EventWordsTr::tr("inferred from the list: it was not there any more"));
        return quiet(
            EventWordsTr::tr("inferred from the list; last seen at %1").arg(format::version(last->version.text())));
    }
    EventWords words;
    if (last && last->created) {
        const auto lived = std::chrono::floor<std::chrono::milliseconds>(entry.arrived - *last->created);
        // A Kubernetes Event goes by itself (after an hour, by default): that is no news.
        if (const EventWords note = noteWords(*last); !note.pieces.empty()) {
            words = quiet(EventWordsTr::tr("no longer kept by the server, after %1: ").arg(format::duration(lived)));
            words.pieces.insert(words.pieces.end(), note.pieces.begin(), note.pieces.end());
            return words;
        }
        words.pieces.push_back({EventWordsTr::tr("lived %1").arg(format::duration(lived)), false});
    }
    if (entry.changes)
        appendChanges(words, *entry.changes);
    return words;
}

QString reconnectSentence(const Entry &entry)
{
    const QString version = format::version(entry.version.text());
    if (entry.error.kind == ErrorKind::Cancelled)
        return EventWordsTr::tr("the server closed the stream normally; resuming from %1").arg(version);
    return errorWords(entry.error).what + u' ' + EventWordsTr::tr("Resuming from %1.").arg(version);
}

QString gapSentence(const Gap &gap, WallTime until)
{
    const QString to = gap.to.isEmpty() ? QStringLiteral("…") : format::version(gap.to.text());
    QString words =
        gap.isNotWatched() ? gapReasonWords(gap, until, ValueChars) : notSeenWords(gap.lostFrom(), until, until);
    if (!gap.from.isEmpty())
        words = EventWordsTr::tr("%1 → %2 %3", "8 → 9 not seen from 10:02 to 10:03")
                    .arg(format::version(gap.from.text()), to, words);
    if (format::moment(gap.since, until) != format::moment(gap.lostFrom(), until))
        words = EventWordsTr::tr("%1, %2", "not seen from 10:02 to 10:03, in doubt from 10:00 to 10:02")
                    .arg(words, inDoubtWords(gap.since, gap.lostFrom(), until));
    return gap.reason.empty() || gap.isNotWatched()
               ? words
               : EventWordsTr::tr("%1, %2", "a gap, and why").arg(words, gapReasonWords(gap, until, ValueChars));
}

QString objectsIn(int count, std::chrono::milliseconds took)
{
    const QString words = format::counted(EventWordsTr::tr("%n objects in %1", nullptr, count), count);
    return words.arg(format::duration(took));
}

QString listSentence(const Entry &entry)
{
    const int count = int(entry.objects ? entry.objects->size() : entry.found.listed);
    return objectsIn(count, entry.took);
}

/// "47 objects in 129 ms: 1 changed, 1 deleted".
QString relistSentence(const Entry &entry)
{
    const RelistCounts &found = entry.found;
    QStringList differences;
    if (found.added > 0)
        differences.append(format::counted(EventWordsTr::tr("%n added", nullptr, int(found.added)), found.added));
    if (found.modified > 0)
        differences.append(
            format::counted(EventWordsTr::tr("%n changed", nullptr, int(found.modified)), found.modified));
    if (found.deleted > 0)
        differences.append(format::counted(EventWordsTr::tr("%n deleted", nullptr, int(found.deleted)), found.deleted));
    if (differences.isEmpty())
        differences.append(EventWordsTr::tr("no differences"));
    const QString listed = objectsIn(int(found.listed), entry.took);
    return EventWordsTr::tr("%1: %2", "47 objects in 129 ms: 1 changed, 1 deleted")
        .arg(listed, differences.join(EventWordsTr::tr(", ", "between counts")));
}

QString errorSentence(const Error &error)
{
    const ErrorWords words = errorWords(error);
    return words.why.isEmpty() ? words.what : words.what + u' ' + words.why;
}

} // namespace

QString EventWords::plain() const
{
    QString text;
    for (const Piece &piece : pieces)
        text += piece.text;
    return text;
}

EventWords eventWords(const Entry &entry)
{
    switch (entry.type) {
    case EntryType::Added: return addedWords(entry);
    case EntryType::Modified: return modifiedWords(entry);
    case EntryType::Deleted: return deletedWords(entry);
    case EntryType::Bookmark:
        return quiet(
            EventWordsTr::tr("watch is at %1, nothing else changed").arg(format::version(entry.version.text())));
    case EntryType::Error: return quiet(errorSentence(entry.error));
    case EntryType::List: return quiet(listSentence(entry));
    case EntryType::Relist: return quiet(relistSentence(entry));
    case EntryType::Reconnect: return quiet(reconnectSentence(entry));
    case EntryType::Gap: return quiet(gapSentence(entry.gap, entry.arrived));
    }
    return {};
}

EventWords listedWords(const Object &object, const Columns &columns)
{
    EventWords words = shownWords(object, columns);
    words.isQuiet = true;
    return words;
}

namespace {

QString firstAndMore(const std::vector<std::string> &names)
{
    const QString first = displayText(names.front());
    return names.size() == 1 ? first : first + QStringLiteral(" +") + QString::number(names.size() - 1);
}

} // namespace

QString eventManagers(const Entry &entry)
{
    return entry.changes && !entry.changes->managers.empty() ? firstAndMore(entry.changes->managers) : QString();
}

QString doubtfulWriters(const LikelyWriters &writers)
{
    if (writers.isUnseen)
        return {};
    if (writers.isServer)
        return EventWordsTr::tr("server", "who wrote what it keeps itself");
    return writers.managers.empty() ? format::none() : QStringLiteral("? ") + firstAndMore(writers.managers);
}

QString likelyMeaning(const QString &doubtful)
{
    if (doubtful == format::none()) {
        return EventWordsTr::tr(
            "No field manager owns what changed. Some writes leave no entry in managedFields, such as the "
            "scheduler's that binds a pod to its node.");
    }
    return doubtful.startsWith(u'?')
               ? EventWordsTr::tr("Not certain: they own what changed, but no managedFields entry was updated.")
               : EventWordsTr::tr("Maintained by the server itself, whoever made the request.");
}

QString shownPath(std::string_view path)
{
    constexpr std::string_view conditions = "status.conditions[type=";
    constexpr std::string_view value = "].status";
    if (path.starts_with(conditions) && path.ends_with(value) && path.size() > conditions.size() + value.size())
        return displayText(path.substr(conditions.size(), path.size() - conditions.size() - value.size()), PathChars);
    QString text = displayText(path, PathChars);
    text.replace(QStringLiteral("[name="), QStringLiteral("["));
    text.replace(QStringLiteral("[type="), QStringLiteral("["));
    return text;
}

} // namespace wk
