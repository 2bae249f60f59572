// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/eventfacts.h"

#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>

#include <algorithm>

namespace wk {

namespace {

struct EventFactsTr {
    Q_DECLARE_TR_FUNCTIONS(EventFacts)
};

QString endWord(const EventEnd &end)
{
    return end.cause == EventEnd::Cause::Expired ? EventFactsTr::tr("expired") : EventFactsTr::tr("deleted");
}

/// Why it is dimmed.
QString endSentence(const EventEnd &end, WallTime now)
{
    const QString time = format::moment(end.time, now);
    const QString still = format::duration(end.still);
    if (end.isInferred)
        return EventFactsTr::
            tr("No longer on the server when Events were listed again at %1. By default, servers delete an Event an "
               "hour after its last write.")
                .arg(time);
    if (end.cause == EventEnd::Cause::Deleted)
        return EventFactsTr::
            tr("Deleted from the server at %1, %2 after its last write: too soon for the server to have let it expire.")
                .arg(time, still);
    return EventFactsTr::
        tr("Expired on the server at %1, %2 after its last write. By default, servers delete an Event an hour after "
           "its last write.")
            .arg(time, still);
}

Fact innerFact(const QString &label)
{
    Fact fact;
    fact.isInner = true;
    fact.label = label;
    return fact;
}

Fact occurrenceFact(const Occurrence &some, WallTime now)
{
    Fact fact = innerFact(format::span(some.from, some.to, now));
    if (some.times > 1)
        fact.label += u' ' + timesText(some.times);
    if (some.wasCounted)
        fact.detail = EventFactsTr::tr("Counted by the cluster; the time of each one is not known.");
    fact.since = some.to;
    return fact;
}

void appendOccurrences(std::vector<Fact> &facts, const KubeEventStory &story, WallTime now)
{
    if (story.end)
        facts.push_back(innerFact(endSentence(*story.end, now)));
    if (!story.said.reporter.empty())
        facts.push_back(innerFact(EventFactsTr::tr("Reported by %1").arg(displayText(story.said.reporter))));
    const std::size_t told = std::min(story.occurrences.size(), OccurrencesTold);
    for (std::size_t i = 0; i < told; ++i)
        facts.push_back(occurrenceFact(story.occurrences[story.occurrences.size() - 1 - i], now));
    if (story.occurrences.size() > told)
        facts.push_back(innerFact(EventFactsTr::tr("Older ones are left out here: the stream has every revision.")));
}

Fact storyFact(const KubeEventStory &story, bool isOpen, WallTime now)
{
    Fact fact;
    fact.key = displayText(story.uid);
    fact.disclosure = isOpen ? Disclosure::Open : Disclosure::Closed;
    fact.mark = story.said.warning ? FactMark::Warning : FactMark::Normal;
    fact.label = displayText(story.said.reason);
    const auto first = std::ranges::min(story.occurrences, {}, &Occurrence::from).from;
    const WallTime last = story.occurrences.back().to;
    fact.value = format::span(first, last, now);
    if (story.times() > 1)
        fact.value.prepend(timesText(story.times()) + QStringLiteral(" · "));
    fact.detail = factText(story.said.message);
    fact.since = last;
    if (story.end) {
        fact.isOver = true;
        fact.word = endWord(*story.end);
        fact.tip = endSentence(*story.end, now);
    }
    return fact;
}

} // namespace

QString timesText(std::int64_t times)
{
    return u'×' + format::number(times);
}

std::vector<Fact> eventFacts(const std::vector<KubeEventStory> &stories, const QSet<QString> &open, WallTime now)
{
    std::vector<Fact> facts;
    for (const KubeEventStory &story : stories) {
        const bool isOpen = open.contains(displayText(story.uid));
        facts.push_back(storyFact(story, isOpen, now));
        if (isOpen)
            appendOccurrences(facts, story, now);
    }
    return facts;
}

QString coverageSentence(const EventCoverage &coverage, std::optional<WallTime> moment, WallTime now)
{
    if (coverage.isKnown) {
        const QString since =
            EventFactsTr::tr(
                "Events have been watched since %1. Earlier ones are shown if the server still had them then.")
                .arg(format::moment(*coverage.since, now));
        if (coverage.gaps == 0)
            return since;
        const WallTime from = coverage.lastGap.lostFrom;
        const WallTime to = coverage.lastGap.to;
        const bool isShort = format::moment(from, now) == format::moment(to, now);
        const auto said = isShort ? format::momentMs : format::moment;
        return since + u' ' +
               EventFactsTr::tr("%n gaps since then, in which nothing was seen: the last from %1 to %2.", nullptr,
                                int(coverage.gaps))
                   .arg(said(from, now), said(to, now));
    }
    const QString until =
        coverage.until ? EventFactsTr::tr("Watched until %1.").arg(format::moment(*coverage.until, now)) : QString();
    const QString since =
        coverage.since ? EventFactsTr::tr("Watched since %1.").arg(format::moment(*coverage.since, now)) : QString();
    if (until.isEmpty() && since.isEmpty())
        return {};
    QStringList parts{moment ? EventFactsTr::tr("Events were not watched at %1.").arg(format::moment(*moment, now))
                             : EventFactsTr::tr("Events are not being watched."),
                      until, since};
    parts.removeAll(QString());
    return parts.join(u' ');
}

} // namespace wk
