// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/objectlife.h"

#include "core/resource/compare.h"
#include "core/resource/printedcells.h"
#include "core/resource/summary.h"

#include <algorithm>

namespace wk {

bool isBirth(EntryType type, EntryClass origin)
{
    const bool mayHaveBeen = origin == EntryClass::Initial || origin == EntryClass::Replayed;
    return type == EntryType::Added && !mayHaveBeen;
}

RevisionSpan spanOf(const LifeRevision &revision)
{
    const bool isTold = revision.origin == EntryClass::Live || revision.origin == EntryClass::Resumed;
    return isTold ? RevisionSpan::OneWrite : RevisionSpan::MaybeSeveral;
}

namespace {

using Kind = LifeMoment::Kind;

std::string words(std::string_view first, std::string_view second)
{
    std::string both(first);
    if (!both.empty() && !second.empty())
        both += ' ';
    return both.append(second);
}

std::string numberText(std::optional<std::int64_t> number)
{
    return number ? std::to_string(*number) : std::string();
}

std::string stateWords(const Container &container)
{
    switch (container.state) {
    case Container::State::Waiting: return words("Waiting", container.reason);
    case Container::State::Running: return "Running";
    case Container::State::Terminated: return words("Terminated", container.reason);
    case Container::State::Unknown: break;
    }
    return {};
}

std::string endWords(std::string_view reason, int exitCode)
{
    return words(reason, reason.empty() && exitCode == 0 ? "" : "exit code " + std::to_string(exitCode));
}

/// Not what is observed.
bool isWanted(Kind kind)
{
    return kind == Kind::Spec || kind == Kind::Field || kind == Kind::Replicas || kind == Kind::Owner;
}

std::string ownerName(const OwnerReference &owner)
{
    return words(owner.kind, owner.name);
}

/// The object as of one revision.
struct State {
    explicit State(const Object &object)
        : summary(readSummary(object))
        , phase(object.phase)
        , owners(object.owners)
        , isDeleting(object.deleting.has_value())
    {}

    ObjectSummary summary;
    std::string phase;
    Owners owners;
    bool isDeleting;
};

/// Writes down what a revision brought.
class Teller
{
public:
    explicit Teller(std::vector<LifeMoment> &moments)
        : m_moments(moments)
    {}

    void begin(const LifeRevision &revision, const State &state)
    {
        m_revision = &revision;
        const bool isBorn = revision.type == EntryType::Added && revision.origin != EntryClass::Initial;
        if (revision.object->created)
            say({.kind = Kind::Created}, *revision.object->created);
        if (!isBorn)
            say({.kind = Kind::FirstSeen, .after = std::string(phaseWord(*revision.object, revision.table))});
        for (const Condition &condition : state.summary.conditions) {
            if (isBorn || condition.since)
                sayCondition(nullptr, &condition);
        }
        if (!isBorn)
            return;
        compareText(Kind::Phase, {}, state.phase);
        compareOwners({}, state.owners);
    }
    void goOn(const LifeRevision &revision, const State &before, const State &after)
    {
        const ChangesPtr changes = describeChanges(m_revision->object, revision.object);
        m_revision = &revision;
        // Of several writes it is not known which of them did it.
        const bool isOneWrite = revision.origin == EntryClass::Live && changes->managers.size() == 1;
        m_writer = isOneWrite ? changes->managers.front() : std::string();
        compareText(Kind::Spec, numberText(before.summary.generation), numberText(after.summary.generation));
        compareText(Kind::Replicas, numberText(before.summary.wantedReplicas),
                    numberText(after.summary.wantedReplicas));
        tellFields(*changes);
        compareOwners(before.owners, after.owners);
        if (after.isDeleting && !before.isDeleting)
            say({.kind = Kind::Deleting});
        compareText(Kind::Phase, before.phase, after.phase, after.summary.message);
        compareContainers(before.summary.containers, after.summary.containers);
        compareConditions(before.summary.conditions, after.summary.conditions);
    }
    void end(const LifeRevision &revision)
    {
        m_revision = &revision;
        say({.kind = Kind::Deleted});
    }

private:
    /// `happened`: as the cluster says; nothing happens later than we are told of it.
    void say(LifeMoment moment, std::optional<WallTime> happened = {})
    {
        moment.isServersTime = happened && *happened <= m_revision->arrived;
        moment.time = moment.isServersTime ? withinItsSecond(*happened, m_revision->arrived) : m_revision->arrived;
        moment.row = m_revision->row;
        if (!moment.isServersTime)
            moment.unseenSince = m_revision->unseenSince;
        moment.why = lifeWords(std::move(moment.why));
        if (isWanted(moment.kind))
            moment.who = m_writer;
        m_moments.push_back(std::move(moment));
    }
    void compareText(Kind kind, const std::string &before, const std::string &after, const std::string &why = {})
    {
        if (before != after)
            say({.kind = kind, .before = before, .after = after, .why = why});
    }
    void tellFields(const Changes &changes)
    {
        for (const ToldChange change : changes.first) {
            const bool isToldElsewhere = change.path == "spec.replicas" || change.path.starts_with("metadata.owner") ||
                                         change.path.starts_with("metadata.deletion");
            if (change.worth == ChangeWorth::Substance && !isToldElsewhere)
                say({.kind = Kind::Field,
                     .subject = std::string(change.path),
                     .before = std::string(change.before),
                     .after = std::string(change.after)});
        }
    }
    void compareOwners(const Owners &before, const Owners &after)
    {
        const auto isIn = [](const Owners &owners, const OwnerReference &owner) {
            return std::ranges::find(owners, owner.uid, &OwnerReference::uid) != owners.end();
        };
        for (const OwnerReference &owner : before) {
            if (!isIn(after, owner))
                say({.kind = Kind::Owner, .subject = ownerName(owner), .before = owner.uid});
        }
        for (const OwnerReference &owner : after) {
            if (!isIn(before, owner))
                say({.kind = Kind::Owner, .subject = ownerName(owner), .after = owner.uid});
        }
    }
    void compareContainers(const std::vector<Container> &before, const std::vector<Container> &after)
    {
        for (const Container &container : after) {
            const auto known = std::ranges::find(before, container.name, &Container::name);
            const Container none;
            const Container &old = known == before.end() ? none : *known;
            if (container.restarts > old.restarts)
                say({.kind = Kind::Restart,
                     .subject = container.name,
                     .before = std::to_string(old.restarts),
                     .after = std::to_string(container.restarts),
                     .why = endWords(container.lastReason, container.lastExitCode)});
            if (stateWords(container) == stateWords(old))
                continue;
            const bool hasEnded = container.state == Container::State::Terminated;
            say({.kind = Kind::Container,
                 .subject = container.name,
                 .before = stateWords(old),
                 .after = stateWords(container),
                 .why = words(hasEnded ? endWords({}, container.exitCode) : "", container.message)});
        }
    }
    void compareConditions(const std::vector<Condition> &before, const std::vector<Condition> &after)
    {
        const auto named = [](const std::vector<Condition> &conditions, const std::string &type) {
            const auto found = std::ranges::find(conditions, type, &Condition::type);
            return found == conditions.end() ? nullptr : &*found;
        };
        for (const Condition &old : before) {
            if (!named(after, old.type))
                sayCondition(&old, nullptr);
        }
        for (const Condition &now : after) {
            const Condition *old = named(before, now.type);
            if (!old || old->status != now.status || old->reason != now.reason)
                sayCondition(old, &now);
        }
    }
    /// The cluster says when a status was another last; a reason may change without it.
    void sayCondition(const Condition *before, const Condition *after)
    {
        const bool isTurned = after && (!before || before->status != after->status);
        say({.kind = Kind::Condition,
             .subject = after ? after->type : before->type,
             .before = before ? words(before->status, before->reason) : std::string(),
             .after = after ? words(after->status, after->reason) : std::string(),
             .why = after ? after->message : std::string()},
            isTurned ? after->since : std::nullopt);
    }

    std::vector<LifeMoment> &m_moments;
    const LifeRevision *m_revision = nullptr;
    std::string m_writer;
};

} // namespace

std::string lifeWords(std::string text)
{
    if (text.size() <= LifeWords)
        return text;
    std::size_t end = LifeWords;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    text.resize(end);
    return text.append("…");
}

std::vector<LifeMoment> lifeOf(std::span<const LifeRevision> revisions)
{
    std::vector<LifeMoment> moments;
    Teller teller(moments);
    std::optional<State> before;
    for (const LifeRevision &revision : revisions) {
        State now(*revision.object);
        if (before)
            teller.goOn(revision, *before, now);
        else
            teller.begin(revision, now);
        if (revision.type == EntryType::Deleted)
            teller.end(revision);
        before = std::move(now);
    }
    std::ranges::stable_sort(moments, {}, &LifeMoment::time);
    return moments;
}

WallTime withinItsSecond(WallTime said, WallTime told)
{
    using namespace std::chrono_literals;
    const bool isWhole = said == std::chrono::floor<std::chrono::seconds>(said);
    return isWhole ? std::clamp(told, said, said + 1s - 1us) : said;
}

} // namespace wk
