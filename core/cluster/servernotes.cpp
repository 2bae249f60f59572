// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/servernotes.h"

#include "core/cluster/transport.h"

#include <algorithm>

namespace wk {

namespace {

using std::chrono::seconds;

constexpr seconds Wobble{5}; ///< a Date has whole seconds, and an answer its way

/// What stands between the quotes of `299 - "text"`, its escapes resolved; the whole when there are none. The code and
/// the agent in front say nothing to people. Source: RFC 7234, 5.5.
std::string warningText(std::string_view header)
{
    const std::size_t open = header.find('"');
    if (open == std::string_view::npos)
        return std::string(header.substr(0, ServerNotes::WarningBytes));
    std::string text;
    for (std::size_t at = open + 1; at < header.size() && header[at] != '"'; ++at) {
        if (header[at] == '\\' && at + 1 < header.size())
            ++at;
        text += header[at];
    }
    text.resize(std::min(text.size(), ServerNotes::WarningBytes));
    return text;
}

} // namespace

void ServerNotes::doubt(std::string sentence)
{
    if (doubts.size() < MostWarnings && std::find(doubts.begin(), doubts.end(), sentence) == doubts.end())
        doubts.push_back(std::move(sentence));
}

void ServerNotes::hear(const HttpHead &head, WallTime now)
{
    if (head.date) {
        const auto lead = std::chrono::floor<seconds>(*head.date - now) + seconds(1);
        if (std::chrono::abs(lead) < LeastLead)
            clockLead.reset();
        else if (!clockLead || std::chrono::abs(lead - *clockLead) > Wobble)
            clockLead = lead;
    }
    for (const QByteArray &header : head.warnings) {
        std::string text = warningText({header.constData(), std::size_t(header.size())});
        const bool isKnown = std::find(warnings.begin(), warnings.end(), text) != warnings.end();
        if (!text.empty() && !isKnown && warnings.size() < MostWarnings)
            warnings.push_back(std::move(text));
    }
}

} // namespace wk
