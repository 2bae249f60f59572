// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/transport.h"
#include "tests/simulation/chronicle.h"
#include "tests/simulation/mutants/sourcemutant.h"

#include <functional>

namespace wk::etcdruns {

/// What one client has asked so far, and what came of it.
struct Asked {
    int calls = 0;  ///< under way
    int sent = 0;   ///< lists and watches
    int probes = 0; ///< looks, and checks whether the history is the same
    int wrong = 0;  ///< that are none of those a client may ask for
};

/// Writes down what a client asks of etcd, beneath all that could be wrong with it. A probe is noted as such.
class TransportTap : public Transport
{
public:
    /// `from` gives the version that the next watch goes on from.
    TransportTap(Transport &below, sim::Chronicle &chronicle, int kind, std::function<sim::Revision()> from);

    [[nodiscard]] std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override;
    void forgetConnections() override { m_below.forgetConnections(); }
    const Asked &asked() const { return m_asked; }

private:
    class Call;

    Transport &m_below;
    sim::Chronicle &m_chronicle;
    const int m_kind;
    std::function<sim::Revision()> m_from;
    Asked m_asked;
};

/// Hears from which version a watch is asked for.
class SourceTap : public sim::SourceDecorator
{
public:
    using Hear = std::function<void(const ResourceVersion &from)>;
    SourceTap(std::unique_ptr<ListerWatcher> source, Hear hear)
        : SourceDecorator(std::move(source))
        , m_hear(std::move(hear))
    {}
    void watch(const WatchOptions &options) override
    {
        m_hear(options.from);
        SourceDecorator::watch(options);
    }

private:
    Hear m_hear;
};

} // namespace wk::etcdruns
