// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdlog.h"

#include "core/cluster/etcd/etcdguard.h"
#include "tests/simulation/random.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::etcdruns {

namespace {

using sim::Revision;

constexpr Revision Steps = 64;       ///< of one revision
constexpr Revision SecondRange = 32; ///< from here on
constexpr int EpochBits = 40;

bool isInSecondRange(std::string_view key)
{
    return key >= SecretKeys;
}

bool isObject(std::string_view value)
{
    return value.starts_with('{');
}

std::string contentText(const nlohmann::json &told)
{
    if (told.contains("value"))
        return "value " + told["value"].dump();
    if (told.contains("text"))
        return "text " + told["text"].get<std::string>();
    return told.contains("base64") ? "base64 " + told["base64"].get<std::string>() : std::string("nothing");
}

} // namespace

std::uint64_t contentOfValue(std::string_view value)
{
    nlohmann::json told;
    const bool isText = std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (isObject(value))
        told["value"] = nlohmann::json::parse(value);
    else if (isText)
        told["text"] = value;
    else
        told["base64"] = QByteArray(value.data(), qsizetype(value.size())).toBase64().toStdString();
    return sim::textHash(contentText(told));
}

std::uint64_t contentOfTold(std::string_view json)
{
    const auto told = nlohmann::json::parse(json, nullptr, false);
    return sim::textHash(told.is_object() ? contentText(told) : std::string("broken"));
}

std::uint64_t uidOf(const std::string &key, std::int64_t created)
{
    return sim::textHash(key + '@' + std::to_string(created));
}

EtcdLog::EtcdLog(std::vector<std::string> kinds)
    : m_kinds(std::move(kinds))
    , m_epochs(1)
{}

bool EtcdLog::isOf(int kind, std::string_view key) const
{
    return key.starts_with(prefix(kind)) && !key.starts_with(SecretKeys);
}

void EtcdLog::note(std::int64_t revision, const std::vector<EtcdOp> &ops)
{
    m_revision = revision;
    for (const EtcdOp &op : ops) {
        ++m_changes;
        m_epochs.back().ops[revision].push_back(op.key);
        const auto held = m_now.find(op.key);
        if (!op.value) {
            Held gone = held->second;
            gone.epoch = epoch();
            gone.modified = revision;
            m_log.push_back({EntryType::Deleted, op.key, gone});
            m_now.erase(held);
            continue;
        }
        const bool isNew = held == m_now.end();
        const Held put{epoch(), isNew ? revision : held->second.created, revision, contentOfValue(*op.value)};
        m_log.push_back({isNew ? EntryType::Added : EntryType::Modified, op.key, put});
        m_now[op.key] = put;
    }
}

std::shared_ptr<const EtcdLog::Snapshot> EtcdLog::snapshot() const
{
    return std::make_shared<const Snapshot>(Snapshot{epoch(), m_revision, m_now});
}

void EtcdLog::restore(const Snapshot &snapshot)
{
    Epoch next;
    next.parent = snapshot.epoch;
    next.from = snapshot.revision;
    m_epochs.push_back(std::move(next));
    for (const auto &[key, state] : snapshot.held) {
        const auto before = m_now.find(key);
        const bool was = before != m_now.end();
        if (!was || before->second.modified != state.modified || before->second.epoch != state.epoch)
            m_log.push_back({was ? EntryType::Modified : EntryType::Added, key, state, epoch()});
    }
    for (const auto &[key, state] : m_now) {
        if (!snapshot.held.contains(key))
            m_log.push_back({EntryType::Deleted, key, state, epoch()});
    }
    m_now = snapshot.held;
    m_revision = snapshot.revision;
}

/// In which epoch a revision was written that is there in this one.
int EtcdLog::ownerOf(int epoch, std::int64_t revision) const
{
    while (epoch > 0 && revision <= m_epochs[std::size_t(epoch)].from)
        epoch = m_epochs[std::size_t(epoch)].parent;
    return epoch;
}

Revision EtcdLog::resetOf(int epoch) const
{
    return (Revision(epoch) << EpochBits) + Revision(m_epochs[std::size_t(epoch)].from) * Steps;
}

Revision EtcdLog::numberOf(int kind, const Place &place) const
{
    const auto &[epoch, revision, key] = place;
    if (key.empty())
        return (Revision(epoch) << EpochBits) + Revision(revision) * Steps + Steps - 1;
    const int owner = ownerOf(epoch, revision);
    const Epoch &written = m_epochs[std::size_t(owner)];
    const auto ops = written.ops.find(revision);
    Revision step = Steps - 2;
    if (ops != written.ops.end()) {
        const auto op = std::find(ops->second.begin(), ops->second.end(), key);
        if (op != ops->second.end()) {
            const auto swapped = written.isSecondFirst.find(revision);
            const bool isSwapped = prefix(kind).empty() && swapped != written.isSecondFirst.end() && swapped->second;
            step = Revision(op - ops->second.begin()) + (isInSecondRange(key) != isSwapped ? SecondRange : 0);
        }
    }
    return (Revision(owner) << EpochBits) + Revision(revision) * Steps + step;
}

void EtcdLog::toldFirst(int kind, const std::string &key, std::int64_t revision)
{
    if (prefix(kind).empty() && ownerOf(epoch(), revision) == epoch())
        m_epochs.back().isSecondFirst.try_emplace(revision, isInSecondRange(key));
}

sim::State EtcdLog::stateOf(int kind, const std::string &key, const Held &held) const
{
    return {sim::textHash(key), uidOf(key, held.created), numberOf(kind, {held.epoch, held.modified, key}),
            held.content};
}

Revision EtcdLog::last(int kind) const
{
    Revision last = 0;
    for (auto change = m_log.rbegin(); change != m_log.rend(); ++change) {
        if (!isOf(kind, change->key))
            continue;
        if (change->resetTo > 0)
            return std::max(last, resetOf(change->resetTo));
        const Revision at = numberOf(kind, {change->state.epoch, change->state.modified, change->key});
        if (at / Steps < last / Steps)
            break;
        last = std::max(last, at);
    }
    return last;
}

void EtcdLog::fill(int kind, sim::KindHistory &history) const
{
    history.name = prefix(kind).empty() ? "all" : prefix(kind).substr(1, prefix(kind).size() - 2);
    for (const Change &change : m_log) {
        if (!isOf(kind, change.key))
            continue;
        const sim::State state = stateOf(kind, change.key, change.state);
        const bool isReset = change.resetTo > 0;
        history.names[state.key] = change.key;
        history.log.push_back({change.type, state, isReset, isReset ? resetOf(change.resetTo) : 0});
    }
    std::stable_sort(history.log.begin(), history.log.end(),
                     [](const sim::LogEntry &a, const sim::LogEntry &b) { return a.at() < b.at(); });
    for (const auto &[key, held] : m_now) {
        if (isOf(kind, key))
            history.model.push_back(stateOf(kind, key, held));
    }
    history.end = history.log.empty() ? 0 : history.log.back().at();
}

} // namespace wk::etcdruns
