// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/mutants/mutant.h"

#include <algorithm>
#include <functional>
#include <string>

namespace wk::sim {

namespace {

/// Hands everything on; a mistake is made in the request, or in what comes.
class Tamperer : public Transport
{
public:
    explicit Tamperer(Transport &below)
        : m_below(below)
    {}
    void forgetConnections() override { m_below.forgetConnections(); }

protected:
    Transport &m_below;
};

bool isWatch(const HttpRequest &request)
{
    return std::any_of(request.query.begin(), request.query.end(),
                       [](const auto &pair) { return pair.first == "watch"; });
}

/// A call that hears for its client, and hands on the lines that are good.
class FilteringCall : public HttpCall, private HttpObserver
{
public:
    using IsGood = std::function<bool(std::string_view line)>;
    FilteringCall(Transport &below, HttpRequest request, HttpObserver *observer, IsGood isGood)
        : m_observer(observer)
        , m_isGood(std::move(isGood))
    {
        m_call = below.get(std::move(request), this);
    }
    void setSilence(std::chrono::milliseconds silence) override { m_call->setSilence(silence); }

private:
    void head(const HttpHead &head) override { m_observer->head(head); }
    void body(QByteArrayView bytes) override
    {
        m_pending.append(bytes.data(), std::size_t(bytes.size()));
        const std::size_t end = m_pending.rfind('\n') + 1; // 0: no whole line yet
        std::string good;
        for (std::size_t at = 0; at < end;) {
            const std::size_t next = m_pending.find('\n', at) + 1;
            const std::string_view line(m_pending.data() + at, next - at);
            if (m_isGood(line))
                good += line;
            at = next;
        }
        m_pending.erase(0, end);
        if (!good.empty())
            m_observer->body(QByteArrayView(good.data(), qsizetype(good.size())));
    }
    void finished(std::optional<Error> error) override { m_observer->finished(std::move(error)); }

    HttpObserver *m_observer;
    IsGood m_isGood;
    std::string m_pending;
    std::unique_ptr<HttpCall> m_call;
};

class SwallowsBrokenFrames : public Tamperer
{
    using Tamperer::Tamperer;
    std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override
    {
        if (!isWatch(request))
            return m_below.get(std::move(request), observer);
        return std::make_unique<FilteringCall>(m_below, std::move(request), observer, [](std::string_view line) {
            return line.starts_with(R"({"type":)") && line.ends_with("}}\n");
        });
    }
};

/// Hears no deletion before the end of the initial events.
class DropsEarlyDeletions : public Tamperer
{
    using Tamperer::Tamperer;
    std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override
    {
        if (std::none_of(request.query.begin(), request.query.end(),
                         [](const auto &pair) { return pair.first == "sendInitialEvents"; }))
            return m_below.get(std::move(request), observer);
        return std::make_unique<FilteringCall>(m_below, std::move(request), observer,
                                               [hasEnded = false](std::string_view line) mutable {
                                                   hasEnded = hasEnded || line.find("initial-events-end") != line.npos;
                                                   return hasEnded || !line.starts_with(R"({"type":"DELETED")");
                                               });
    }
};

/// Never hears that a stream is silent.
class NoWatchdog : public Tamperer
{
    struct DeafCall : HttpCall {
        explicit DeafCall(std::unique_ptr<HttpCall> call)
            : call(std::move(call))
        {}
        std::unique_ptr<HttpCall> call;
    };
    using Tamperer::Tamperer;
    std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override
    {
        request.silence = {};
        return std::make_unique<DeafCall>(m_below.get(std::move(request), observer));
    }
};

class ForgetsSelector : public Tamperer
{
    using Tamperer::Tamperer;
    std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override
    {
        if (isWatch(request) && ++m_watches > 1)
            std::erase_if(request.query, [](const auto &pair) { return pair.first.endsWith("Selector"); });
        return m_below.get(std::move(request), observer);
    }
    int m_watches = 0;
};

/// Hands all on, and reads each version as soon as its bytes are there, of events that are not whole yet as well.
class VersionReadingCall : public HttpCall, private HttpObserver
{
public:
    VersionReadingCall(Transport &below, HttpRequest request, HttpObserver *observer, QByteArray &version)
        : m_observer(observer)
        , m_version(version)
    {
        m_call = below.get(std::move(request), this);
    }
    void setSilence(std::chrono::milliseconds silence) override { m_call->setSilence(silence); }

private:
    void head(const HttpHead &head) override { m_observer->head(head); }
    void body(QByteArrayView bytes) override
    {
        constexpr std::string_view Key = R"("resourceVersion":")";
        m_line.append(bytes.data(), std::size_t(bytes.size()));
        for (std::size_t key = m_line.rfind(Key); key != m_line.npos; key = m_line.rfind(Key, key - 1)) {
            const std::size_t begin = key + Key.size();
            if (const std::size_t end = m_line.find('"', begin); end != m_line.npos) {
                m_version = QByteArray::fromStdString(m_line.substr(begin, end - begin));
                break;
            }
            if (key == 0)
                break;
        }
        m_line.erase(0, m_line.rfind('\n') + 1);
        m_observer->body(bytes);
    }
    void finished(std::optional<Error> error) override { m_observer->finished(std::move(error)); }

    HttpObserver *m_observer;
    QByteArray &m_version;
    std::string m_line;
    std::unique_ptr<HttpCall> m_call;
};

/// Takes an event's version before it has applied the event: one that never comes whole, or cannot be read, is passed
/// over when the watch goes on.
class MovesVersionFirst : public Tamperer
{
    using Tamperer::Tamperer;
    std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override
    {
        const auto from = std::find_if(request.query.begin(), request.query.end(),
                                       [](const auto &pair) { return pair.first == "resourceVersion"; });
        if (!isWatch(request) || from == request.query.end())
            m_version.clear(); // a list
        else if (!m_version.isEmpty())
            from->second = m_version;
        if (!isWatch(request))
            return m_below.get(std::move(request), observer);
        return std::make_unique<VersionReadingCall>(m_below, std::move(request), observer, m_version);
    }
    QByteArray m_version;
};

template <class Tampering>
class TransportMutant : public Mutant
{
public:
    std::unique_ptr<Transport> overTransport(Transport &transport) override
    {
        return std::make_unique<Tampering>(transport);
    }
    static std::unique_ptr<Mutant> make() { return std::make_unique<TransportMutant>(); }
};

} // namespace

const std::vector<MutantClass> &transportMutants()
{
    static const std::vector<MutantClass> classes{
        {"drops DELETED among initial events", TransportMutant<DropsEarlyDeletions>::make},
        {"swallows a broken frame", TransportMutant<SwallowsBrokenFrames>::make},
        {"has no idle watchdog", TransportMutant<NoWatchdog>::make},
        {"moves the version before it applies", TransportMutant<MovesVersionFirst>::make},
        {"forgets the selector on resume", TransportMutant<ForgetsSelector>::make},
    };
    return classes;
}

} // namespace wk::sim
