// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/etcdmutants.h"

#include "tests/simulation/mutants/sourcemutant.h"

#include <QTimer>

#include <algorithm>

namespace wk::etcdruns {

namespace {

/// Hears the lines of a watch, but not its end.
class DeafToCancels : public HttpCall, private HttpObserver
{
public:
    DeafToCancels(Transport &below, HttpRequest request, HttpObserver *observer)
        : m_observer(observer)
        , m_call(below.get(std::move(request), this))
    {}
    void setSilence(std::chrono::milliseconds silence) override { m_call->setSilence(silence); }

private:
    void head(const HttpHead &head) override { m_observer->head(head); }
    void body(QByteArrayView bytes) override
    {
        m_pending += bytes;
        QByteArray good;
        for (qsizetype end; (end = m_pending.indexOf('\n') + 1) > 0; m_pending.remove(0, end)) {
            if (const QByteArray line = m_pending.left(end); !line.contains("\"canceled\":true"))
                good += line;
        }
        if (!good.isEmpty())
            m_observer->body(good);
    }
    void finished(std::optional<Error> error) override { m_observer->finished(std::move(error)); }

    HttpObserver *m_observer;
    QByteArray m_pending;
    std::unique_ptr<HttpCall> m_call;
};

/// A question that is not sent; who asked takes it that he may not know.
class NotAsked : public HttpCall
{
public:
    explicit NotAsked(HttpObserver *observer)
    {
        m_soon.setSingleShot(true);
        QObject::connect(&m_soon, &QTimer::timeout, &m_soon, [observer] {
            observer->finished(Error{ErrorKind::Forbidden, "made up by a mutant", {}});
        });
        m_soon.start(0);
    }

private:
    QTimer m_soon;
};

class HearsNoCancel : public Transport
{
public:
    explicit HearsNoCancel(Transport &below)
        : m_below(below)
    {}
    std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override
    {
        if (request.path != "/v3/watch")
            return m_below.get(std::move(request), observer);
        return std::make_unique<DeafToCancels>(m_below, std::move(request), observer);
    }
    void forgetConnections() override { m_below.forgetConnections(); }

private:
    Transport &m_below;
};

/// Does not ask whether the key that it saw last is as it was.
class ChecksNothing : public Transport
{
public:
    explicit ChecksNothing(Transport &below)
        : m_below(below)
    {}
    std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override
    {
        const bool isOfOneKey = request.path == "/v3/kv/range" && !request.posted->contains("range_end") &&
                                !request.posted->contains("count_only");
        if (!isOfOneKey)
            return m_below.get(std::move(request), observer);
        return std::make_unique<NotAsked>(observer);
    }
    void forgetConnections() override { m_below.forgetConnections(); }

private:
    Transport &m_below;
};

template <class Tampering>
class OverTransport : public sim::Mutant
{
public:
    std::unique_ptr<Transport> overTransport(Transport &transport) override
    {
        return std::make_unique<Tampering>(transport);
    }
    static std::unique_ptr<sim::Mutant> make() { return std::make_unique<OverTransport>(); }
};

/// Goes on from where the history is still there, as if nothing had been before.
class SkipsWhatWasCompacted : public sim::SourceDecorator
{
    using SourceDecorator::SourceDecorator;
    void watchEnded(std::optional<Error> error) override
    {
        if (!error || error->kind != ErrorKind::Expired)
            return SourceDecorator::watchEnded(std::move(error));
        const auto digit =
            std::find_if(error->text.begin(), error->text.end(), [](char c) { return c >= '0' && c <= '9'; });
        const std::int64_t gone = std::stoll(std::string(digit, error->text.end()));
        m_source->watch({ResourceVersion(std::to_string(gone - 1)), std::chrono::minutes(5)});
    }
};

} // namespace

const std::vector<sim::MutantClass> &etcdMutants()
{
    static const std::vector<sim::MutantClass> classes{
        {"does not hear that its watch was canceled", OverTransport<HearsNoCancel>::make},
        {"goes on behind what was compacted", sim::SourceMutant<SkipsWhatWasCompacted>::make},
        {"does not check whose history it is", OverTransport<ChecksNothing>::make},
    };
    return classes;
}

} // namespace wk::etcdruns
