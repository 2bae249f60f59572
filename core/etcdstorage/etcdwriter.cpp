// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/etcdstorage/etcdwriter.h"

#include "core/cluster/etcd/etcdrequest.h"

#include <utility>

namespace wk {

using apiserver::Status;
using apiserver::StorageRefusal;

namespace {

using namespace std::chrono_literals;

/// How long what nobody has answered is tried again before the writer is told so; etcd finds a new leader in a second
/// or two.
constexpr std::chrono::milliseconds WritePatience = 20s;
constexpr std::chrono::milliseconds BetweenTries = 200ms;
/// So many changes of one key are looked back for one's own.
constexpr int MostSteps = 16;

std::string_view textIn(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
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

Status unknownStatus(const std::string &why)
{
    return apiserver::timedOut("etcd has not said whether this was written (" + why + "). Look before you try again.");
}

} // namespace

Status etcdStatus(const Error &error)
{
    const auto says = [&error](const char *words) { return error.text.find(words) != std::string::npos; };
    if (says("request is too large") || says("received message larger than max"))
        return apiserver::requestTooLarge("etcd takes 1.5 MiB at most unless its --max-request-bytes says otherwise: " +
                                          error.text);
    if (error.kind == ErrorKind::TooManyRequests)
        return apiserver::internalError(
            "etcdserver: " + error.text +
            " (nothing can be written until etcd is compacted, defragmented and its alarm disarmed)");
    if (isRefusal(error))
        return apiserver::internalError("etcd refuses it: " + error.text);
    return apiserver::unavailable("etcd cannot be asked: " + describe(error));
}

/// As of a revision, or as of now.
Result<std::optional<EtcdKeyValue>> EtcdWriter::look(const std::string &key, std::int64_t revision)
{
    EtcdRangeQuery query;
    query.keys = {key};
    query.revision = revision;
    HttpRequest request = etcdRange(query);
    request.lane = RequestLane::Control; // one key: no long list is to stand in its way
    const auto answer = m_link.ask(std::move(request));
    if (!answer)
        return answer.error();
    auto reply = EtcdReplyReader().range(textIn(*answer));
    if (!reply)
        return reply.error();
    if (reply->keys.empty())
        return std::optional<EtcdKeyValue>();
    return std::optional(std::move(std::move(reply).value().keys.front()));
}

EtcdWriter::Written EtcdWriter::write(const EtcdWrite &write)
{
    const SystemClock clock;
    const Instant deadline = clock.now() + WritePatience;
    std::optional<Error> unknown;
    for (;;) {
        const auto answer = m_link.ask(etcdTransaction(write));
        const auto reply =
            answer ? EtcdReplyReader().transaction(textIn(*answer)) : Result<EtcdTxnReply>(answer.error());
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
            return std::holds_alternative<Done>(found) ? found : Written(etcdStatus(reply.error()));
        }
        if (!wasNotSent(reply.error()))
            unknown = reply.error();
        if (clock.now() >= deadline || !m_link.pause(BetweenTries))
            return unknown ? unknownStatus(describe(*unknown)) : etcdStatus(reply.error());
    }
}

/// The key is not as it was expected.
EtcdWriter::Written EtcdWriter::refusedOf(const EtcdWrite &write, const std::vector<EtcdKeyValue> &present,
                                          bool isUnknown)
{
    if (isUnknown)
        return whoseItIs(write);
    if (present.empty())
        return StorageRefusal::Missing;
    return write.expected == 0 ? StorageRefusal::Exists : StorageRefusal::Stale;
}

/// After a write of which nobody knows whether it was done: it was if it is what came next in the key's history.
EtcdWriter::Written EtcdWriter::whoseItIs(const EtcdWrite &write)
{
    auto step = look(write.key);
    if (step && !*step && !write.value)
        return Done{}; // it is gone, be it by us or by another who wanted the same
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
        return *step ? Written(apiserver::unavailable("etcd has not taken the write."))
                     : Written(StorageRefusal::Missing);
    return write.expected == 0 ? StorageRefusal::Exists : StorageRefusal::Stale;
}

} // namespace wk
