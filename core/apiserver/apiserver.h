// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/tlsidentity.h"
#include "core/base/result.h"
#include "core/base/secret.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace wk {

class Clock;

namespace apiserver {
class Registry;
class Failpoints;
class ResourceTable;
struct ServerIdentity;
class Storage;
class WatchCache;
} // namespace apiserver

/// A Kubernetes API server inside the process: the server side of list-watch on a storage in memory, or one that is
/// given to it, over HTTP or TLS. It serves in a thread of its own and needs no event loop. Built, started, stopped and
/// destroyed in one thread; the storage behind it can be read and written from any.
class ApiServer
{
public:
    struct Options {
        std::string address = "127.0.0.1"; ///< loopback unless a person said otherwise
        unsigned short port = 0;           ///< 0: any free one
        bool tls = false;
        Secret readToken{};                ///< empty: 256 random bits, new with each start
        Secret writeToken{};               ///< the same; without it nothing can be changed over HTTP
        apiserver::TlsIdentity identity{}; ///< with tls; empty: made for this start
        std::size_t window = 2048;         ///< events kept a resource; older ones are 410
        std::size_t watchQueue = 1000;     ///< events a stuck watcher may be behind before it is dropped
        std::chrono::milliseconds bookmarkInterval{60'000};
        std::chrono::milliseconds minRequestTimeout{1'800'000};
        std::uint64_t revision = 1;                  ///< writes go on after it; what is older is 410
        std::uint64_t seed = 0;                      ///< of uids and generated names; 0: others every time
        std::chrono::milliseconds headTime{5'000};   ///< for a request's head to come whole
        apiserver::Failpoints *failpoints = nullptr; ///< a test's; it outlives the server
        /// Makes what keeps the objects; empty: memory does.
        std::function<std::unique_ptr<apiserver::Storage>(apiserver::ResourceTable &types)> makeStorage{};
    };

    /// Where the server can be reached, and with what.
    struct Endpoint {
        std::string url; ///< "http://127.0.0.1:40123"
        unsigned short port = 0;
        Secret readToken;
        Secret writeToken;
        std::string caCertificate; ///< PEM; empty without TLS
    };

    /// `clock`'s now() and wallNow() are called from any thread; it outlives the server.
    ApiServer(Options options, const Clock &clock);
    ~ApiServer();

    /// Finds what is stored, if that has not been done; by start() else. Errors: see Storage::open().
    Result<> open();
    /// Serves from now on. Errors: Refused when the address cannot be bound, Internal when there is no
    /// certificate; those of open().
    Result<Endpoint> start();
    /// What its clients know it by from the next start() on.
    void setIdentity(const apiserver::ServerIdentity &identity);
    /// Cuts every connection; returns when the thread has ended. What is stored stays.
    void stop();

    apiserver::Storage &storage();
    /// The rules of writing; ApiWriter is the comfortable way to them.
    apiserver::Registry &registry();
    const apiserver::ResourceTable &types() const;
    /// For what only a watch cache can do: compact().
    apiserver::WatchCache &watchCache();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// A kubeconfig for a server that was started: its current context has that name and may write, another one, with
/// "-readonly" behind the name, may not. The name of the current context is its last line.
std::string kubeconfigText(const ApiServer::Endpoint &endpoint, const std::string &name);

} // namespace wk
