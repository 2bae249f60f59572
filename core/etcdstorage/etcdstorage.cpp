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
/// How long what nobody has answered is tried again before the writer is told so; etcd finds a new leader in a second
/// or two.
constexpr std::chrono::milliseconds WritePatience = 20s;
constexpr std::chrono::milliseconds BetweenTries = 200ms;
/// How long a mirror may lag behind; kube-apiserver gives up as soon (watch_cache.go blockTimeout).
constexpr std::chrono::milliseconds MirrorPatience = 3s;
constexpr std::chrono::milliseconds FirstPatience = 30s;
/// So many changes of one key are looked back for one's own.
constexpr int MostSteps = 16;

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

/// etcd has said that it was not done, and why.
bool isRefusal(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Unauthorized:
    case ErrorKind::Forbidden:
    case ErrorKind::Invalid:
    case ErrorKind::TooManyRequests:
    case ErrorKind::ReadOnlyViolation:
    case ErrorKind::TooLarge: return true;
    default: return false;
    }
}

/// Nobody has heard it.
bool wasNotSent(const Error &error)
{
    return error.kind == ErrorKind::Refused || error.kind == ErrorKind::NameNotFound ||
           error.kind == ErrorKind::TlsUntrusted || error.kind == ErrorKind::TlsFailed;
}

Status statusOf(const Error &error)
{
    if (error.text.find("request is too large") != std::string::npos)
        return requestTooLarge();
    if (error.kind == ErrorKind::TooManyRequests)
        return internalError("etcdserver: " + error.text +
                             " (nothing can be written until etcd is compacted, defragmented and its alarm disarmed)");
    if (isRefusal(error))
        return internalError("etcd refuses it: " + error.text);
    return unavailable("etcd cannot be asked: " + describe(error));
}

Status unknownStatus(const std::string &why)
{
    return timedOut("etcd has not said whether this was written: " + why + " Look before you try again.");
}

} // namespace

EtcdStorage::EtcdStorage(const Options &options, ResourceTable &types)
    : m_prefix(withSlash(options.prefix))
    , m_types(types)
    , m_mirror(types)
    , m_link(options.etcd, m_prefix)
{}

EtcdStorage::~EtcdStorage()
{
    m_link.run([this](Transport &, Clock &) { m_mirror.stop(); });
}

Result<> EtcdStorage::open()
{
    if (const Result<> claimed = claim(); !claimed)
        return claimed;
    m_link.run([this](Transport &transport, Clock &clock) { m_mirror.start(transport, clock, m_prefix); });
    return m_mirror.waitForTheFirst(FirstPatience);
}

/// A prefix without keys becomes ours; one with keys of others is left alone.
Result<> EtcdStorage::claim()
{
    const auto format = look(m_prefix + "server/format");
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
                             found->keys.front().key + "\". Choose another prefix.",
                         "--etcd-prefix"};
    }
    const auto agreed = shared("format", Format);
    if (agreed && *agreed != Format)
        return Error{ErrorKind::Invalid,
                     "The keys below " + m_prefix + " are those of another version (\"" + *agreed +
                         "\"). Choose another prefix.",
                     "--etcd-prefix"};
    return agreed ? success() : agreed.error();
}

Result<std::string> EtcdStorage::shared(const std::string &name, const std::string &value)
{
    const std::string key = m_prefix + "server/" + name;
    for (;;) {
        const auto present = look(key);
        if (!present)
            return present.error();
        if (*present)
            return (*present)->value;
        const Written written = write({key, 0, value});
        if (std::holds_alternative<Done>(written))
            return value;
        if (const auto *status = std::get_if<Status>(&written))
            return status->toError();
    }
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

/// As of a revision, or as of now.
Result<std::optional<EtcdKeyValue>> EtcdStorage::look(const std::string &key, std::int64_t revision) const
{
    EtcdRangeQuery query;
    query.keys = {key};
    query.revision = revision;
    HttpRequest request = etcdRange(query);
    request.lane = Lane::Control; // one key: no long list is to stand in its way
    const auto answer = m_link.ask(std::move(request));
    if (!answer)
        return answer.error();
    auto reply = EtcdReplyReader().range(textOf(*answer));
    if (!reply)
        return reply.error();
    if (reply->keys.empty())
        return std::optional<EtcdKeyValue>();
    return std::optional(std::move(std::move(reply).value().keys.front()));
}

EtcdStorage::Written EtcdStorage::write(const EtcdWrite &write)
{
    const SystemClock clock;
    const Instant deadline = clock.now() + WritePatience;
    std::optional<Error> unknown;
    for (;;) {
        const auto answer = m_link.ask(etcdTransaction(write));
        const auto reply =
            answer ? EtcdReplyReader().transaction(textOf(*answer)) : Result<EtcdTxnReply>(answer.error());
        if (reply && reply->isDone) {
            Done done{static_cast<std::uint64_t>(reply->header.revision)};
            if (!reply->keys.empty())
                done.taken = reply->keys.front();
            return done;
        }
        if (reply)
            return refusedOf(write, reply->keys, unknown.has_value());
        if (isRefusal(reply.error())) {
            // A member that finds its quota exceeded says so of a write that it has done (etcdserver's quotaApplierV3).
            const bool mayBeDone = unknown || reply.error().kind == ErrorKind::TooManyRequests;
            const Written found = mayBeDone ? whoseItIs(write) : Written(StorageRefusal::Stale);
            return std::holds_alternative<Done>(found) ? found : Written(statusOf(reply.error()));
        }
        if (!wasNotSent(reply.error()))
            unknown = reply.error();
        if (clock.now() >= deadline || !m_link.pause(BetweenTries))
            return unknown ? unknownStatus(describe(*unknown)) : statusOf(reply.error());
    }
}

/// The key is not as it was expected.
EtcdStorage::Written EtcdStorage::refusedOf(const EtcdWrite &write, const std::vector<EtcdKeyValue> &present,
                                            bool isUnknown)
{
    if (isUnknown)
        return whoseItIs(write);
    if (present.empty())
        return StorageRefusal::Missing;
    return write.expected == 0 ? StorageRefusal::Exists : StorageRefusal::Stale;
}

/// After a write of which nobody knows whether it was done: it was if it is what came next in the key's history.
EtcdStorage::Written EtcdStorage::whoseItIs(const EtcdWrite &write)
{
    auto step = look(write.key);
    if (step && !*step && !write.value)
        return Done{revision()}; // it is gone, be it by us or by another who wanted the same
    std::optional<EtcdKeyValue> after;
    for (int steps = 0; step && *step && steps < MostSteps; ++steps) {
        if ((*step)->modified == write.expected)
            break;
        after = **step;
        step = after->version == 1 ? Result<std::optional<EtcdKeyValue>>(std::nullopt)
                                   : look(write.key, after->modified - 1);
    }
    if (!step)
        return unknownStatus(describe(step.error()));
    const bool isNext = *step ? (*step)->modified == write.expected : write.expected == 0;
    if (!isNext)
        return unknownStatus("the object has been made anew since.");
    if (after && write.value && after->value == *write.value)
        return Done{static_cast<std::uint64_t>(after->modified)};
    if (!after)
        return *step ? Written(unavailable("etcd has not taken the write.")) : Written(StorageRefusal::Missing);
    return write.expected == 0 ? StorageRefusal::Exists : StorageRefusal::Stale;
}

WriteResult EtcdStorage::put(const std::string &resource, const StoredObject &object, std::uint64_t expected)
{
    const Written written = write({keyOf(resource, object.key()), static_cast<std::int64_t>(expected), valueOf(object),
                                   0, m_prefix + "server/newest"});
    if (const auto *refusal = std::get_if<StorageRefusal>(&written))
        return *refusal;
    if (const auto *status = std::get_if<Status>(&written))
        return *status;
    const std::uint64_t revision = std::get<Done>(written).revision;
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
        const Written written = write(
            {keyOf(resource, key), static_cast<std::int64_t>((*present)->revision), {}, 0, m_prefix + "server/newest"});
        if (const auto *status = std::get_if<Status>(&written))
            return *status;
        if (const auto *done = std::get_if<Done>(&written)) {
            m_mirror.waitFor(done->revision, MirrorPatience);
            return std::make_shared<const StoredObject>((*present)->atRevision(done->revision));
        }
        if (expected != 0 || std::get<StorageRefusal>(written) == StorageRefusal::Missing)
            return std::get<StorageRefusal>(written);
    }
}

Outcome<apiserver::ObjectPtr> EtcdStorage::newest(const std::string &resource, const std::string &key) const
{
    const auto found = look(keyOf(resource, key));
    if (!found)
        return statusOf(found.error());
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
    const auto newest = look(m_prefix + "server/newest");
    if (!newest)
        return statusOf(newest.error());
    const auto revision = *newest ? static_cast<std::uint64_t>((*newest)->modified) : 0;
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
