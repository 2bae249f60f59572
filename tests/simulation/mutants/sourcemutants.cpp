// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/mutants/sourcemutant.h"

#include "core/apiserver/listoptions.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace wk::sim {

namespace {

Error madeUp(ErrorKind kind)
{
    Error error;
    error.kind = kind;
    error.text = "made up by a mutant";
    return error;
}

std::optional<std::uint64_t> numberIn(const ResourceVersion &version)
{
    const std::string &text = version.text();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

class NoBookmarks : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void eventsArrived(std::vector<WatchEvent> events) override
    {
        std::erase_if(events, [](const WatchEvent &event) { return event.type == EventType::Bookmark; });
        if (!events.empty())
            m_observer->eventsArrived(std::move(events));
    }
};

class IgnoresErrorExpired : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void eventsArrived(std::vector<WatchEvent> events) override
    {
        std::erase_if(events, [](const WatchEvent &event) {
            return event.type == EventType::Error && event.error.kind == ErrorKind::Expired;
        });
        if (!events.empty())
            m_observer->eventsArrived(std::move(events));
    }
};

class IgnoresStatusExpired : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void watchEnded(std::optional<Error> error) override
    {
        const bool isExpired = error && error->kind == ErrorKind::Expired;
        m_observer->watchEnded(isExpired ? madeUp(ErrorKind::ConnectionLost) : error);
    }
};

class ResumesFromList : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void listed(ListPage page) override
    {
        m_version = page.version;
        m_observer->listed(std::move(page));
    }
    void watch(const WatchOptions &options) override { m_source->watch({m_version, options.timeout}); }
    ResourceVersion m_version;
};

template <int By>
class ResumesBeside : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void watch(const WatchOptions &options) override
    {
        const auto number = numberIn(options.from);
        m_source->watch(
            {number ? ResourceVersion(std::to_string(*number + std::uint64_t(By))) : options.from, options.timeout});
    }
};

class TakesCloseForGap : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void watchEnded(std::optional<Error> error) override
    {
        m_observer->watchEnded(error ? error : madeUp(ErrorKind::Expired));
    }
};

class SilentRelist : public SourceMutant<TakesCloseForGap>
{
public:
    std::vector<EntryPtr> told(const std::vector<EntryPtr> &turn) override
    {
        std::vector<EntryPtr> rest = turn;
        std::erase_if(rest, [](const EntryPtr &entry) { return entry->type == EntryType::Gap; });
        return rest;
    }
    static std::unique_ptr<Mutant> make() { return std::make_unique<SilentRelist>(); }
};

/// Hears the pages of a list as they come.
class HearsPages : public SourceDecorator
{
public:
    using SourceDecorator::SourceDecorator;
    /// Of the list under way, or of one that broke off.
    std::vector<ObjectPtr> early;

private:
    void listed(ListPage page) override
    {
        early.insert(early.end(), page.objects.begin(), page.objects.end());
        if (page.continueToken.empty())
            early.clear(); // with the last one whatever is not on the list goes, too
        m_observer->listed(std::move(page));
    }
};

/// Puts the objects of each page into the store as they come, and takes out what was not listed once the last page is
/// there: at every moment its readers see the store with those objects over it.
class AppliesPages : public Mutant
{
public:
    std::unique_ptr<ListerWatcher> overSource(std::unique_ptr<ListerWatcher> source) override
    {
        auto pages = std::make_unique<HearsPages>(std::move(source));
        m_pages = pages.get();
        return pages;
    }
    std::vector<ObjectPtr> seen(std::vector<ObjectPtr> held) override
    {
        const auto isSame = [](const ObjectPtr &a, const ObjectPtr &b) { return a->ns == b->ns && a->name == b->name; };
        for (const ObjectPtr &early : m_pages->early) {
            std::erase_if(held, [&](const ObjectPtr &object) { return isSame(object, early); });
            held.push_back(early);
        }
        return held;
    }
    static std::unique_ptr<Mutant> make() { return std::make_unique<AppliesPages>(); }

private:
    HearsPages *m_pages = nullptr;
};

class VersionsAsInt64 : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void watch(const WatchOptions &options) override
    {
        const auto number = numberIn(options.from).value_or(std::numeric_limits<std::int64_t>::max());
        m_source->watch({ResourceVersion(std::to_string(number)), options.timeout});
    }
};

/// Drops what seems to be old news.
template <class IsOld>
class DropsOld : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void watch(const WatchOptions &options) override
    {
        m_last = options.from;
        m_source->watch(options);
    }
    void eventsArrived(std::vector<WatchEvent> events) override
    {
        std::vector<WatchEvent> fresh;
        for (WatchEvent &event : events) {
            if (event.type != EventType::Error && IsOld()(event.version, m_last))
                continue;
            if (!event.version.isEmpty())
                m_last = event.version;
            fresh.push_back(std::move(event));
        }
        if (!fresh.empty())
            m_observer->eventsArrived(std::move(fresh));
    }
    ResourceVersion m_last;
};

struct TextIsLower {
    bool operator()(const ResourceVersion &a, const ResourceVersion &b) const { return a.text() < b.text(); }
};

struct NumberIsLower {
    bool operator()(const ResourceVersion &a, const ResourceVersion &b) const { return isNotNewer(a, b) && a != b; }
};

class ReusesToken : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void list(const ListOptions &options) override
    {
        m_options = options;
        m_source->list(options);
    }
    void listFailed(Error error) override
    {
        if (error.kind == ErrorKind::Expired && !m_options.continueToken.empty() && ++m_tries < 50)
            m_source->list(m_options);
        else
            m_observer->listFailed(std::move(error));
    }
    ListOptions m_options;
    int m_tries = 0;
};

/// Goes on with what the server offers in its 410, and takes both halves for one list.
class TakesInconsistentRest : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void list(const ListOptions &options) override
    {
        m_options = options;
        if (options.continueToken.empty())
            m_version = {};
        m_source->list(options);
    }
    void listed(ListPage page) override
    {
        if (m_version.isEmpty())
            m_version = page.version;
        page.version = m_version;
        m_observer->listed(std::move(page));
    }
    void listFailed(Error error) override
    {
        const auto token = apiserver::PageToken::parse(m_options.continueToken);
        if (error.kind != ErrorKind::Expired || !token) {
            m_observer->listFailed(std::move(error));
            return;
        }
        m_options.continueToken = apiserver::PageToken{0, token->start}.text();
        m_source->list(m_options);
    }
    ListOptions m_options;
    ResourceVersion m_version;
};

class Impatient : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void watchEnded(std::optional<Error> error) override
    {
        if (error)
            error->retryAfter = {};
        m_observer->watchEnded(std::move(error));
    }
    void listFailed(Error error) override
    {
        error.retryAfter = {};
        m_observer->listFailed(std::move(error));
    }
    void eventsArrived(std::vector<WatchEvent> events) override
    {
        for (WatchEvent &event : events)
            event.error.retryAfter = {};
        m_observer->eventsArrived(std::move(events));
    }
};

class RelistsOn429 : public SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void watchEnded(std::optional<Error> error) override
    {
        if (error && error->kind == ErrorKind::TooManyRequests)
            error->kind = ErrorKind::Expired;
        m_observer->watchEnded(std::move(error));
    }
};

} // namespace

const std::vector<MutantClass> &sourceMutants()
{
    static const std::vector<MutantClass> classes{
        {"ignores bookmarks", SourceMutant<NoBookmarks>::make},
        {"ignores ERROR 410 in the stream", SourceMutant<IgnoresErrorExpired>::make},
        {"ignores 410 as a status", SourceMutant<IgnoresStatusExpired>::make},
        {"resumes from the list's version", SourceMutant<ResumesFromList>::make},
        {"resumes one too late", SourceMutant<ResumesBeside<1>>::make},
        {"resumes one too early", SourceMutant<ResumesBeside<-1>>::make},
        {"lists again after a clean close, without a gap", SilentRelist::make},
        {"applies a page as it comes", AppliesPages::make},
        {"reads versions as int64", SourceMutant<VersionsAsInt64>::make},
        {"compares versions as text", SourceMutant<DropsOld<TextIsLower>>::make},
        {"drops lower versions", SourceMutant<DropsOld<NumberIsLower>>::make},
        {"uses an expired token again", SourceMutant<ReusesToken>::make},
        {"uses the inconsistent token", SourceMutant<TakesInconsistentRest>::make},
        {"ignores Retry-After", SourceMutant<Impatient>::make},
        {"lists again on 429", SourceMutant<RelistsOn429>::make},
    };
    return classes;
}

} // namespace wk::sim
