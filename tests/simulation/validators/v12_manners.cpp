// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

#include <algorithm>
#include <utility>

namespace wk::sim {

namespace {

constexpr std::int64_t Minute = 60'000;
constexpr int AttemptsAtFirst = 8;
constexpr int AttemptsLater = 4;
constexpr std::int64_t RetryAfterCap = 300'000;
constexpr std::int64_t RefusedPause = 54'000; ///< a minute, give or take a tenth

std::string at(const Request &request)
{
    return " at " + std::to_string(request.at) + " ms";
}

void checkForm(const KindHistory &kind, const Request &request, Findings &found)
{
    if (!request.isGet)
        found.add(kind, "a request that was no GET" + at(request));
    if (!request.isAllowed || request.verb == Verb::Other)
        found.add(kind, "a request for another path or selection" + at(request));
    if (request.hasToken && request.hasVersion)
        found.add(kind, "a page was asked for with a version" + at(request));
    if ((request.verb == Verb::List || request.verb == Verb::Stream) && request.hasVersion)
        found.add(kind, "a list that need not be consistent was asked for" + at(request));
    if (request.verb != Verb::Watch && request.verb != Verb::Stream)
        return;
    if (request.timeoutSeconds < 300 || request.timeoutSeconds > 600)
        found.add(kind, "a watch without a timeout of 5 to 10 minutes" + at(request));
    if (!request.wantsBookmarks)
        found.add(kind, "a watch without bookmarks" + at(request));
}

bool isHurried(const KindHistory &kind, std::uint64_t from, std::uint64_t to)
{
    return std::any_of(kind.marks.begin(), kind.marks.end(), [=](const Mark &mark) {
        return mark.kind == Mark::Kind::Hurry && mark.order >= from && mark.order <= to;
    });
}

void checkRetryAfter(const KindHistory &kind, Findings &found)
{
    for (std::size_t i = 1; i < kind.requests.size(); ++i) {
        const Request &refused = kind.requests[i - 1];
        const Request &next = kind.requests[i];
        const std::int64_t asked = std::min(refused.retryAfter, RetryAfterCap);
        if (asked > 0 && next.at < refused.answeredAt + asked && !isHurried(kind, refused.order, next.order))
            found.add(kind, "asked again after " + std::to_string(next.at - refused.answeredAt) + " ms of " +
                                std::to_string(asked) + at(next));
    }
}

/// C20: at most 8 attempts in the first minute of a trouble, 4 in each later one. The trouble begins when the first
/// attempt has failed: while one hangs, nobody is asked again. Who was refused with 401 asks again a minute later
/// (C30), and what is wrong then is another trouble. A pause that the server asked for is none of these minutes, nor is
/// the attempt behind it one of ours: from there the backoff goes on where it was. A 401, and the same again with the
/// next credential, are one attempt.
void checkAttempts(const KindHistory &kind, Findings &found)
{
    std::int64_t since = -1;
    std::uint64_t lastOrder = 0;
    std::int64_t minute = 0;
    int count = 0;
    bool signsInAnew = false;
    bool isAnother = false;
    std::int64_t refusedAt = -1;
    for (const Request &request : kind.requests) {
        isAnother = isAnother || (refusedAt >= 0 && request.at - refusedAt >= RefusedPause);
        const bool isOfNoHelp = signsInAnew && request.hasFailed; // the next credential, whatever came of it
        refusedAt = request.isUnknownUser || isOfNoHelp ? request.at : -1;
        signsInAnew = request.isUnknownUser && !signsInAnew;
        if (signsInAnew)
            continue;
        if (std::exchange(isAnother, false) || since < 0 || isHurried(kind, lastOrder, request.order)) {
            since = std::max(request.at, request.answeredAt);
            minute = count = 0;
        }
        lastOrder = request.order;
        if (!request.hasFailed) {
            since = -1;
            continue;
        }
        const std::int64_t now = std::max<std::int64_t>(0, request.at - since) / Minute;
        if (now != minute) {
            minute = now;
            count = 0;
        }
        if (++count > (minute == 0 ? AttemptsAtFirst : AttemptsLater))
            found.add(kind, std::to_string(count) + " attempts in one minute" + at(request));
        if (request.retryAfter <= 0)
            continue;
        since += std::min(request.retryAfter, RetryAfterCap);
        --count;
    }
}

void checkLists(const KindHistory &kind, Findings &found)
{
    const auto lists = std::count_if(kind.requests.begin(), kind.requests.end(), [](const Request &request) {
        return request.verb == Verb::List || request.verb == Verb::Stream;
    });
    const auto causes = std::count_if(kind.marks.begin(), kind.marks.end(),
                                      [](const Mark &mark) { return mark.kind != Mark::Kind::Hurry; });
    if (lists > 1 + causes)
        found.add(kind, std::to_string(lists) + " lists for " + std::to_string(causes) + " causes");
}

} // namespace

/// V12: how the server is asked: by GET alone, at allowed places, with the options that spare it, not more often than
/// the contract allows.
Violations checkManners(const History &history)
{
    Findings found("V12");
    for (const KindHistory &kind : history.kinds) {
        for (const Request &request : kind.requests)
            checkForm(kind, request, found);
        checkRetryAfter(kind, found);
        checkAttempts(kind, found);
        checkLists(kind, found);
    }
    return found.take();
}

} // namespace wk::sim
