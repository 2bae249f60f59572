// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/status.h"
#include "tests/simulation/deed.h"

#include <array>
#include <map>
#include <vector>

namespace wk::sim {

namespace {

using namespace std::chrono_literals;
using MakeSending = std::optional<Deed> (*)(Random &, const Moment &);

constexpr std::string_view Added = R"({"type":"ADDED")";
constexpr std::string_view Modified = R"({"type":"MODIFIED")";
constexpr std::string_view VersionKey = R"("resourceVersion":")";

std::string_view firstLine(std::string_view bytes)
{
    return bytes.substr(0, bytes.find('\n') + 1);
}

/// Where lines end, the last one left out.
std::vector<std::size_t> seams(std::string_view bytes)
{
    std::vector<std::size_t> ends;
    for (std::size_t at = bytes.find('\n'); at + 1 < bytes.size(); at = bytes.find('\n', at + 1))
        ends.push_back(at + 1);
    return ends;
}

/// Somewhere inside a line: never where one ends.
std::size_t insideLine(Random &random, std::string_view bytes)
{
    const std::size_t at = random.between(1, bytes.size() - 1);
    return bytes[at - 1] == '\n' ? at + 1 : at;
}

Deed cut(std::size_t upTo, Deed::End then)
{
    Deed deed;
    deed.upTo = upTo;
    deed.then = then;
    return deed;
}

Deed inFront(const std::string &line, const Moment &moment)
{
    Deed deed;
    deed.instead = line + std::string(moment.bytes);
    return deed;
}

Deed brokenInFront(const std::string &line, const Moment &moment)
{
    Deed deed = inFront(line, moment);
    deed.isBroken = true;
    return deed;
}

std::optional<Deed> lostInside(Random &random, const Moment &moment)
{
    return cut(insideLine(random, moment.bytes), Deed::End::Lost);
}

std::optional<Deed> lostBetween(Random &random, const Moment &moment)
{
    const auto ends = seams(moment.bytes);
    return cut(ends.empty() || random.oneIn(3) ? moment.bytes.size() : ends[random.between(0, ends.size() - 1)],
               Deed::End::Lost);
}

std::optional<Deed> endInside(Random &random, const Moment &moment)
{
    Deed deed = cut(insideLine(random, moment.bytes), Deed::End::InOrder);
    // The last byte of a line is its newline: without it the frame is as broken.
    deed.isBroken = true;
    return deed;
}

std::optional<Deed> endBetween(Random &random, const Moment &moment)
{
    const auto ends = seams(moment.bytes);
    return cut(ends.empty() ? moment.bytes.size() : ends[random.between(0, ends.size() - 1)], Deed::End::InOrder);
}

std::optional<Deed> silent(Random &random, const Moment &moment)
{
    return cut(random.oneIn(2) ? 0 : random.between(0, moment.bytes.size()), Deed::End::Silence);
}

std::optional<Deed> dripTooSlow(Random &, const Moment &)
{
    Deed deed;
    deed.drip = 1s;
    deed.dripBytes = 200;
    return deed;
}

std::optional<Deed> drip(Random &random, const Moment &)
{
    Deed deed;
    deed.drip = 50ms;
    deed.dripBytes = random.between(10, 200);
    return deed;
}

std::optional<Deed> expired(Random &random, const Moment &moment)
{
    constexpr std::array<const char *, 4> statuses{
        R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)"
        R"("message":"too old resource version: 5, the oldest is 10","reason":"Expired","code":410})",
        R"({"kind":"Status","status":"Failure","message":"gone","reason":"Gone","code":410})",
        R"({"kind":"Status","status":"Failure","code":410})",
        R"({"kind":"Status","status":"Failure","message":"too old resource version: 5, the oldest is 10"})"};
    Deed deed = inFront(errorLine(statuses[random.between(0, 3)]), moment);
    deed.isCause = deed.needsGap = true;
    return deed;
}

std::optional<Deed> otherError(Random &random, const Moment &moment)
{
    constexpr std::array<const char *, 5> statuses{
        R"({"kind":"Status","status":"Failure","message":"slow down","reason":"TooManyRequests",)"
        R"("details":{"retryAfterSeconds":4},"code":429})",
        R"({"kind":"Status","status":"Failure","message":"storage is broken","reason":"InternalError","code":500})",
        R"({"kind":"Status","status":"Failure","message":"away","reason":"ServiceUnavailable","code":503})",
        R"({"kind":"Status","status":"Failure","message":"a teapot","code":418})",
        R"({"kind":"Pod","metadata":{"name":"no status at all"}})"};
    const std::size_t which = random.between(0, statuses.size() - 1);
    Deed deed = inFront(errorLine(statuses[which]), moment);
    deed.isCause = true; // a second one at the same version is answered by a list (C17)
    deed.isTrouble = which != 0;
    deed.retryAfter = std::chrono::seconds(which == 0 ? 4 : 0);
    return deed;
}

/// Up to three lines that have left already, else the first of these twice.
std::optional<Deed> repeated(Random &random, const Moment &moment)
{
    std::string_view last = moment.last;
    for (int left = random.number(1, 3); left > 0 && !last.empty(); --left) {
        const std::size_t before = last.rfind('\n', last.size() - 2);
        if (left == 1 || before == last.npos) {
            return inFront(std::string(moment.last.substr(before == last.npos ? 0 : before + 1)), moment);
        }
        last = last.substr(0, before + 1);
    }
    return inFront(std::string(firstLine(moment.bytes)), moment);
}

/// The line with another version everywhere, or with none.
std::string withVersion(std::string_view line, const std::string &version)
{
    std::string out;
    for (;;) {
        const std::size_t found = line.find(VersionKey);
        if (found == line.npos)
            return out.append(line);
        const std::size_t end = line.find('"', found + VersionKey.size());
        out.append(line.substr(0, found));
        out += version.empty() ? R"("noVersion":")" : std::string(VersionKey) + version;
        line = line.substr(end);
    }
}

std::optional<Deed> goesBack(Random &, const Moment &moment)
{
    Deed deed = inFront(withVersion(firstLine(moment.bytes), moment.style.text(1)), moment);
    deed.isCause = deed.needsGap = true;
    return deed;
}

std::optional<Deed> bookmarkGoesBack(Random &, const Moment &moment)
{
    Deed deed = inFront(
        R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":")" + moment.style.text(1) + "\"}}}\n", moment);
    deed.isCause = deed.needsGap = true;
    return deed;
}

std::optional<Deed> withoutVersion(Random &, const Moment &moment)
{
    Deed deed = inFront(withVersion(firstLine(moment.bytes), {}), moment);
    deed.isCause = deed.needsGap = true;
    return deed;
}

std::optional<Deed> relabelled(std::string_view from, std::string_view to, const Moment &moment)
{
    const std::size_t found = moment.bytes.find(from);
    if (found == moment.bytes.npos)
        return {};
    Deed deed;
    deed.instead = std::string(moment.bytes).replace(found, from.size(), to);
    return deed;
}

std::optional<Deed> addedAgain(Random &, const Moment &moment)
{
    return relabelled(Modified, Added, moment);
}

std::optional<Deed> modifiedAnew(Random &, const Moment &moment)
{
    return relabelled(Added, Modified, moment);
}

/// The first line is damaged; who cannot read it has lost an event.
std::optional<Deed> noEvent(Random &random, const Moment &moment)
{
    const std::string_view line = firstLine(moment.bytes);
    const std::array<std::string, 5> damaged{"garbage\n", "{}\n", "[]\n", "{\"type\":\"ADDED\"}\n",
                                             std::string(line.substr(0, line.size() / 2)) + "\n"};
    Deed deed;
    deed.instead = damaged[random.between(0, damaged.size() - 1)] + std::string(moment.bytes.substr(line.size()));
    deed.isBroken = true;
    return deed;
}

std::optional<Deed> unknownType(Random &, const Moment &moment)
{
    return brokenInFront("{\"type\":\"SURPRISE\",\"object\":{\"metadata\":{\"name\":\"x\"}}}\n", moment);
}

std::optional<Deed> oddFraming(Random &random, const Moment &moment)
{
    const std::string line(firstLine(moment.bytes));
    if (random.oneIn(2))
        return brokenInFront("\xEF\xBB\xBF" + line.substr(0, line.size() - 1) + "\xEF\xBB\xBF\n", moment);
    return brokenInFront(line.substr(0, line.size() - 1) + line, moment);
}

std::optional<Deed> silentInside(Random &random, const Moment &moment)
{
    return cut(random.between(1, moment.bytes.size() - 1), Deed::End::Silence);
}

/// No brackets close before the last: anywhere but at the end the page is broken.
std::optional<Deed> listLost(Random &random, const Moment &moment)
{
    return cut(random.between(0, moment.bytes.size() - 3), Deed::End::Lost);
}

std::optional<Deed> listEnds(Random &random, const Moment &moment)
{
    return cut(random.between(0, moment.bytes.size() - 3), Deed::End::InOrder);
}

std::optional<Deed> anotherVersion(Random &, const Moment &moment)
{
    Deed deed;
    const std::size_t found = moment.bytes.find(VersionKey);
    if (found == moment.bytes.npos)
        return {};
    // Of a custom resource's plain list the list's own version stands last.
    deed.instead = withVersion(moment.bytes, moment.style.text(99'999'999));
    deed.isCause = true;
    return deed;
}

constexpr std::string_view MarkOfEnd = R"("k8s.io/initial-events-end":"true")";

std::optional<Deed> markedWith(std::string_view mark, const Moment &moment)
{
    const std::size_t found = moment.bytes.find(MarkOfEnd);
    if (found == moment.bytes.npos)
        return {};
    Deed deed;
    deed.instead = std::string(moment.bytes).replace(found, MarkOfEnd.size(), mark);
    deed.isCause = true;
    return deed;
}

std::optional<Deed> notMarked(Random &, const Moment &moment)
{
    return markedWith(R"("another":"true")", moment);
}

std::optional<Deed> markedFalse(Random &, const Moment &moment)
{
    return markedWith(R"("k8s.io/initial-events-end":"false")", moment);
}

/// The first line, if it is an addition, about an object of another name and uid; our names are a letter and a number.
std::string ghostOf(std::string_view line)
{
    constexpr std::string_view NameKey = R"("name":")";
    if (!line.starts_with(Added))
        return {};
    std::string ghost(line);
    for (std::size_t at = ghost.find(NameKey); at != ghost.npos; at = ghost.find(NameKey, at + 1)) {
        const std::size_t name = at + NameKey.size();
        if (ghost[name + 1] >= '0' && ghost[name + 1] <= '9')
            ghost.insert(name, "ghost-");
    }
    if (const std::size_t uid = ghost.find("uid-"); uid != ghost.npos)
        ghost.insert(uid, "ghost-");
    return ghost;
}

std::optional<Deed> deletedAmongInitial(Random &, const Moment &moment)
{
    const std::string ghost = ghostOf(firstLine(moment.bytes));
    if (ghost.empty())
        return {};
    return inFront(ghost + std::string(ghost).replace(0, Added.size(), R"({"type":"DELETED")"), moment);
}

/// An older state of the first object, of which the line itself is the change.
std::optional<Deed> modifiedAmongInitial(Random &, const Moment &moment)
{
    const std::string_view line = firstLine(moment.bytes);
    if (!line.starts_with(Added))
        return {};
    const std::string older = withVersion(line, moment.style.text(1));
    Deed deed;
    deed.instead = older + std::string(moment.bytes).replace(0, Added.size(), Modified);
    return deed;
}

const std::map<std::string_view, MakeSending> &sendingTable()
{
    static const std::map<std::string_view, MakeSending> makers{
        {"N7", lostInside},
        {"N8", lostInside},
        {"N9", lostBetween},
        {"N10", endInside},
        {"N11", silent},
        {"N12", dripTooSlow},
        {"N12.slow", drip},
        {"C21", endBetween},
        {"P1", expired},
        {"P2", otherError},
        {"P5", repeated},
        {"P6", goesBack},
        {"P9", bookmarkGoesBack},
        {"P12", addedAgain},
        {"P13", modifiedAnew},
        {"C15", withoutVersion},
        {"C23", noEvent},
        {"C23.twice", noEvent},
        {"C25", unknownType},
        {"J7", oddFraming},
        {"N7.list", listLost},
        {"N10.list", listEnds},
        {"N11.list", silentInside},
        {"N7.page", listLost},
        {"C2", anotherVersion},
        {"P14.plain", notMarked},
        {"P14.false", markedFalse},
        {"P14.deleted", deletedAmongInitial},
        {"P14.modified", modifiedAmongInitial},
    };
    return makers;
}

} // namespace

std::string errorLine(const std::string &status)
{
    return R"({"type":"ERROR","object":)" + status + "}\n";
}

std::optional<Deed> whenSending(const FaultClass &fault, Random &random, const Moment &moment)
{
    const auto found = sendingTable().find(fault.id);
    if (found == sendingTable().end() || moment.bytes.size() < 8)
        return {};
    return found->second(random, moment);
}

} // namespace wk::sim
