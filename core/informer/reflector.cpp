// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/reflector.h"

namespace wk {

namespace {

/// A server that is asked to close a stream after this long spreads its clients (C21). Source: client-go reflector.go.
constexpr std::chrono::seconds ShortestWatch{300};
constexpr std::chrono::seconds LongestWatch{600};

} // namespace

Reflector::Reflector(std::unique_ptr<ListerWatcher> source, Clock &clock, std::function<double()> random,
                     ReflectorTarget &target)
    : m_source(std::move(source))
    , m_clock(clock)
    , m_random(std::move(random))
    , m_target(target)
{
    m_source->setObserver(this);
}

Reflector::~Reflector()
{
    m_source->stop();
    m_source->setObserver(nullptr);
}

void Reflector::start(std::optional<ResourceVersion> held)
{
    feed(WatchMachine::Start{{}, m_source->canWatch(), std::move(held), m_source->sharesVersions()});
}

void Reflector::startHeld(const Error &away, std::optional<ResourceVersion> held)
{
    m_isHeld = true;
    feed(WatchMachine::Start{away, m_source->canWatch(), std::move(held), m_source->sharesVersions()});
}

void Reflector::retryNow()
{
    feed(WatchMachine::RetryNow{});
}

void Reflector::hold()
{
    m_isHeld = true;
}

void Reflector::distrust(Instant since)
{
    m_isHeld = false;
    feed(WatchMachine::Distrust{since});
}

void Reflector::overtake(Instant since)
{
    feed(WatchMachine::Overtaken{since});
}

void Reflector::disprove(std::string reason)
{
    feed(WatchMachine::Disproved{std::move(reason)});
}

void Reflector::stop()
{
    feed(WatchMachine::Stop{});
}

void Reflector::tellProgress(WatchStatus &status) const
{
    status.nextTry = m_nextTry;
    status.awaited = m_awaited;
    status.listed = m_pending.objects.size() + m_listing;
    status.listTotal = m_listTotal;
}

void Reflector::listed(ListPage page)
{
    m_isHeld = false;
    m_page = std::move(page);
    feed(WatchMachine::Page{m_page.version, m_page.continueToken, m_page.objects.size()});
}

void Reflector::listing(std::size_t objects)
{
    m_listing = objects;
    if (m_awaited)
        m_awaited->hasBegun = true;
    m_target.turned();
}

void Reflector::arriving(const Columns &columns, const std::vector<ObjectPtr> &objects)
{
    m_target.arriving(columns, objects);
}

void Reflector::listFailed(Error error)
{
    feed(WatchMachine::ListFailed{std::move(error)});
}

void Reflector::watchOpened()
{
    m_awaited.reset();
    m_isHeld = false;
    feed(WatchMachine::Opened{});
}

void Reflector::eventsArrived(std::vector<WatchEvent> events)
{
    for (WatchEvent &event : events) {
        event.object = m_cells.filed(std::move(event.object), event.columns);
        event.columns = m_cells.columns();
        m_event = &event;
        WatchMachine::Input input =
            WatchMachine::Event{event.type == EventType::Bookmark, event.version, m_target.knows(event)};
        if (event.type == EventType::Error) {
            m_target.erred(event);
            input = WatchMachine::Erred{event.error};
        }
        step(input);
        if (m_machine.state() != WatchState::Live || event.type == EventType::Error)
            break; // what follows in this read comes again, or lies in the gap
    }
    m_event = nullptr;
    m_target.turned();
}

void Reflector::watchEnded(std::optional<Error> error)
{
    if (!error && m_machine.hasLived(m_clock.now()))
        m_target.closedInOrder();
    feed(WatchMachine::Ended{std::move(error)});
}

void Reflector::step(const WatchMachine::Input &input)
{
    const Instant now = m_clock.now();
    const std::optional<Instant> opened = m_machine.hasLived(now) ? std::optional(m_machine.openedAt()) : std::nullopt;
    const WatchMachine::Effects effects = m_machine.step(input, now);
    if (opened && !m_machine.hasLived(now))
        m_target.streamEnded(*opened);
    for (const auto &effect : effects)
        std::visit([this](const auto &what) { carryOut(what); }, effect);
}

void Reflector::feed(const WatchMachine::Input &input)
{
    step(input);
    if (m_machine.state() != WatchState::Stopped)
        m_target.turned();
}

std::chrono::seconds Reflector::watchTime() const
{
    const std::chrono::duration<double> spread = (LongestWatch - ShortestWatch) * m_random();
    return ShortestWatch + std::chrono::floor<std::chrono::seconds>(spread);
}

void Reflector::carryOut(const WatchMachine::List &list)
{
    m_pause.cancel();
    m_nextTry.reset();
    if (list.continueToken.empty()) {
        m_listBegan = m_clock.now();
        m_pagesTaken = 0;
        m_listTotal.reset();
        m_cells.begin(nullptr);
        m_target.listBegan();
    }
    m_listing = 0;
    const WallTime now = m_clock.wallNow();
    const auto taken = std::chrono::floor<std::chrono::microseconds>(m_clock.now() - m_listBegan);
    m_awaited = AwaitedAnswer{now, m_pagesTaken + 1, false, now - taken};
    m_source->list({list.limit, list.continueToken, m_machine.isPolled() ? std::chrono::seconds(0) : watchTime()});
}

void Reflector::carryOut(const WatchMachine::Watch &watch)
{
    m_pause.cancel();
    m_nextTry.reset();
    m_awaited = AwaitedAnswer{m_clock.wallNow(), 0, false, {}};
    m_source->watch({watch.from, watchTime()});
}

void Reflector::carryOut(const WatchMachine::Wait &wait)
{
    const auto delay = wait.delay + std::chrono::floor<std::chrono::milliseconds>(wait.jitter * m_random());
    m_awaited.reset();
    m_nextTry = m_clock.wallNow() + delay;
    m_pause = m_clock.after(delay, [this] { paused(); });
}

void Reflector::paused()
{
    if (!m_isHeld)
        return feed(WatchMachine::Elapsed{});
    m_nextTry.reset(); // nobody knows
    m_target.turned();
}

void Reflector::carryOut(const WatchMachine::Abort &)
{
    m_awaited.reset();
    m_pause.cancel();
    m_source->stop();
}

void Reflector::carryOut(const WatchMachine::TakePage &)
{
    m_listing = 0;
    ++m_pagesTaken;
    if (!m_cells.columns())
        m_cells.begin(m_page.columns);
    for (ObjectPtr &object : m_page.objects)
        object = m_cells.filed(std::move(object), m_page.columns);
    if (!m_page.continueToken.empty())
        m_target.arriving(m_cells.columns(), m_page.objects);
    m_pending.objects.insert(m_pending.objects.end(), std::make_move_iterator(m_page.objects.begin()),
                             std::make_move_iterator(m_page.objects.end()));
    m_pending.columns = m_cells.columns();
    m_pending.version = m_page.version;
    m_pending.wireBytes += m_page.wireBytes;
    if (m_page.remaining && *m_page.remaining >= 0)
        m_listTotal = m_pending.objects.size() + std::uint64_t(*m_page.remaining);
    m_page = {};
}

void Reflector::carryOut(const WatchMachine::DropPages &)
{
    m_pending = {};
    m_page = {};
    m_listing = 0;
}

void Reflector::carryOut(const WatchMachine::Replace &)
{
    m_awaited.reset();
    m_pending.took = m_clock.now() - m_listBegan;
    m_target.replaced(std::exchange(m_pending, {}));
}

void Reflector::carryOut(const WatchMachine::Apply &)
{
    m_target.applied(*m_event, m_machine.isResumed(m_clock.now()));
}

void Reflector::carryOut(const WatchMachine::Reconnected &reconnected)
{
    m_target.reconnected(m_machine.version(), reconnected.because);
}

void Reflector::carryOut(const WatchMachine::Lost &lost)
{
    m_target.lost(m_machine.version(), lost);
}

void Reflector::carryOut(const WatchMachine::Vanished &)
{
    m_target.vanished();
}

} // namespace wk
