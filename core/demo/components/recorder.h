// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/apiwriter.h"
#include "core/base/clock.h"
#include "core/demo/decide/eventobject.h"

#include <map>
#include <string>
#include <tuple>

namespace wk::demo {

/// Makes Events of what a component has to say; the same word about the same object is counted, not said
/// again. One thread. Source: client-go tools/record.
class EventRecorder
{
public:
    /// `clock` outlives it.
    EventRecorder(ApiWriter writer, Clock &clock, Speaker speaker);

    void tell(const Json &regarding, const Note &note);

private:
    /// uid of the object, reason, message, container.
    using Key = std::tuple<std::string, std::string, std::string, std::string>;
    static constexpr std::size_t MostRemembered = 2000;

    Speaker speakerAbout(const Json &regarding) const;
    bool countAgainIfKnown(const Key &key, WallTime now);

    const ApiWriter m_writer;
    Clock &m_clock;
    const Speaker m_speaker;
    std::map<Key, Json> m_told; ///< by what was said, the Event as we wrote it last
    WallTime m_last{};          ///< names are made of times: no two are equal
};

} // namespace wk::demo
