// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/apiserver.h"

#include "core/apiserver/memorystorage.h"
#include "core/apiserver/serveridentity.h"
#include "core/apiserver/serverloop.h"
#include "core/apiserver/watchcache.h"
#include "core/base/clock.h"

#include <boost/asio/ssl/context.hpp>

namespace wk {

using namespace apiserver;

namespace {

/// So many requests may wait for whoever keeps the objects, all others for one of them.
constexpr int Waiters = 16;

Secret orRandom(const Secret &token)
{
    return token.isEmpty() ? randomToken() : token;
}

std::string urlOf(const ApiServer::Options &options, unsigned short port)
{
    const bool isV6 = options.address.find(':') != std::string::npos;
    return (options.tls ? "https://" : "http://") + (isV6 ? "[" + options.address + "]" : options.address) + ":" +
           std::to_string(port);
}

/// TLS 1.2 and up with the identity's certificate; empty when OpenSSL refuses it.
std::unique_ptr<boost::asio::ssl::context> contextOf(const TlsIdentity &identity)
{
    using Context = boost::asio::ssl::context;
    auto context = std::make_unique<Context>(Context::tls_server);
    boost::system::error_code error;
    if (SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION) != 1)
        return {};
    const QByteArrayView key = identity.key.reveal();
    context->use_certificate_chain(boost::asio::buffer(identity.certificate), error);
    if (!error)
        context->use_private_key(boost::asio::buffer(key.data(), size_t(key.size())), Context::pem, error);
    if (error)
        return {};
    return context;
}

} // namespace

struct ApiServer::Private {
    Private(Options options, const Clock &clock)
        : options(std::move(options))
        , clock(clock)
        , storage(this->options.makeStorage ? this->options.makeStorage(types)
                                            : std::make_unique<MemoryStorage>(this->options.revision))
        , cache(*storage, *storage, {this->options.window, this->options.watchQueue})
        , registry(types, *storage, cache, clock, this->options.seed)
        , router({types, *storage, history(), registry, clock},
                 {this->options.bookmarkInterval, this->options.minRequestTimeout})
    {
        history().onChange([this](const std::string &) { loop.wakeAll(); });
    }
    ~Private() { storage->close(); } // the cache hears of changes, and ends before it

    WatchHistory &history()
    {
        WatchHistory *own = storage->history();
        return own ? *own : cache;
    }

    Options options;
    const Clock &clock;
    ResourceTable types;
    const std::unique_ptr<Storage> storage;
    WatchCache cache;
    Registry registry;
    Router router;
    ServerLoop loop;
    bool isOpen = false;
};

ApiServer::ApiServer(Options options, const Clock &clock)
    : d(std::make_unique<Private>(std::move(options), clock))
{}

ApiServer::~ApiServer()
{
    stop();
}

Result<> ApiServer::open()
{
    if (d->isOpen)
        return success();
    const Result<> opened = d->storage->open();
    d->isOpen = opened.ok();
    return opened;
}

Result<ApiServer::Endpoint> ApiServer::start()
{
    stop();
    if (const Result<> opened = open(); !opened)
        return opened.error();
    Endpoint endpoint;
    endpoint.readToken = orRandom(d->options.readToken);
    endpoint.writeToken = orRandom(d->options.writeToken);
    if (endpoint.readToken.isEmpty() || endpoint.writeToken.isEmpty())
        return Error{.kind = ErrorKind::Internal, .text = "no randomness for a token"};
    std::unique_ptr<boost::asio::ssl::context> tls;
    if (d->options.tls) {
        const Result<TlsIdentity> identity = d->options.identity.certificate.empty()
                                                 ? makeTlsIdentity(d->options.address, d->clock.wallNow())
                                                 : Result<TlsIdentity>(d->options.identity);
        if (!identity)
            return identity.error();
        tls = contextOf(*identity);
        if (!tls)
            return Error{.kind = ErrorKind::Internal, .text = "the certificate is not accepted"};
        endpoint.caCertificate = identity->caCertificate;
    }
    const Result<> bound = d->loop.listen(d->options.address, d->options.port);
    if (!bound)
        return bound.error();
    endpoint.port = d->loop.localPort();
    endpoint.url = urlOf(d->options, endpoint.port);
    Gate gate(d->options.address, endpoint.port, endpoint.readToken.reveal().toByteArray().toStdString(),
              endpoint.writeToken.reveal().toByteArray().toStdString());
    SessionTimes times;
    times.head = d->options.headTime;
    d->loop.run(std::make_unique<SessionShared>(
                    SessionShared{d->router, d->clock, std::move(gate), times, d->options.failpoints}),
                std::move(tls), d->storage->waits() ? Waiters : 0);
    return endpoint;
}

void ApiServer::setIdentity(const ServerIdentity &identity)
{
    d->options.identity = identity.tls;
    d->options.readToken = identity.readToken;
    d->options.writeToken = identity.writeToken;
}

void ApiServer::stop()
{
    d->loop.stop();
}

Storage &ApiServer::storage()
{
    return *d->storage;
}

Registry &ApiServer::registry()
{
    return d->registry;
}

const ResourceTable &ApiServer::types() const
{
    return d->types;
}

WatchCache &ApiServer::watchCache()
{
    return d->cache;
}

std::string kubeconfigText(const ApiServer::Endpoint &endpoint, const std::string &name)
{
    const std::string reader = name + "-readonly";
    const auto user = [](const std::string &name, const Secret &token) {
        return "- name: " + name + "\n  user:\n    token: " + token.reveal().toByteArray().toStdString() + "\n";
    };
    const auto context = [&name](const std::string &user) {
        return "- name: " + user + "\n  context:\n    cluster: " + name + "\n    user: " + user +
               "\n    namespace: default\n";
    };
    const std::string ca = endpoint.caCertificate.empty()
                               ? std::string()
                               : "    certificate-authority-data: " +
                                     QByteArray::fromStdString(endpoint.caCertificate).toBase64().toStdString() + "\n";
    return "apiVersion: v1\nkind: Config\nclusters:\n- name: " + name + "\n  cluster:\n    server: " + endpoint.url +
           "\n" + ca + "users:\n" + user(name, endpoint.writeToken) + user(reader, endpoint.readToken) + "contexts:\n" +
           context(name) + context(reader) + "current-context: " + name + "\n";
}

} // namespace wk
