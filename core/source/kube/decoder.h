// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/resource/bodywriter.h"
#include "core/resource/resourceinfo.h"
#include "core/source/listerwatcher.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace wk {

/// Turns what an API server sends for one resource into pages, events and Objects: plain JSON and Table, typed and
/// custom resources alike. Each object is decoded by itself and once; one that no parser takes is still in its place,
/// with its name, uid and version where they can be found, `unreadable` saying why, and its bytes kept. One thread at a
/// time.
///
/// Bodies are the bytes of the wire. The items of a typed list carry neither kind nor apiVersion: they are given both,
/// in front, just as a watch of the same resource sends them, so that revisions compare and print alike wherever they
/// came from.
class Decoder
{
public:
    /// Secrets never have a body (security.md, S9): what was sent of them is dropped once its metadata has been read.
    enum class Bodies { Keep, Drop };

    Decoder(const ResourceInfo &resource, Bodies bodies);
    /// With somebody who keeps the bodies; null: nobody does.
    Decoder(const ResourceInfo &resource, std::unique_ptr<BodyWriter> bodies);
    ~Decoder();
    Decoder(const Decoder &) = delete;
    Decoder &operator=(const Decoder &) = delete;

    /// A list page, whole. BrokenFrame when its text ends early, NotKubernetes when it is no list; a Status is the
    /// error that it tells.
    Result<ListPage> page(std::string_view document);

    /// The answer to a GET of one object: the object, or a Table of it, as a page.
    Result<ListPage> object(std::string_view document);

    /// Where a line stands.
    enum class Place {
        Watch,
        Alone,  ///< as Watch, but the line was made of the object here: that is kept alone
        Initial ///< among a watch's initial events, which are a list: the object is kept alone, as a page's are
    };

    /// One line of a watch. BrokenFrame when it is no event: cut, garbage, of an unknown type. Compared with the
    /// revision before where whoever keeps the bodies has that at hand.
    /// So many bytes behind the line may be read as well, whatever they are: with 64 of them it need not be copied.
    Result<WatchEvent> event(std::string_view line, std::size_t readableBehind = 0, Place place = Place::Watch);

    struct Lines {
        std::vector<WatchEvent> events;
        std::optional<Error> broken{}; ///< what is wrong with the line behind them; none after it was looked at
    };
    /// Lines of a watch that came in one go, one behind the other: what event() makes of each. Their places are Initial
    /// until the mark of the initial events' end, if the first one's is. Of many some are read,
    /// compared and made ready to be kept by a second thread.
    Lines events(std::span<const std::string_view> lines, std::size_t readableBehind, Place first = Place::Watch);

    /// What stands for a Table's columns where the server makes none, of pages and events, and what it shows itself for
    /// kinds it knows nothing of: Name and Created At. Source: apiserver registry/rest/table.go.
    static Columns plainColumns();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace wk
