// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/fleetbackend.h"

#include "core/source/kube/decoder.h"
#include "tests/bench/podlines.h"
#include "tests/support/podgen/podfleet.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace wk::bench {

namespace {

using std::chrono::milliseconds;

/// As often as a socket has something new.
constexpr milliseconds TellEvery{5};
/// Whoever has been kept from telling catches up by so many a time.
constexpr std::uint64_t MostAtOnce = 500;

class FleetSource : public ListerWatcher
{
public:
    FleetSource(Clock &clock, FleetPace pace, std::unique_ptr<BodyWriter> bodies)
        : m_clock(clock)
        , m_pace(pace)
        , m_fleet({.pods = pace.pods})
        , m_decoder(podResource(), std::move(bodies))
    {}

    void setObserver(SourceObserver *observer) override { m_observer = observer; }

    void list(const ListOptions &options) override
    {
        const auto first = std::uint32_t(options.continueToken.empty() ? 0 : std::stoul(options.continueToken));
        const std::uint32_t limit = options.limit == 0 ? m_fleet.size() : std::uint32_t(options.limit);
        const std::uint32_t count = std::min(limit, m_fleet.size() - first);
        m_alarm = m_clock.after(milliseconds(0), [this, first, count] { tellPage(first, count); });
    }

    void watch(const WatchOptions &) override
    {
        m_alarm = m_clock.after(milliseconds(0), [this] {
            m_began = m_clock.now();
            m_sent = 0;
            m_observer->watchOpened();
            tellLater();
        });
    }

    void stop() override { m_alarm.cancel(); }

private:
    void tellPage(std::uint32_t first, std::uint32_t count)
    {
        const std::string text = m_fleet.tablePage(first, count);
        auto decoded = m_decoder.page(text);
        if (!decoded)
            std::abort();
        ListPage page = std::move(decoded).value();
        const std::uint32_t behind = m_fleet.size() - first - count;
        page.remaining = behind;
        page.continueToken = behind == 0 ? std::string() : std::to_string(first + count);
        m_observer->listed(std::move(page));
    }

    void tellLater()
    {
        m_alarm = m_clock.after(TellEvery, [this] {
            tellLater();
            tell();
        });
    }

    void tell()
    {
        const auto elapsed = std::uint64_t((m_clock.now() - m_began).count());
        const std::uint64_t due = elapsed * m_pace.eventsPerSecond / 1000 - m_sent;
        std::vector<WatchEvent> events;
        for (std::uint64_t left = std::min(due, MostAtOnce); left > 0; --left) {
            auto event = m_decoder.event(m_fleet.tableLine(m_fleet.next()));
            if (!event)
                std::abort();
            events.push_back(std::move(event).value());
        }
        m_sent += events.size();
        *m_pace.told += events.size();
        m_observer->eventsArrived(std::move(events));
    }

    Clock &m_clock;
    FleetPace m_pace;
    test::PodFleet m_fleet;
    Decoder m_decoder;
    SourceObserver *m_observer = nullptr;
    Clock::Alarm m_alarm;
    Instant m_began{};
    std::uint64_t m_sent = 0;
};

class FleetBackend : public Backend
{
public:
    FleetBackend(Clock &clock, FleetPace pace)
        : m_clock(clock)
        , m_pace(pace)
    {}

    void discover(std::function<void(Result<ServerFacts>)> done) override
    {
        m_discovery = m_clock.after(milliseconds(0), [done = std::move(done)] {
            ServerFacts facts;
            facts.version = "v1.20.2";
            facts.resources = {podResource()};
            done(std::move(facts));
        });
    }
    void probe(std::function<void(std::optional<Error>)> done) override
    {
        m_probe = m_clock.after(milliseconds(0), [done = std::move(done)] { done({}); });
    }
    std::unique_ptr<ListerWatcher> source(const WatchScope &, std::unique_ptr<BodyWriter> bodies) override
    {
        return std::make_unique<FleetSource>(m_clock, m_pace, std::move(bodies));
    }
    void forgetConnections() override {}

private:
    Clock &m_clock;
    FleetPace m_pace;
    Clock::Alarm m_discovery;
    Clock::Alarm m_probe;
};

} // namespace

BackendFactory fleetBackend(FleetPace pace)
{
    return [pace](Clock &clock) -> Result<std::unique_ptr<Backend>> {
        return std::unique_ptr<Backend>(std::make_unique<FleetBackend>(clock, pace));
    };
}

} // namespace wk::bench
