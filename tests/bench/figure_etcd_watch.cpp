// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/support/realetcd.h"

#include <QCoreApplication>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <spawn.h>
#include <thread>
#include <unistd.h>

/// What it costs to watch an etcd, beside `etcdctl watch` on the same events: `watchkeeper get --etcd /bench/ -w`, the
/// built program. Values are JSON of some 6,000 bytes, written in transactions of 64 as fast as etcd takes them.
///
/// etcd-watch: from a transaction's answer until the last of its keys is printed, the 99th percentile in ms, -median;
/// -paced, -paced-median the same with a pause of 50 ms between transactions, -gateway until curl has it of the gateway
/// by which we watch.
/// etcd-watch-cpu: of the watching program, in µs of CPU an event. etcd-watch-catchup: both are stopped while 20,000
/// events are written; from going on until the last is printed, in events a second; -cpu. etcd-watch-server: what etcd
/// itself spends on an event, with both watching, in µs.
namespace wk::bench {

namespace {

constexpr int KeysATransaction = 64; // of 128 at most
constexpr int Live = 100;            // transactions
constexpr int Behind = 312;
constexpr int Paced = 40;
constexpr std::size_t ValueBytes = 6'000;
/// "/bench/last/"
constexpr const char *InBase64 = "L2JlbmNoL2xhc3Qv";

[[noreturn]] void giveUp(const char *why)
{
    std::fprintf(stderr, "etcd-watch: %s\n", why);
    std::exit(1);
}

double cpuOf(qint64 process)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly))
        giveUp("a program has ended");
    const QByteArray stat = file.readAll();
    const auto fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype User = 11;
    return (fields.value(User).toDouble() + fields.value(User + 1).toDouble()) / double(sysconf(_SC_CLK_TCK));
}

/// A program whose output is read by a thread of its own, which notes when it says each key.
class Watcher
{
public:
    explicit Watcher(const QStringList &command, std::string mark = "/last/")
        : m_mark(std::move(mark))
    {
        int ends[2];
        if (pipe(ends) != 0)
            giveUp("there is no pipe");
        std::vector<std::string> words;
        std::vector<char *> arguments;
        for (const QString &word : command)
            words.push_back(word.toStdString());
        for (std::string &word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_addclose(&actions, ends[0]);
        if (posix_spawnp(&m_process, arguments[0], &actions, nullptr, arguments.data(), environ) != 0)
            giveUp("a program does not start");
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        m_out = ends[0];
        m_reader = std::thread([this] { read(); });
    }
    ~Watcher()
    {
        kill(m_process, SIGKILL);
        m_reader.join();
        close(m_out);
    }
    Watcher(const Watcher &) = delete;
    Watcher &operator=(const Watcher &) = delete;

    void signal(int which) const { kill(m_process, which); }
    double cpu() const { return cpuOf(m_process); }
    /// When it said the last key of a transaction; 0: not yet.
    double saidAt(int transaction)
    {
        const std::lock_guard lock(m_mutex);
        const auto said = m_said.find(transaction);
        return said == m_said.end() ? 0 : said->second;
    }

private:
    void read()
    {
        constexpr std::size_t Behind = 24; // of the number, in base64 too
        std::string held;
        std::vector<char> part(1 << 16);
        for (ssize_t count = 0; (count = ::read(m_out, part.data(), part.size())) > 0;) {
            const double now = wallSeconds();
            held.append(part.data(), std::size_t(count));
            std::size_t from = 0;
            for (std::size_t at = 0; (at = held.find(m_mark, from)) != std::string::npos;) {
                if (at + m_mark.size() + Behind > held.size())
                    break;
                from = at + m_mark.size();
                take(held.substr(from, Behind), now);
            }
            held.erase(0, std::max(from, held.size() - std::min(held.size(), m_mark.size() + Behind)));
        }
    }
    void take(std::string number, double now)
    {
        if (m_mark == InBase64)
            number = QByteArray::fromBase64(QByteArray::fromStdString(number)).toStdString();
        const std::lock_guard lock(m_mutex);
        m_said.try_emplace(std::atoi(number.c_str()), now);
    }

    const std::string m_mark; ///< what stands before a transaction's number
    pid_t m_process = 0;
    int m_out = -1;
    std::mutex m_mutex;
    std::map<int, double> m_said;
    std::thread m_reader;
};

class Run
{
public:
    Run()
    {
        if (!m_etcd.start())
            giveUp("etcd does not start");
        const std::string alphabet = "abcdefghijklmnopqrstuvwxyz 0123456789";
        std::mt19937_64 random(1);
        while (m_filling.size() < ValueBytes)
            m_filling += alphabet[random() % alphabet.size()];
    }
    test::RealEtcd &etcd() { return m_etcd; }

    /// The keys of one transaction, new ones; the last is told apart. When it was answered.
    double write(int transaction)
    {
        QJsonArray puts;
        for (int key = 0; key < KeysATransaction; ++key) {
            const std::string name = (key + 1 < KeysATransaction ? "/bench/key/" : "/bench/last/") +
                                     std::to_string(transaction) + '.' + std::to_string(key);
            const std::string value =
                R"({"kind":"Thing","spec":{"replicas":)" + std::to_string(key) + R"(},"text":")" + m_filling + "\"}";
            puts.append(
                QJsonObject{{QStringLiteral("request_put"), QJsonObject{{QStringLiteral("key"), base64(name)},
                                                                        {QStringLiteral("value"), base64(value)}}}});
        }
        const QJsonObject answer = m_etcd.post(QStringLiteral("/v3/kv/txn"), {{QStringLiteral("success"), puts}});
        if (!answer[QStringLiteral("succeeded")].toBool())
            giveUp("a transaction was refused");
        return wallSeconds();
    }

private:
    static QString base64(const std::string &bytes)
    {
        return QString::fromLatin1(QByteArray::fromStdString(bytes).toBase64());
    }

    test::RealEtcd m_etcd{{QStringLiteral("--quota-backend-bytes"), QStringLiteral("4294967296")}};
    std::string m_filling;
};

void waitFor(const std::function<bool()> &isSo)
{
    const double began = wallSeconds();
    while (!isSo()) {
        if (wallSeconds() - began > 30)
            giveUp("an event does not come");
        QThread::msleep(1);
    }
}

double percentile(std::vector<double> values, double part)
{
    std::sort(values.begin(), values.end());
    return values[std::size_t(part * double(values.size() - 1))];
}

struct Measured {
    std::vector<double> delays;
    double cpu = 0;
    double catchUp = 0;
    double catchUpCpu = 0;
};

/// Who has an event before the writer has its answer is not so many times as fast.
Figure beside(const char *name, double ours, double theirs, const char *unit, bool isMoreBetter = false)
{
    Figure figure{.name = name, .value = ours, .unit = unit, .runs = 1, .yardstick = theirs};
    if (ours > 0 && theirs > 0)
        figure.ratio = isMoreBetter ? ours / theirs : theirs / ours;
    return figure;
}

std::vector<Figure> measure()
{
    int count = 1;
    char name[] = "wk_bench";
    char *arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments);
    if (const QString why = test::RealEtcd::whyNot(); !why.isEmpty())
        giveUp(qPrintable(why));
    qputenv("ETCDCTL_API", "3");
    Run run;
    const QString url = run.etcd().url().toString();
    Watcher ours({QStringLiteral(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"), QStringLiteral("get"),
                  QStringLiteral("--etcd"), url, QStringLiteral("/bench/"), QStringLiteral("-w")});
    Watcher theirs({QStringLiteral("etcdctl"), QStringLiteral("--endpoints"), url, QStringLiteral("watch"),
                    QStringLiteral("--prefix"), QStringLiteral("/bench/")});
    const std::array both{&ours, &theirs};
    std::array<Measured, 2> measured;
    const auto saidBoth = [&](int transaction) {
        return [&both, transaction] {
            return std::all_of(both.begin(), both.end(), [&](Watcher *one) { return one->saidAt(transaction) > 0; });
        };
    };
    int next = 0;
    waitFor([&] { return run.write(next++) > 0 && saidBoth(next - 1)(); }); // both are watching

    const double server = cpuOf(run.etcd().process());
    std::array<double, 2> spent{ours.cpu(), theirs.cpu()};
    const int first = next;
    std::map<int, double> answered;
    for (; next < first + Live; ++next)
        answered[next] = run.write(next);
    waitFor(saidBoth(next - 1));
    const double serverSpent = cpuOf(run.etcd().process()) - server;
    for (std::size_t one = 0; one < both.size(); ++one) {
        measured[one].cpu = (both[one]->cpu() - spent[one]) / (Live * KeysATransaction) * 1e6;
        for (const auto &[transaction, when] : answered)
            measured[one].delays.push_back((both[one]->saidAt(transaction) - when) * 1e3);
    }

    for (const Watcher *one : both)
        one->signal(SIGSTOP);
    for (int end = next + Behind; next < end; ++next)
        run.write(next);
    for (std::size_t one = 0; one < both.size(); ++one) { // each alone
        const double before = both[one]->cpu();
        const double began = wallSeconds();
        both[one]->signal(SIGCONT);
        waitFor([&] { return both[one]->saidAt(next - 1) > 0; });
        measured[one].catchUp = Behind * KeysATransaction / (both[one]->saidAt(next - 1) - began);
        measured[one].catchUpCpu = (both[one]->cpu() - before) / (Behind * KeysATransaction) * 1e6;
    }
    const QString every = QStringLiteral(R"({"create_request":{"key":"L2JlbmNoLw==","range_end":"L2JlbmNoMA=="}})");
    Watcher gateway(
        {QStringLiteral("curl"), QStringLiteral("-sN"), QStringLiteral("-d"), every, url + QStringLiteral("/v3/watch")},
        InBase64);
    waitFor([&] { return run.write(next++) > 0 && gateway.saidAt(next - 1) > 0; });
    std::array<std::vector<double>, 3> paced;
    for (int end = next + Paced; next < end; ++next) {
        const double when = run.write(next);
        const std::array all{&ours, &theirs, &gateway};
        waitFor([&] { return saidBoth(next)() && gateway.saidAt(next) > 0; });
        for (std::size_t one = 0; one < all.size(); ++one)
            paced[one].push_back((all[one]->saidAt(next) - when) * 1e3);
        QThread::msleep(50);
    }
    const auto &[us, them] = measured;
    return {
        beside("etcd-watch-paced", percentile(paced[0], 0.99), percentile(paced[1], 0.99), "ms"),
        beside("etcd-watch-paced-median", median(paced[0]), median(paced[1]), "ms"),
        beside("etcd-watch-gateway", percentile(paced[2], 0.99), percentile(paced[1], 0.99), "ms"),
        beside("etcd-watch-gateway-median", median(paced[2]), median(paced[1]), "ms"),

        beside("etcd-watch", percentile(us.delays, 0.99), percentile(them.delays, 0.99), "ms"),
        beside("etcd-watch-median", median(us.delays), median(them.delays), "ms"),
        beside("etcd-watch-cpu", us.cpu, them.cpu, "µs"),
        beside("etcd-watch-catchup", us.catchUp, them.catchUp, "1/s", true),
        beside("etcd-watch-catchup-cpu", us.catchUpCpu, them.catchUpCpu, "µs"),
        {.name = "etcd-watch-server", .value = serverSpent / (Live * KeysATransaction) * 1e6, .unit = "µs", .runs = 1}};
}

const Registration registration("etcd-watch", measure);

} // namespace

} // namespace wk::bench
