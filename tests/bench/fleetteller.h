// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionbodies.h"
#include "core/informer/objectstore.h"
#include "core/informer/watchsink.h"
#include "core/source/kube/decoder.h"
#include "tests/support/podgen/podfleet.h"

#include <cstdint>
#include <string>

namespace wk::bench {

/// Tells a sink what a fleet of pods does, as the session of a watch of all its pods would: a list, then events. The
/// watch is closed with it.
class FleetTeller
{
public:
    FleetTeller(WatchSink &sink, const ClusterId &cluster, std::uint32_t pods);
    ~FleetTeller();

    /// Appends each line that comes there, too, and each object of the list as one.
    void copyTo(std::string &lines) { m_copy = &lines; }
    void list();
    void run(std::uint64_t events);

private:
    std::shared_ptr<Entry> add(EntryType type, EntryClass origin) const;
    EntryPtr entryOf(const WatchEvent &event);

    WatchSink &m_sink;
    const WatchScope m_scope;
    const WatchId m_watch;
    test::PodFleet m_fleet;
    RevisionBodies m_bodies;
    Decoder m_decoder;
    ObjectStore m_store;
    Columns m_columns;
    std::string *m_copy = nullptr;
};

} // namespace wk::bench
