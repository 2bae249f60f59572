// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/listoptions.h"
#include "core/apiserver/responsetext.h"
#include "core/apiserver/status.h"
#include "tests/simulation/deed.h"

#include <array>
#include <map>

namespace wk::sim {

namespace {

using namespace std::chrono_literals;
using MakeAsked = Deed (*)(Random &, const Moment &);

Deed fails(ErrorKind kind, std::chrono::milliseconds after)
{
    Deed deed;
    deed.failure = kind;
    deed.after = after;
    return deed;
}

Deed answers(int status, std::string body, std::string contentType = "application/json")
{
    Deed deed;
    deed.answer = Answer{status, std::move(body), std::move(contentType)};
    return deed;
}

Deed expired(int status, const std::string &body)
{
    Deed deed = answers(status, body);
    deed.isCause = true;
    return deed;
}

Deed refused(Random &, const Moment &)
{
    return fails(ErrorKind::Refused, 1ms);
}

Deed hangs(Random &, const Moment &)
{
    return fails(ErrorKind::TimedOut, 10s);
}

Deed resetAtOnce(Random &, const Moment &)
{
    return fails(ErrorKind::ConnectionLost, 1ms);
}

Deed noHead(Random &, const Moment &)
{
    return fails(ErrorKind::TimedOut, 30s);
}

Deed redirect(Random &random, const Moment &)
{
    constexpr std::array statuses{301, 302, 307, 308};
    return answers(statuses[random.between(0, 3)], {}, "text/html");
}

Deed noInitialEvents(Random &, const Moment &)
{
    return answers(422, R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"ListOptions is invalid: )"
                        R"(sendInitialEvents: Forbidden","reason":"Invalid","code":422})");
}

/// What a new credential helps against, or the next try.
Deed unknownUser(Random &, const Moment &)
{
    return answers(401, R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"Unauthorized",)"
                        R"("reason":"Unauthorized","code":401})");
}

Deed noCredential(Random &random, const Moment &moment)
{
    Deed deed = unknownUser(random, moment);
    deed.signInFails = std::chrono::milliseconds(random.spread(1'000, 150'000));
    return deed;
}

Deed forbidden(Random &, const Moment &)
{
    return answers(403, R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"User \"bob\" cannot watch )"
                        R"(this","reason":"Forbidden","code":403})");
}

Deed gone(Random &, const Moment &)
{
    Deed deed = answers(404, "404 page not found\n", "text/plain; charset=utf-8");
    deed.isGone = true;
    return deed;
}

Deed tooOld(Random &, const Moment &)
{
    Deed deed = expired(410, apiserver::expiredWatch(5, 10).json());
    deed.needsGap = true;
    return deed;
}

Deed tooOldList(Random &, const Moment &)
{
    return expired(410, apiserver::expiredList().json());
}

Deed tooOldToken(Random &, const Moment &)
{
    Deed deed = expired(410, apiserver::expiredPage("a-token-for-an-inconsistent-rest").json());
    deed.compacts = true; // it does not come back
    return deed;
}

/// Every form of Retry-After: seconds, none to wait, less than none, years, a date, words, nothing, and in the Status.
Deed tooMany(Random &random, const Moment &moment)
{
    Deed deed = answers(429, R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"too many requests",)"
                             R"("reason":"TooManyRequests","code":429})");
    const std::array<std::string, 7> headers{"7",    "0", "-1", "99999999", apiserver::httpDate(moment.now + 20s),
                                             "soon", ""};
    deed.answer->retryAfter = headers[random.between(0, headers.size() - 1)];
    return deed;
}

Deed serverError(Random &random, const Moment &)
{
    constexpr std::array statuses{500, 502, 503, 504};
    const int status = statuses[random.between(0, 3)];
    Deed deed = random.oneIn(2) ? answers(status, WebPage, "text/html")
                                : answers(status, R"({"kind":"Status","apiVersion":"v1","status":"Failure",)"
                                                  R"("message":"etcdserver: leader changed","code":)" +
                                                      std::to_string(status) + "}");
    deed.isTrouble = true;
    return deed;
}

/// 1.19 and later, 1.17 and 1.18, and before. Source: client-go reflector.go, isTooLargeResourceVersionError.
Deed versionTooLarge(Random &random, const Moment &)
{
    const std::array<std::string, 3> bodies{
        apiserver::versionTooLarge(20, 10).json(),
        R"({"kind":"Status","status":"Failure","message":"Timeout: x","reason":"Timeout","details":)"
        R"({"causes":[{"message":"Too large resource version"}],"retryAfterSeconds":1},"code":504})",
        R"({"kind":"Status","status":"Failure","message":"Timeout: Too large resource version: 20, current: 10",)"
        R"("reason":"Timeout","details":{"retryAfterSeconds":1},"code":504})"};
    Deed deed = expired(504, bodies[random.between(0, 2)]);
    deed.needsGap = true;
    return deed;
}

Deed nothing(Random &random, const Moment &)
{
    Deed deed = answers(200, {});
    deed.answer->held = std::chrono::milliseconds(random.between(0, 300));
    return deed;
}

Deed closedSoon(Random &, const Moment &)
{
    Deed deed = answers(200, {});
    deed.answer->held = 100ms;
    return deed;
}

Deed webPage(Random &, const Moment &)
{
    return answers(200, WebPage, "text/html; charset=utf-8");
}

Deed noList(Random &random, const Moment &moment)
{
    return random.oneIn(2) ? webPage(random, moment) : answers(200, {});
}

Deed compacts(Random &, const Moment &)
{
    Deed deed;
    deed.compacts = true;
    return deed;
}

/// A page of nothing that says there is more behind `token`, at the version that its list has.
Deed emptyPage(const apiserver::PageToken &asked, const std::string &token, const Moment &moment)
{
    return answers(200, R"({"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":")" +
                            moment.style.text(asked.revision) + R"(","continue":")" + token +
                            R"("},"columnDefinitions":[],"rows":[]})");
}

Deed nothingOnPage(Random &, const Moment &moment)
{
    const auto asked = apiserver::PageToken::parse(std::string(moment.token));
    if (!asked)
        return {};
    // The same place under another name: no key lies between.
    return emptyPage(*asked, apiserver::PageToken{asked->revision, asked->start + '\0'}.text(), moment);
}

Deed pageLoops(Random &, const Moment &moment)
{
    const auto asked = apiserver::PageToken::parse(std::string(moment.token));
    if (!asked)
        return {};
    Deed deed = emptyPage(*asked, std::string(moment.token), moment);
    deed.isCause = true;
    return deed;
}

const std::map<std::string_view, MakeAsked> &askedTable()
{
    static const std::map<std::string_view, MakeAsked> makers{
        {"N2", refused},
        {"N5", hangs},
        {"N6", resetAtOnce},
        {"N11.head", noHead},
        {"A1", unknownUser},
        {"A2", unknownUser},
        {"A2.refresh", noCredential},
        {"A9.watch", forbidden},
        {"A1.list", unknownUser},
        {"A9.list", forbidden},
        {"H1", redirect},
        {"H3.watch", gone},
        {"H5.watch", tooOld},
        {"H6.watch", tooMany},
        {"H7.watch", serverError},
        {"H8", versionTooLarge},
        {"H9.empty", nothing},
        {"N19.watch", webPage},
        {"P21", closedSoon},
        {"H5.list", tooOldList},
        {"H6.list", tooMany},
        {"H7.list", serverError},
        {"H3.list", gone},
        {"H9.list", noList},
        {"N6.list", resetAtOnce},
        {"P4", compacts},
        {"H2", noInitialEvents},
        {"H5.page", tooOldToken},
        {"P18.empty", nothingOnPage},
        {"P18.loop", pageLoops},
    };
    return makers;
}

} // namespace

const char *const WebPage =
    "<html><head><title>Sign in</title></head><body>Welcome to the hotel's network</body></html>";

int strikes(const FaultClass &fault, Random &random)
{
    const std::string_view id = fault.id;
    if (id == "P21" || id == "P4")
        return random.number(1, 4);
    if (id == "A2") // two each time
        return random.number(2, 5);
    if (id == "A9.watch" || id == "A9.list")
        return random.number(1, 3);
    if (id == "C23.twice")
        return random.number(2, 3);
    if (id == "H5.page")
        return random.number(1, 2);
    if (id == "N2" || id == "H7.watch" || id == "H7.list")
        return random.number(1, 3);
    return 1;
}

std::optional<Deed> whenAsked(const FaultClass &fault, Random &random, const Moment &moment)
{
    const auto found = askedTable().find(fault.id);
    if (found == askedTable().end())
        return {};
    return found->second(random, moment);
}

} // namespace wk::sim
