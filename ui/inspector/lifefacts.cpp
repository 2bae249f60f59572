// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/lifefacts.h"

#include "ui/inspector/eventfacts.h"
#include "ui/models/eventwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>

#include <algorithm>

namespace wk {

namespace {

struct LifeTr {
    Q_DECLARE_TR_FUNCTIONS(Life)
};

using Kind = LifeMoment::Kind;

/// "False ContainersNotReady → True"; of what stays the same in front, once: "True ReplicaSetUpdated → NewReplicaSet",
/// "True → PodCompleted".
QString turned(const LifeMoment &moment)
{
    if (moment.before.empty())
        return displayText(moment.after);
    std::string_view after = moment.after;
    const std::string status = moment.before.substr(0, moment.before.find(' ')) + ' ';
    if (moment.kind == Kind::Condition && after.starts_with(status))
        after.remove_prefix(status.size());
    return displayText(moment.before) + QStringLiteral(" → ") + (after.empty() ? format::none() : displayText(after));
}

/// A triangle or a ring, as under Events: "▲ FailedScheduling ×3 · 14:03:22 – 14:09:51".
QString toldWords(const LifeMoment &moment, WallTime now)
{
    QString words = (moment.isWarning ? QStringLiteral("▲ ") : QStringLiteral("○ ")) + displayText(moment.subject);
    if (moment.times > 1)
        words += u' ' + timesText(moment.times) + QStringLiteral(" · ") + format::span(moment.from, moment.time, now);
    return words;
}

/// What happened, in a line.
QString wordsOf(const LifeMoment &moment, WallTime now)
{
    const QString subject = displayText(moment.subject);
    switch (moment.kind) {
    case Kind::Created: return LifeTr::tr("Created");
    case Kind::FirstSeen:
        return moment.after.empty() ? LifeTr::tr("First seen") : LifeTr::tr("First seen: %1").arg(turned(moment));
    case Kind::Phase: return LifeTr::tr("Phase %1").arg(turned(moment));
    case Kind::Condition: return LifeTr::tr("%1: %2").arg(subject, turned(moment));
    case Kind::Container: return LifeTr::tr("Container %1: %2").arg(subject, turned(moment));
    case Kind::Restart: return LifeTr::tr("Restarts of %1: %2").arg(subject, turned(moment));
    case Kind::Replicas: return LifeTr::tr("Desired replicas: %1").arg(turned(moment));
    case Kind::Spec: return LifeTr::tr("Generation %1").arg(turned(moment));
    case Kind::Field: return LifeTr::tr("%1: %2").arg(shownPath(moment.subject), turned(moment));
    case Kind::Owner:
        return moment.after.empty() ? LifeTr::tr("No longer owned by %1").arg(subject)
                                    : LifeTr::tr("Owned by %1").arg(subject);
    case Kind::Owned:
        return moment.after.empty() ? LifeTr::tr("Its %1 was deleted").arg(subject)
                                    : LifeTr::tr("Its %1 was created").arg(subject);
    case Kind::Told: return toldWords(moment, now);
    case Kind::Deleting: return LifeTr::tr("Deletion requested");
    case Kind::Deleted: return LifeTr::tr("Deleted");
    }
    return {};
}

QString reporterTip(const LifeMoment &moment)
{
    const QString time = format::dateTime(moment.time);
    return moment.who.empty() ? time : time + u'\n' + LifeTr::tr("Reported by %1").arg(displayText(moment.who));
}

Fact momentFact(const LifeMoment &moment, WallTime now)
{
    Fact fact;
    fact.isMoment = true;
    fact.label = format::clockOrDay(moment.time, now);
    fact.value = wordsOf(moment, now);
    fact.detail = factText(moment.why);
    if (moment.kind == Kind::Told)
        fact.tip = reporterTip(moment);
    else if (!moment.who.empty())
        fact.detail = LifeTr::tr("by %1", "a field manager").arg(displayText(moment.who));
    if (moment.unseenSince) {
        const QString unseen =
            LifeTr::tr("sometime since %1, while it was not watched").arg(format::moment(*moment.unseenSince, now));
        fact.detail = fact.detail.isEmpty() ? unseen : unseen + u'\n' + fact.detail;
    }
    fact.isBad = moment.kind == Kind::Restart || moment.isWarning;
    // Its age is that of the time which is printed, as under Events.
    fact.since = std::chrono::floor<std::chrono::seconds>(moment.time);
    return fact;
}

Fact lifeHeading(const QString &title)
{
    Fact fact;
    fact.isHeading = true;
    fact.label = title;
    return fact;
}

/// A sentence.
Fact note(const QString &text)
{
    Fact fact;
    fact.detail = text;
    return fact;
}

} // namespace

std::vector<Fact> lifeFacts(const std::vector<LifeStory> &lives, const LifeNotes &notes, WallTime now)
{
    std::vector<Fact> facts;
    std::size_t left = MomentsTold;
    for (std::size_t life = lives.size(); life-- > 0;) {
        const LifeStory &story = lives[life];
        if (lives.size() > 1)
            facts.push_back(lifeHeading(
                LifeTr::tr("Life %1 of %2: uid %3").arg(life + 1).arg(lives.size()).arg(displayText(story.uid))));
        const std::size_t told = std::min(left, story.moments.size());
        for (std::size_t i = 0; i < told; ++i)
            facts.push_back(momentFact(story.moments[story.moments.size() - 1 - i], now));
        if (story.hasMore || story.moments.size() > left)
            facts.push_back(note(LifeTr::tr("Older ones are left out here: the stream has every revision.")));
        left -= told;
        if (left == 0)
            break;
    }
    if (facts.empty())
        return facts;
    if (notes.watchedSince)
        facts.push_back(note(LifeTr::tr("Watched since %1. Anything older comes from the object's own conditions.")
                                 .arg(format::moment(*notes.watchedSince, now))));
    if (notes.olderEvents > 0)
        facts.push_back(note(LifeTr::tr("%n older Kubernetes Events are left out: the stream has every one.", nullptr,
                                        int(notes.olderEvents))));
    if (!notes.events.isEmpty())
        facts.push_back(note(notes.events));
    return facts;
}

} // namespace wk
