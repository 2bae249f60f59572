// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/mutants/mutant.h"

namespace wk::sim {

/// A ListerWatcher that hands everything on; a mistake is made by overriding one of its calls.
class SourceDecorator : public ListerWatcher, protected SourceObserver
{
public:
    explicit SourceDecorator(std::unique_ptr<ListerWatcher> source)
        : m_source(std::move(source))
    {
        m_source->setObserver(this);
    }
    ~SourceDecorator() override { m_source->setObserver(nullptr); }

    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    bool canWatch() const override { return m_source->canWatch(); }
    bool sharesVersions() const override { return m_source->sharesVersions(); }
    void list(const ListOptions &options) override { m_source->list(options); }
    void watch(const WatchOptions &options) override { m_source->watch(options); }
    void stop() override { m_source->stop(); }

protected:
    void listed(ListPage page) override { m_observer->listed(std::move(page)); }
    void listing(std::size_t soFar) override { m_observer->listing(soFar); }
    void arriving(const Columns &columns, const std::vector<ObjectPtr> &objects) override
    {
        m_observer->arriving(columns, objects);
    }
    void watchOpened() override { m_observer->watchOpened(); }
    void eventsArrived(std::vector<WatchEvent> events) override { m_observer->eventsArrived(std::move(events)); }
    void watchEnded(std::optional<Error> error) override { m_observer->watchEnded(std::move(error)); }
    void listFailed(Error error) override { m_observer->listFailed(std::move(error)); }

    std::unique_ptr<ListerWatcher> m_source;
    SourceObserver *m_observer = nullptr;
};

/// A mutant that is nothing but its decorator.
template <class Decorator>
class SourceMutant : public Mutant
{
public:
    std::unique_ptr<ListerWatcher> overSource(std::unique_ptr<ListerWatcher> source) override
    {
        return std::make_unique<Decorator>(std::move(source));
    }
    static std::unique_ptr<Mutant> make() { return std::make_unique<SourceMutant>(); }
};

} // namespace wk::sim
