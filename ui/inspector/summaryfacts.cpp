// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/summaryfacts.h"

#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>

#include <algorithm>

namespace wk {

namespace {

struct InspectorTr {
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

/// What is said of what is wrong goes on so.
QString because(const QString &why)
{
    return why.isEmpty() ? QString() : InspectorTr::tr(": %1", "Failed: Evicted").arg(why);
}

Fact heading(const QString &title)
{
    Fact fact;
    fact.isHeading = true;
    fact.label = title;
    return fact;
}

Fact plain(const QString &label, const QString &value)
{
    Fact fact;
    fact.label = label;
    fact.value = value;
    return fact;
}

Fact mono(const QString &label, std::string_view value)
{
    Fact fact = plain(label, displayText(value));
    fact.isMono = true;
    return fact;
}

/// A string of the filter language: quoted, so that any value is one.
QString quoted(std::string_view value)
{
    QString text = QString::fromUtf8(value.data(), qsizetype(value.size()));
    text.replace(QStringLiteral("\\"), QStringLiteral("\\\\")).replace(QStringLiteral("\""), QStringLiteral("\\\""));
    return u'"' + text + u'"';
}

/// A moment as it was written and, at the right, how long ago it was.
void addTime(std::vector<Fact> &facts, const QString &label, const std::optional<WallTime> &time)
{
    if (!time)
        return;
    Fact fact = plain(label, format::dateTime(*time));
    fact.since = time;
    facts.push_back(std::move(fact));
}

/// Adds a section when it has facts.
void addSection(std::vector<Fact> &facts, const QString &title, std::vector<Fact> section)
{
    if (section.empty())
        return;
    facts.push_back(heading(title));
    facts.insert(facts.end(), std::make_move_iterator(section.begin()), std::make_move_iterator(section.end()));
}

std::vector<Fact> troubleFacts(const SummaryInput &input)
{
    std::vector<Fact> facts;
    for (const Trouble &trouble : troublesOf(*input.object, input.summary)) {
        Fact fact;
        fact.mark = FactMark::Phase;
        fact.phase = Phase::Failed;
        fact.label = troubleSentence(trouble);
        fact.detail = factText(trouble.message);
        facts.push_back(std::move(fact));
    }
    return facts;
}

std::optional<ObjectRef> regardedRef(const SummaryInput &input)
{
    const KubeEvent &event = *input.event;
    const auto isIt = [&](const ResourceInfo &info) {
        return info.kind == event.regardingKind &&
               (event.regardingApiVersion.empty() || info.gvr.groupVersion() == event.regardingApiVersion);
    };
    const auto found = std::ranges::find_if(input.resources, isIt);
    if (found == input.resources.end() || event.regardingName.empty())
        return {};
    return ObjectRef{found->gvr, found->namespaced ? event.regardingNs : std::string(), event.regardingName,
                     event.regardingUid, input.cluster};
}

/// What an Event is for: what happened, to what, how often, and who says so.
std::vector<Fact> saidFacts(const SummaryInput &input)
{
    std::vector<Fact> facts;
    if (!input.event)
        return facts;
    const KubeEvent &event = *input.event;
    Fact said;
    said.mark = event.warning ? FactMark::Warning : FactMark::Normal;
    said.label = displayText(event.reason);
    said.detail = factText(event.message);
    facts.push_back(std::move(said));
    if (!event.regardingName.empty()) {
        Fact regards = mono(InspectorTr::tr("Regarding"), event.regardingKind + " " + event.regardingName);
        regards.link = regardedRef(input);
        facts.push_back(std::move(regards));
    }
    facts.push_back(plain(InspectorTr::tr("Count"), format::number(event.count)));
    addTime(facts, InspectorTr::tr("First"), event.first);
    addTime(facts, InspectorTr::tr("Last"), event.last);
    if (!event.reporter.empty())
        facts.push_back(plain(InspectorTr::tr("Reported by"), displayText(event.reporter)));
    return facts;
}

std::optional<ObjectRef> nodeRef(const SummaryInput &input)
{
    const auto isNode = [](const ResourceInfo &info) { return info.gvr.group.empty() && info.kind == "Node"; };
    const auto found = std::ranges::find_if(input.resources, isNode);
    if (found == input.resources.end())
        return {};
    return ObjectRef{found->gvr, {}, input.object->node, {}, input.cluster};
}

std::vector<Fact> statusFacts(const SummaryInput &input)
{
    const Object &object = *input.object;
    const ObjectSummary &summary = input.summary;
    std::vector<Fact> facts;
    if (!input.statusWord.isEmpty()) {
        Fact fact = plain(InspectorTr::tr("Status"), input.statusWord);
        fact.isBad = phaseOf(object, input.statusWord.toStdString()) == Phase::Failed;
        facts.push_back(std::move(fact));
    }
    if (summary.wantedReplicas) {
        const QString text = InspectorTr::tr("%1 of %2 ready")
                                 .arg(format::number(summary.readyReplicas), format::number(*summary.wantedReplicas));
        facts.push_back(plain(InspectorTr::tr("Replicas"), text));
    }
    if (!object.node.empty()) {
        Fact fact = mono(InspectorTr::tr("Node"), object.node);
        fact.link = nodeRef(input);
        fact.filterTerm = QStringLiteral("node == ") + quoted(object.node);
        facts.push_back(std::move(fact));
    }
    if (!summary.podIp.empty())
        facts.push_back(mono(InspectorTr::tr("Pod address"), summary.podIp));
    if (!summary.hostIp.empty())
        facts.push_back(mono(InspectorTr::tr("Host address"), summary.hostIp));
    if (!summary.serviceAccount.empty())
        facts.push_back(mono(InspectorTr::tr("Service account"), summary.serviceAccount));
    return facts;
}

Phase phaseOfCondition(ConditionHealth health)
{
    switch (health) {
    case ConditionHealth::AsWanted: return Phase::Running;
    case ConditionHealth::NotSo: return Phase::Failed;
    case ConditionHealth::Over: return Phase::Succeeded;
    case ConditionHealth::Unknown: return Phase::Unknown;
    }
    return Phase::Unknown;
}

std::vector<Fact> conditionFacts(const ObjectSummary &summary)
{
    std::vector<Fact> facts;
    for (const Condition &condition : summary.conditions) {
        const ConditionHealth health = healthOf(condition);
        Fact fact;
        fact.mark = FactMark::Phase;
        fact.phase = phaseOfCondition(health);
        fact.label = displayText(condition.type);
        fact.value = displayText(condition.status);
        fact.since = condition.since;
        if (health != ConditionHealth::AsWanted) {
            const QString reason = displayText(condition.reason);
            const QString message = factText(condition.message);
            fact.detail =
                reason.isEmpty() || message.isEmpty() ? QString(reason + message) : QString(reason + because(message));
        }
        facts.push_back(std::move(fact));
    }
    return facts;
}

Phase phaseOfContainer(const Container &container)
{
    switch (container.state) {
    case Container::State::Unknown: return Phase::None;
    case Container::State::Waiting:
        return phaseOfWord(container.reason) == Phase::Failed ? Phase::Failed : Phase::Pending;
    case Container::State::Running: return container.isReady ? Phase::Running : Phase::Pending;
    case Container::State::Terminated: return container.exitCode == 0 ? Phase::Succeeded : Phase::Failed;
    }
    return Phase::None;
}

QString stateWord(const Container &container)
{
    if (!container.reason.empty())
        return displayText(container.reason);
    switch (container.state) {
    case Container::State::Unknown: return {};
    case Container::State::Waiting: return InspectorTr::tr("waiting");
    case Container::State::Running: return container.isReady ? InspectorTr::tr("ready") : InspectorTr::tr("running");
    case Container::State::Terminated: return InspectorTr::tr("exit code %1").arg(container.exitCode);
    }
    return {};
}

std::vector<Fact> containerFacts(const ObjectSummary &summary)
{
    std::vector<Fact> facts;
    for (const Container &container : summary.containers) {
        Fact fact;
        fact.phase = phaseOfContainer(container);
        fact.mark = fact.phase == Phase::None ? FactMark::None : FactMark::Phase;
        const QString name = displayText(container.name);
        fact.label = container.isInit ? InspectorTr::tr("%1 (init)").arg(name) : name;
        fact.value = stateWord(container);
        if (container.restarts > 0)
            fact.value += (fact.value.isEmpty() ? QString() : InspectorTr::tr(", ", "between a state and its count")) +
                          InspectorTr::tr("%n restarts", nullptr, container.restarts);
        fact.isBad = fact.phase == Phase::Failed;
        fact.detail = displayText(container.image);
        facts.push_back(std::move(fact));
    }
    return facts;
}

std::vector<Fact> ownerFacts(const SummaryInput &input)
{
    std::vector<Fact> facts;
    for (const OwnerReference &owner : input.object->owners) {
        Fact fact = mono(displayText(owner.kind), owner.name);
        const auto isIt = [&](const ResourceInfo &info) {
            return info.kind == owner.kind && info.gvr.groupVersion() == owner.apiVersion;
        };
        const auto found = std::ranges::find_if(input.resources, isIt);
        if (found != input.resources.end())
            fact.link = ObjectRef{found->gvr, found->namespaced ? std::string(input.object->ns) : std::string(),
                                  owner.name, owner.uid, input.cluster};
        fact.filterTerm = QStringLiteral("owner == ") + quoted(owner.name);
        facts.push_back(std::move(fact));
    }
    return facts;
}

std::vector<Fact> labelFacts(const Object &object)
{
    std::vector<Fact> facts;
    for (const auto &[key, value] : object.labels) {
        Fact fact = mono(displayText(key), value);
        fact.filterTerm = QStringLiteral("label[%1] == %2").arg(quoted(key), quoted(value));
        facts.push_back(std::move(fact));
    }
    return facts;
}

std::vector<Fact> annotationFacts(const ObjectSummary &summary)
{
    std::vector<Fact> facts;
    for (const auto &[key, value] : summary.annotations)
        facts.push_back(mono(displayText(key), value));
    return facts;
}

std::vector<Fact> ageFacts(const Object &object, const ObjectSummary &summary)
{
    std::vector<Fact> facts;
    addTime(facts, InspectorTr::tr("Created"), object.created);
    const auto asked = deletionAsked(object, summary);
    addTime(facts, InspectorTr::tr("Deletion requested"), asked);
    if (object.deleting && object.deleting != asked) // yet to come, most of the time
        facts.push_back(plain(InspectorTr::tr("Deletion deadline"), format::dateTime(*object.deleting)));
    return facts;
}

std::vector<Fact> writerFacts(const Object &object)
{
    std::vector<ManagedFields> managers = object.managers.vector();
    std::ranges::sort(managers, std::greater(), &ManagedFields::time);
    std::vector<Fact> facts;
    for (const ManagedFields &entry : managers) {
        Fact fact = plain(displayText(entry.manager), displayText(entry.subresource));
        fact.since = entry.time;
        facts.push_back(std::move(fact));
    }
    return facts;
}

} // namespace

QString troubleSentence(const Trouble &trouble)
{
    const QString subject = displayText(trouble.subject);
    const QString why = because(displayText(trouble.reason));
    switch (trouble.kind) {
    case Trouble::Kind::Unreadable: return InspectorTr::tr("The object cannot be read");
    case Trouble::Kind::DeletionHeld: return InspectorTr::tr("Deletion is waiting for %1").arg(subject);
    case Trouble::Kind::Failed: return InspectorTr::tr("Failed") + why;
    case Trouble::Kind::ContainerWaiting: return InspectorTr::tr("%1 does not start").arg(subject) + why;
    case Trouble::Kind::ContainerFailed:
        return InspectorTr::tr("%1 exited with code %2").arg(subject).arg(trouble.number) + why;
    case Trouble::Kind::ConditionNotSo: return InspectorTr::tr("Condition not met: %1").arg(subject) + why;
    case Trouble::Kind::ReplicasMissing:
        return InspectorTr::tr("%1 of %2 replicas are ready")
            .arg(format::number(trouble.number), format::number(trouble.wanted));
    case Trouble::Kind::SpecNotSeen: return InspectorTr::tr("Its controller has not observed the latest spec yet");
    }
    return {};
}

std::vector<Fact> summaryFacts(const SummaryInput &input)
{
    std::vector<Fact> facts;
    addSection(facts, InspectorTr::tr("Message"), saidFacts(input));
    addSection(facts, InspectorTr::tr("What is wrong"), troubleFacts(input));
    addSection(facts, InspectorTr::tr("Status"), statusFacts(input));
    addSection(facts, InspectorTr::tr("Conditions"), conditionFacts(input.summary));
    addSection(facts, InspectorTr::tr("Containers"), containerFacts(input.summary));
    addSection(facts, InspectorTr::tr("Owners"), ownerFacts(input));
    addSection(facts, InspectorTr::tr("Times"), ageFacts(*input.object, input.summary));
    addSection(facts, InspectorTr::tr("Written by"), writerFacts(*input.object));
    addSection(facts, InspectorTr::tr("Labels"), labelFacts(*input.object));
    addSection(facts, InspectorTr::tr("Annotations"), annotationFacts(input.summary));
    return facts;
}

} // namespace wk
