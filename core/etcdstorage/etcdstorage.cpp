// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/etcdstorage/etcdstorage.h"

#include "core/cluster/etcd/etcdguard.h"
#include "core/cluster/etcd/etcdrequest.h"

#include <utility>

namespace wk {

using namespace apiserver;

namespace {

using namespace std::chrono_literals;

constexpr auto Format = "watchkeeper 1"; ///< of the keys below the prefix
/// How long a mirror may lag behind; kube-apiserver gives up as soon (watch_cache.go blockTimeout).
constexpr std::chrono::milliseconds MirrorPatience = 3s;
constexpr std::chrono::milliseconds StatusPatience = 3s;
constexpr auto DoubtPatience = std::chrono::milliseconds(1500);
constexpr std::chrono::milliseconds FirstPatience = 30s;
std::string withSlash(std::string prefix)
{
    return prefix.ends_with('/') ? prefix : prefix + '/';
}

std::string_view textOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

/// As it is kept: the revision is the key's.
std::string valueOf(const StoredObject &object)
{
    constexpr std::string_view Member = R"("resourceVersion":")";
    std::size_t begin = object.version.begin - Member.size();
    std::size_t end = object.version.end + 1;
    if (object.json[end] == ',')
        ++end;
    else if (object.json[begin - 1] == ',')
        --begin;
    return object.json.substr(0, begin) + object.json.substr(end);
}

/// Members of two clusters would each get a part of the objects. Those that do not answer are passed by.
Result<> areOfOneCluster(const EtcdAccess &etcd, const std::string &prefix)
{
    std::uint64_t cluster = 0;
    for (const QUrl &endpoint : etcd.endpoints) {
        EtcdAccess alone = etcd;
        alone.endpoints = {endpoint};
        EtcdLink link(alone, prefix);
        HttpRequest status;
        status.path = "/v3/maintenance/status";
        status.posted = "{}";
        status.silence = StatusPatience;
        const auto answer = link.ask(std::move(status));
        const auto said = answer ? EtcdReplyReader().range(textOf(*answer)) : Result<EtcdRangeReply>(answer.error());
        if (!said || said->header.cluster == 0)
            continue;
        if (cluster != 0 && said->header.cluster != cluster)
            return Error{ErrorKind::Invalid,
                         "The members are of different etcd clusters: " + endpoint.toString().toStdString() +
                             " is of another one than those before it.",
                         "--etcd-servers"};
        cluster = said->header.cluster;
    }
    return success();
}

} // namespace

EtcdStorage::EtcdStorage(const EtcdStorageOptions &options, ResourceTable &types)
    : m_prefix(withSlash(options.prefix))
    , m_compactEvery(options.compactEvery)
    , m_etcd(options.etcd)
    , m_types(types)
    , m_mirror(types, options.log)
    , m_link(options.etcd, m_prefix)
{}

EtcdStorage::~EtcdStorage()
{
    close();
}

void EtcdStorage::close()
{
    m_link.run([this](Transport &, Clock &) {
        m_election.reset();
        m_nextCompaction.cancel();
        m_compaction.reset();
        m_mirror.stop();
    });
}

Result<> EtcdStorage::open()
{
    if (const Result<> one = m_etcd.endpoints.size() > 1 ? areOfOneCluster(m_etcd, m_prefix) : success(); !one)
        return one;
    if (const Result<> claimed = claim(); !claimed)
        return claimed;
    m_link.run([this](Transport &transport, Clock &clock) {
        m_mirror.start(transport, clock, m_prefix);
        if (m_compactEvery > std::chrono::milliseconds(0))
            planCompaction(transport, clock);
    });
    return m_mirror.waitForTheFirst(FirstPatience);
}

/// A prefix without keys becomes ours; one with keys of others is left alone.
Result<> EtcdStorage::claim()
{
    const auto format = m_writer.look(m_prefix + "server/format");
    if (!format)
        return format.error();
    if (!*format) {
        EtcdRangeQuery query;
        query.keys = {m_prefix, behindPrefix(m_prefix)};
        query.limit = 1;
        query.isOfKeysOnly = true;
        const auto answer = m_link.ask(etcdRange(query));
        if (!answer)
            return answer.error();
        const auto found = EtcdReplyReader().range(textOf(*answer));
        if (!found)
            return found.error();
        if (!found->keys.empty())
            return Error{ErrorKind::Invalid,
                         "Below " + m_prefix + " etcd holds keys that Watchkeeper has not put there, like \"" +
                             found->keys.front().key + "\". Choose another --etcd-prefix.",
                         "--etcd-prefix"};
    }
    const auto agreed = shared("format", Format);
    if (agreed && *agreed != Format)
        return Error{ErrorKind::Invalid,
                     "The keys below " + m_prefix + " are those of another version (\"" + *agreed +
                         "\"). Choose another --etcd-prefix.",
                     "--etcd-prefix"};
    return agreed ? success() : agreed.error();
}

Result<std::string> EtcdStorage::shared(const std::string &name, const std::string &value)
{
    const std::string key = m_prefix + "server/" + name;
    for (;;) {
        const auto present = m_writer.look(key);
        if (!present)
            return present.error();
        if (*present)
            return (*present)->value;
        const EtcdWriter::Written written = m_writer.write({key, 0, value});
        if (std::holds_alternative<EtcdWriter::Done>(written))
            return value;
        if (const auto *status = std::get_if<Status>(&written))
            return status->toError();
    }
}

/// Each server does it: what another has compacted already is no mistake.
void EtcdStorage::planCompaction(Transport &transport, Clock &clock)
{
    m_nextCompaction = clock.after(m_compactEvery, [this, &transport, &clock] {
        if (const std::uint64_t to = std::exchange(m_compactTo, revision()); to > 0)
            m_compaction = std::make_unique<DocumentFetch>(transport, etcdCompaction(static_cast<std::int64_t>(to)),
                                                           [](const Result<QByteArray> &) {});
        planCompaction(transport, clock);
    });
}

void EtcdStorage::standForElection(const std::string &name, EtcdElection::Changed changed)
{
    m_link.run([&](Transport &transport, Clock &clock) {
        m_election =
            std::make_unique<EtcdElection>(transport, clock, m_prefix + "server/leader", name, std::move(changed));
    });
}

bool EtcdStorage::isEmpty() const
{
    return m_mirror.read([](const ObjectTable &objects, std::uint64_t) {
        return std::all_of(objects.collections().begin(), objects.collections().end(),
                           [](const auto &one) { return one.second.empty(); });
    });
}

std::string EtcdStorage::keyOf(const std::string &resource, const std::string &key) const
{
    return EtcdMirror::objectsBelow(m_prefix) + resource + '/' + key;
}

WriteResult EtcdStorage::put(const std::string &resource, const StoredObject &object, std::uint64_t expected)
{
    const EtcdWriter::Written written =
        m_writer.write({keyOf(resource, object.key()), static_cast<std::int64_t>(expected), valueOf(object), 0,
                        m_prefix + "server/newest"});
    if (const auto *refusal = std::get_if<StorageRefusal>(&written))
        return *refusal;
    if (const auto *status = std::get_if<Status>(&written))
        return *status;
    const std::uint64_t revision = std::get<EtcdWriter::Done>(written).revision;
    m_mirror.waitFor(revision, MirrorPatience);
    return std::make_shared<const StoredObject>(object.atRevision(revision));
}

WriteResult EtcdStorage::create(const std::string &resource, StoredObject object)
{
    return put(resource, object, 0);
}

WriteResult EtcdStorage::update(const std::string &resource, StoredObject object, std::uint64_t expected)
{
    if (expected != 0)
        return put(resource, object, expected);
    for (;;) {
        const auto present = newest(resource, object.key());
        if (!present)
            return present.status();
        if (!*present)
            return StorageRefusal::Missing;
        const WriteResult result = put(resource, object, (*present)->revision);
        const auto *refusal = std::get_if<StorageRefusal>(&result);
        if (!refusal || *refusal != StorageRefusal::Stale)
            return result;
    }
}

WriteResult EtcdStorage::remove(const std::string &resource, const std::string &key, std::uint64_t expected)
{
    for (;;) {
        const auto present = newest(resource, key);
        if (!present)
            return present.status();
        if (!*present)
            return StorageRefusal::Missing;
        if (expected != 0 && (*present)->revision != expected)
            return StorageRefusal::Stale;
        const EtcdWriter::Written written = m_writer.write(
            {keyOf(resource, key), static_cast<std::int64_t>((*present)->revision), {}, 0, m_prefix + "server/newest"});
        if (const auto *status = std::get_if<Status>(&written))
            return *status;
        if (const auto *done = std::get_if<EtcdWriter::Done>(&written)) {
            m_mirror.waitFor(done->revision, MirrorPatience);
            const std::uint64_t at = done->revision == 0 ? revision() : done->revision;
            return std::make_shared<const StoredObject>((*present)->atRevision(at));
        }
        if (expected != 0 || std::get<StorageRefusal>(written) == StorageRefusal::Missing)
            return std::get<StorageRefusal>(written);
    }
}

Outcome<apiserver::ObjectPtr> EtcdStorage::newest(const std::string &resource, const std::string &key) const
{
    const auto found = m_writer.look(keyOf(resource, key));
    if (!found)
        return etcdStatus(found.error());
    if (!*found)
        return apiserver::ObjectPtr();
    const auto revision = static_cast<std::uint64_t>((*found)->modified);
    if (apiserver::ObjectPtr known = get(resource, key); known && known->revision == revision)
        return known;
    auto stored = EtcdMirror::storedOf(m_types, (*found)->value, revision);
    if (!stored)
        return internalError("etcd holds no object under " + (*found)->key);
    return apiserver::ObjectPtr(std::make_shared<const StoredObject>(std::move(stored->object)));
}

Outcome<> EtcdStorage::catchUp() const
{
    const EtcdMirror::Heard heard = m_mirror.heard();
    const auto newest = m_writer.look(m_prefix + "server/newest");
    if (!newest)
        return etcdStatus(newest.error());
    const auto revision = *newest ? static_cast<std::uint64_t>((*newest)->modified) : 0;
    // Every write of a server puts that key: what was heard before cannot be newer, but in another history, or where
    // somebody else wrote. The watch begins anew, and finds out which.
    if (heard.event > revision && m_doubted.exchange(heard.event) != heard.event) {
        m_link.run([this](Transport &, Clock &clock) { m_mirror.distrust(clock.now()); });
        if (!m_mirror.waitForAnotherList(heard, DoubtPatience)) {
            m_doubted = 0;
            return unavailable("The watch on etcd is not open, and what it has told may be of another history.");
        }
    }
    if (!m_mirror.waitFor(revision, MirrorPatience)) {
        m_link.run([this](Transport &, Clock &clock) { m_mirror.distrust(clock.now()); });
        return unavailable("The watch on etcd has not come to revision " + std::to_string(revision) + " yet.");
    }
    return done();
}

apiserver::ObjectPtr EtcdStorage::get(const std::string &resource, const std::string &key) const
{
    return m_mirror.read([&](const ObjectTable &objects, std::uint64_t) { return objects.get(resource, key); });
}

std::vector<ObjectRef> EtcdStorage::dependents(const std::string &uid) const
{
    return m_mirror.read([&](const ObjectTable &objects, std::uint64_t) { return objects.dependents(uid); });
}

std::optional<ObjectRef> EtcdStorage::byUid(const std::string &uid) const
{
    return m_mirror.read([&](const ObjectTable &objects, std::uint64_t) { return objects.byUid(uid); });
}

std::vector<ObjectRef> EtcdStorage::inNamespace(const std::string &nameSpace) const
{
    return m_mirror.read([&](const ObjectTable &objects, std::uint64_t) { return objects.inNamespace(nameSpace); });
}

Listing EtcdStorage::list(const std::string &resource) const
{
    return m_mirror.read(
        [&](const ObjectTable &objects, std::uint64_t revision) { return objects.list(resource, revision); });
}

Stretch EtcdStorage::stretch(const std::string &resource, const std::string &from, std::size_t most) const
{
    return m_mirror.read([&](const ObjectTable &objects, std::uint64_t revision) {
        return objects.stretch(resource, revision, from, most);
    });
}

std::uint64_t EtcdStorage::revision() const
{
    return m_mirror.read([](const ObjectTable &, std::uint64_t revision) { return revision; });
}

void EtcdStorage::watch(Callback callback, Ended ended)
{
    m_mirror.watch(std::move(callback), std::move(ended));
}

} // namespace wk
