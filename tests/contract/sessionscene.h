// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/kubebackend.h"
#include "core/session/sessionworker.h"
#include "tests/contract/matrixscene.h"

namespace wk::matrix {

/// Another's clock, for whoever wants one of his own.
class LentClock : public Clock
{
public:
    explicit LentClock(Clock &clock)
        : m_clock(clock)
    {}
    Instant now() const override { return m_clock.now(); }
    WallTime wallNow() const override { return m_clock.wallNow(); }
    [[nodiscard]] Alarm after(std::chrono::milliseconds delay, std::function<void()> ring) override
    {
        return m_clock.after(delay, std::move(ring));
    }

private:
    Clock &m_clock;
};

/// A whole session on a scene's server, in the test's own thread and on its clock; the scene has no client of its own.
struct SessionScene {
    explicit SessionScene(Scene &scene)
        : scene(scene)
    {
        scene.access.signIn = Secret("t0ken");
        post.ring = [] {};
        worker.start();
    }

    /// Reads what the worker told.
    void read()
    {
        for (const SessionLetter &letter : post.letters.take()) {
            if (const auto *session = std::get_if<SessionNews>(&letter)) {
                news = *session;
                facts = session->facts ? session->facts : facts;
            } else if (const auto *told = std::get_if<NotesNews>(&letter)) {
                notes = told->notes;
            } else if (const auto *audit = std::get_if<AuditNews>(&letter)) {
                audits.push_back(audit->report);
            }
        }
        const Batch batch = post.entries.take().batch;
        entries.insert(entries.end(), batch.entries.begin(), batch.entries.end());
        told.insert(told.end(), batch.statuses.begin(), batch.statuses.end());
    }
    template <class Condition>
    bool reads(Condition condition, std::chrono::milliseconds limit = 20s)
    {
        return soon(
            [&] {
                read();
                return condition();
            },
            limit);
    }
    template <class Condition>
    bool passesUntil(Condition condition, std::chrono::seconds limit)
    {
        for (; limit > 0s && !condition(); limit -= 1s)
            pass(1s);
        return condition();
    }
    bool isConnected() const { return news.state == SessionState::Connected && facts; }
    bool serves(const char *resource) const
    {
        return facts && std::any_of(facts->resources.begin(), facts->resources.end(),
                                    [&](const ResourceInfo &info) { return info.gvr.resource == resource; });
    }
    /// Watches config maps, once the session is connected.
    void open()
    {
        WatchScope scope;
        scope.resource.gvr = {"", "v1", "configmaps"};
        scope.resource.kind = "ConfigMap";
        scope.resource.namespaced = true;
        scope.ns = "web";
        worker.open(1, scope);
    }
    /// Connected, and its watch has been open for ten seconds.
    bool watches()
    {
        if (!reads([&] { return isConnected(); }))
            return false;
        open();
        if (!reads([&] { return isLive() && scene.script.heads() > 0; }))
            return false;
        scene.put("settings");
        if (!reads([&] { return isLive(); }))
            return false;
        scene.clock.advance(10s);
        told.clear();
        return true;
    }
    const WatchStatus *status() const { return told.empty() ? nullptr : &told.back(); }
    bool isLive()
    {
        worker.tellAgain(1);
        Batch batch = post.entries.take().batch;
        told.insert(told.end(), batch.statuses.begin(), batch.statuses.end());
        // The state told again is a view's, and no news.
        std::erase_if(batch.entries, [](const EntryPtr &entry) { return entry->origin == EntryClass::Replayed; });
        entries.insert(entries.end(), batch.entries.begin(), batch.entries.end());
        return status() && status()->state == WatchState::Live && !status()->error && !status()->staleSince &&
               sumOf(entries) == scene.truth();
    }
    const WatchStatus *said(WatchState state, ErrorKind kind) const
    {
        const auto found = std::find_if(told.begin(), told.end(), [state, kind](const WatchStatus &each) {
            return each.state == state && each.error && each.error->kind == kind;
        });
        return found == told.end() ? nullptr : &*found;
    }
    int count(EntryType type) const
    {
        return int(std::count_if(entries.begin(), entries.end(),
                                 [type](const EntryPtr &entry) { return entry->type == type; }));
    }
    /// How often config maps were listed, as pages or as a watch's initial events, whatever else the session asked.
    int lists() const
    {
        const auto isList = [](const apiserver::Request &request) {
            return request.path.ends_with("/configmaps") &&
                   (!FaultScript::isWatch(request) || request.query.has("sendInitialEvents"));
        };
        return int(std::ranges::count_if(scene.script.askedLists(), isList) +
                   std::ranges::count_if(scene.script.askedWatches(), isList));
    }
    /// Time goes by, and the network keeps up with it: a probe is answered before its ten seconds are over.
    void pass(std::chrono::seconds time)
    {
        for (; time > 0s; time -= 1s) {
            scene.clock.advance(1s);
            soon([this] { return !scene.clock.hasAlarm(10s); }, 100ms);
            read();
        }
    }
    QString wrongs() const
    {
        QStringList problems = losses(scene.log, entries);
        if (sumOf(entries) != scene.truth())
            problems << QStringLiteral("the entries do not add up to what is there");
        return problems.join(u'\n');
    }

    Scene &scene;
    SessionPost post;
    SessionNews news;
    std::shared_ptr<const ServerFacts> facts;
    ServerNotes notes;
    std::vector<Result<AuditReport>> audits;
    std::vector<EntryPtr> entries;
    std::vector<WatchStatus> told;
    SessionWorker worker{[this](Clock &clock) { return kubeBackend(scene.access, {})(clock); },
                         post,
                         {},
                         {},
                         std::make_unique<LentClock>(scene.clock)};
};

} // namespace wk::matrix
