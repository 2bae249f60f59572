// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/handover.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/reachprobe.h"
#include "core/resource/resourceinfo.h"

#include <QObject>
#include <QThread>

#include <chrono>
#include <latch>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// What somebody may see of a kind.
enum class KindAccess : std::uint8_t {
    Allowed,
    OnlyListed,     ///< it can be listed, and is offered to nobody to be watched
    InOwnNamespace, ///< in the context's namespace, and not in all
    Denied,
    NotServed, ///< discovery names it, and the server knows no such path
    Down,      ///< its server does not answer
};

/// A kind and how it answered a list of one object.
struct KindAnswer {
    GroupVersionResource kind;
    KindAccess access = KindAccess::Denied;
    std::optional<Error> error{}; ///< why not

    bool operator==(const KindAnswer &) const = default;
};

/// One step of a test and what was found. A value.
struct TestStep {
    enum class Kind : std::uint8_t { Name, Connection, Tls, SignIn, Server, Kinds };
    enum class State : std::uint8_t { Running, Passed, Failed };

    Kind kind = Kind::Name;
    State state = State::Running;
    std::chrono::milliseconds took{};
    std::optional<Error> error{};
    ReachStep reach{};               ///< of Name, Connection and Tls
    std::string said{};              ///< of SignIn: the end of what the plugin says, a stranger's lines
    std::string version{};           ///< of Server
    std::vector<KindAnswer> kinds{}; ///< of Kinds: those that have answered, in discovery's order
    std::size_t kindsAsked = 0;      ///< … of so many
    std::vector<std::string> down{}; ///< of Kinds: groups whose servers do not answer
    std::string user{};              ///< of Kinds: as whom a refusal names who asks; empty: nobody was refused
};

/// Goes the way to a cluster step by step, in a thread of its own, and says what it finds at each: the name, the
/// connection, TLS with the server's certificate, the sign-in, the version, and which kinds may be listed, by a list of
/// one object each. Nothing but GETs leaves it. Gui thread.
class ConnectionTest : public QObject
{
    Q_OBJECT

public:
    /// The rules' consent is asked in the test's thread.
    ConnectionTest(ClusterAccess access, PluginRules rules, QObject *parent = nullptr);
    /// Takes all questions back, and returns when the thread has ended.
    ~ConnectionTest() override;

    /// Those that have begun, in order; after one that failed there are no more.
    const std::vector<TestStep> &steps() const { return m_steps; }
    bool isOver() const { return m_isOver; }

Q_SIGNALS:
    /// There is another step, or more is known of the last.
    void moved();

private:
    class Worker;
    struct Letter {
        TestStep step;
        bool isLast = false;
    };
    void drain();

    Handover<Letter> m_letters;
    QThread m_thread;
    Worker *m_worker = nullptr; ///< lives in the thread, which deletes it
    std::latch m_workerGone{1};
    std::vector<TestStep> m_steps;
    bool m_isOver = false;
};

} // namespace wk
