// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/scenarioplayer.h"

#include "core/demo/build/place.h"
#include "core/demo/build/workload.h"
#include "core/demo/decide/release.h"

#include <algorithm>
#include <array>

namespace wk::demo {

using apiserver::find;
using apiserver::make;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

using namespace std::chrono_literals;

constexpr const char *NextTurn = "@next";
constexpr const char *Asked = "@asked";
constexpr auto FirstPause = 4s;
constexpr auto ShortestPause = 14s;
constexpr auto LongestPause = 36s;
constexpr auto Ailment = 100s; ///< until somebody does something about a crashing candidate
constexpr auto NodeSilence = 75s;

/// The order of an ordinary day; it begins anew.
constexpr std::array Turns{Scenario::Rollout,     Scenario::ConfigEdit, Scenario::ScaleUp,     Scenario::PodDeletion,
                           Scenario::ConfigEdit,  Scenario::Rollout,    Scenario::ScaleDown,   Scenario::CrashLoop,
                           Scenario::ConfigEdit,  Scenario::ScaleUp,    Scenario::PodDeletion, Scenario::Rollout,
                           Scenario::NodeTrouble, Scenario::ScaleDown};

/// What is edited in ConfigMaps, by whom, and the values that take turns.
struct Edit {
    const char *ns;
    const char *name;
    const char *key;
    std::array<const char *, 3> values;
    const char *manager;
};

constexpr std::array Edits{
    Edit{"web", "web-flags", "checkout_v2", {"off", "on", "canary"}, "argocd-controller"},
    Edit{"web", "web-flags", "banner", {"none", "free-shipping", "winter-sale"}, "kubectl-edit"},
    Edit{"web", "search-config", "log_level", {"info", "debug", "warn"}, "kubectl-edit"},
    Edit{"payments", "fraud-rules", "threshold", {"0.82", "0.79", "0.85"}, "argocd-controller"},
    Edit{"payments", "limits", "daily_eur", {"25000", "30000", "20000"}, "kubectl-patch"},
};

bool isOfATeam(const Object &object)
{
    const Text *team = labelValue(object, "team");
    return team && *team != "platform";
}

/// With so many pods a day is as lively as the pauses say; with more it is livelier.
constexpr double UsualPods = 100;
constexpr double ShortestShare = 0.012; ///< of the usual pauses
constexpr int MostTries = 40;           ///< at finding one among very many

const Json &firstImage(const Json &workload)
{
    static const Json None;
    const Json &containers = find(workload, {"spec", "template", "spec", "containers"});
    return containers.is_array() && !containers.empty() ? find(containers.front(), "image") : None;
}

} // namespace

ScenarioPlayer::ScenarioPlayer(const Outfit &outfit, SilenceNode silenceNode, int pods)
    : Controller(outfit, {"scenario"})
    , m_server(outfit.server)
    , m_silenceNode(std::move(silenceNode))
    , m_pause(pods > 0 ? std::clamp(UsualPods / pods, ShortestShare, 1.0) : 1)
    , m_deployments(follow(resources::Deployments, runningCandidates()))
    , m_configMaps(follow(resources::ConfigMaps, [](const Object &) { return std::vector<std::string>(); }))
    , m_pods(follow(resources::Pods, [](const Object &) { return std::vector<std::string>(); }))
{}

void ScenarioPlayer::start()
{
    Controller::look(NextTurn, FirstPause);
}

void ScenarioPlayer::run(Scenario scenario)
{
    m_asked.push_back(scenario);
    Controller::look(Asked, 0ms);
}

Controller::KeysOf ScenarioPlayer::runningCandidates()
{
    return [](const Object &deployment) {
        return isOfATeam(deployment) ? std::vector<std::string>{objectKey(deployment.ns, deployment.name)}
                                     : std::vector<std::string>();
    };
}

Controller::Plan ScenarioPlayer::plan(const std::string &key)
{
    if (key == NextTurn) {
        play(Turns[m_turn++ % Turns.size()]);
        const auto pause = random().between(ShortestPause, LongestPause);
        return {
            {}, {}, std::chrono::milliseconds(static_cast<std::int64_t>(static_cast<double>(pause.count()) * m_pause))};
    }
    if (key != Asked)
        return repair(key);
    std::erase_if(m_asked, [this](Scenario scenario) { return play(scenario); });
    return {{}, {}, m_asked.empty() ? 0ms : 1000ms};
}

/// A candidate that has been tried for long enough gives way to the release.
Controller::Plan ScenarioPlayer::repair(const std::string &key)
{
    Json deployment = documentOf(lookUp(m_deployments, key));
    const std::string image = textOf(firstImage(deployment));
    if (!isCandidate(image)) {
        m_ailing.erase(key);
        return {};
    }
    const Instant since = m_ailing.try_emplace(key, clock().now()).first->second;
    const std::chrono::milliseconds ill = clock().now() - since;
    // In a crowd somebody is always busy elsewhere first.
    const auto patience = m_pause < 1 ? Ailment + std::chrono::seconds(static_cast<int>(3600 * spread(key))) : Ailment;
    if (ill < patience)
        return {{}, {}, patience - ill};
    deployment["spec"]["template"]["spec"]["containers"][0]["image"] = nextRelease(image);
    return {{}, {}, update("argocd-controller", resources::Deployments, deployment) ? 0ms : 1000ms};
}

bool ScenarioPlayer::play(Scenario scenario)
{
    switch (scenario) {
    case Scenario::Rollout: return release(false);
    case Scenario::CrashLoop: return release(true);
    case Scenario::ScaleUp: return scale(2);
    case Scenario::ScaleDown: return scale(-2);
    case Scenario::ConfigEdit: return editConfig();
    case Scenario::PodDeletion: return deletePod();
    case Scenario::NodeTrouble: return silenceNode();
    }
    return true;
}

/// All, or of very many some.
std::vector<ObjectPtr> ScenarioPlayer::someOf(std::vector<ObjectPtr> all)
{
    if (m_pause >= 1 || all.size() <= MostTries)
        return all;
    std::vector<ObjectPtr> some;
    for (int i = 0; i < MostTries; ++i)
        some.push_back(all[random().below(all.size())]);
    return some;
}

/// Deployments of the teams on which nothing is under way.
std::vector<Json> ScenarioPlayer::settledDeployments()
{
    std::vector<Json> settled;
    for (const ObjectPtr &each : someOf(m_deployments.store().all())) {
        if (!isOfATeam(*each))
            continue;
        Json deployment = documentOf(each);
        const std::string reason = textOf(find(findCondition(find(deployment, "status"), "Progressing"), "reason"));
        if (reason == "NewReplicaSetAvailable" && isConditionTrue(find(deployment, "status"), "Available"))
            settled.push_back(std::move(deployment));
    }
    return settled;
}

bool ScenarioPlayer::release(bool isCandidate)
{
    std::vector<Json> choices = settledDeployments();
    if (choices.empty())
        return false;
    Json &deployment = choices[random().below(choices.size())];
    const std::string image = textOf(firstImage(deployment));
    const std::string next = isCandidate ? nextCandidate(image) : nextRelease(image);
    deployment["spec"]["template"]["spec"]["containers"][0]["image"] = next;
    return update("argocd-controller", resources::Deployments, deployment);
}

bool ScenarioPlayer::scale(int step)
{
    std::vector<Json> choices = settledDeployments();
    std::erase_if(choices, [step](const Json &each) {
        const int replicas = wantedReplicas(each);
        return replicas + step < 2 || replicas + step > 8;
    });
    if (choices.empty())
        return false;
    const Json &deployment = choices[random().below(choices.size())];
    const Json patch{{"spec", {{"replicas", wantedReplicas(deployment) + step}}}};
    const ApiWriter person(m_server, "kubectl");
    return person.mergePatch({resources::Deployments, nameSpaceOf(deployment), nameOf(deployment)}, patch, "scale")
        .ok();
}

bool ScenarioPlayer::editConfig()
{
    const Edit &edit = Edits[random().below(Edits.size())];
    Json map = documentOf(m_configMaps.store().find(edit.ns, edit.name));
    if (!map.is_object())
        return false;
    Json &value = make(map, {"data", edit.key});
    const auto held = std::find(edit.values.begin(), edit.values.end(), textOf(value));
    const auto next = held == edit.values.end() || held + 1 == edit.values.end() ? edit.values.begin() : held + 1;
    value = *next;
    return update(edit.manager, resources::ConfigMaps, map);
}

/// All pods; where there are very many, those beside one Deployment.
std::vector<ObjectPtr> ScenarioPlayer::podsSomewhere()
{
    if (m_pause >= 1)
        return m_pods.store().all();
    const std::vector<ObjectPtr> deployments = m_deployments.store().all();
    if (deployments.empty())
        return {};
    const std::string &ns = deployments[random().below(deployments.size())]->ns;
    return m_pods.store().byIndex(ObjectStore::Index::Namespace, ns);
}

bool ScenarioPlayer::deletePod()
{
    std::vector<ObjectPtr> choices;
    for (const ObjectPtr &pod : someOf(podsSomewhere())) {
        const bool isReplaced = std::any_of(pod->owners.begin(), pod->owners.end(),
                                            [](const OwnerReference &owner) { return owner.kind == "ReplicaSet"; });
        if (isOfATeam(*pod) && isReplaced && pod->ready == Readiness::True && !pod->deleting)
            choices.push_back(pod);
    }
    if (choices.empty())
        return false;
    const ObjectPtr &pod = choices[random().below(choices.size())];
    const ApiWriter person(m_server, "kubectl");
    return person.remove({resources::Pods, pod->ns, pod->name}).ok();
}

bool ScenarioPlayer::silenceNode()
{
    std::vector<std::string> nodes;
    for (const ObjectPtr &pod : someOf(podsSomewhere())) {
        if (nodeNumber(pod->node) > 0 && pod->ready == Readiness::True)
            nodes.push_back(pod->node);
    }
    if (nodes.empty())
        return false;
    m_silenceNode(nodes[random().below(nodes.size())], NodeSilence);
    return true;
}

/// With the version that was read: who was quicker wins.
bool ScenarioPlayer::update(const std::string &manager, const std::string &resource, const Json &object) const
{
    return ApiWriter(m_server, manager).update({resource, nameSpaceOf(object), nameOf(object)}, object).ok();
}

} // namespace wk::demo
