// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/cluster/documentfetch.h"
#include "core/source/etcd/etcdhistory.h"
#include "core/source/etcd/etcdkeys.h"
#include "core/source/etcd/kubevalue.h"
#include "core/source/kube/decoder.h"
#include "core/source/kube/framesplitter.h"
#include "core/source/listerwatcher.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// ListerWatcher over etcd's v3 API, through the JSON gateway of its members. A list is read in pages that are pinned
/// to the revision of the first; the watch goes on from the next one. What etcd brings is told as Tables (etcdtable.h),
/// so that all that reads an API server reads etcd. Versions are revisions of the whole cluster. Worker thread.
///
/// A watch tells little of its own life: every 30 s somebody asks the cluster, with the word of most members, for its
/// revision. No answer twice ends the watch. What was restored from a snapshot is told as a history that went back: its
/// revision, elections or cluster are behind what was seen or, when a watch is opened, a key that was seen at some
/// revision is not in it. Source: facts/engines.md, part B.
class EtcdListerWatcher : public ListerWatcher, private HttpObserver
{
public:
    static constexpr std::chrono::seconds LookEvery{30};
    /// After the watches of a stream were opened each brings what it has to catch up with, one behind the other: so
    /// long etcd takes for it.
    static constexpr std::chrono::milliseconds MergeTime{500};

    /// `bodies` keeps the objects' JSON; null: each is kept by itself.
    EtcdListerWatcher(Transport &transport, Clock &clock, const WatchScope &scope,
                      std::unique_ptr<BodyWriter> bodies = nullptr, EtcdSecrets secrets = EtcdSecrets::Withheld);
    ~EtcdListerWatcher() override;

    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    bool canWatch() const override { return !m_areSecrets; }
    bool sharesVersions() const override { return true; }
    void list(const ListOptions &options) override;
    void watch(const WatchOptions &options) override;
    void stop() override;

private:
    enum class Doing { Nothing, Listing, Watching };
    void head(const HttpHead &) override {}
    void body(QByteArrayView bytes) override;
    void finished(std::optional<Error> error) override;

    void sendList(const EtcdPlace &place);
    void listFinished(std::optional<Error> error);
    Result<ListPage> readPage(std::string_view text);
    std::string tokenBehind(const EtcdRangeReply &reply) const;

    void takeLines();
    /// False when the watch is over.
    bool takeLine(std::string_view text, std::string &lines);
    bool created();
    std::optional<Error> takeEvents(EtcdWatchReply &reply, std::string &lines);
    std::optional<Error> takeHeld(std::string &lines);
    void tellHeld();
    void check();
    void checkAsOf(std::int64_t revision);
    void checked(std::int64_t revision, const Result<QByteArray> &answer);
    std::int64_t newestKnown() const;
    void tell(const std::string &lines);
    void tellVersion(std::int64_t revision);
    void look();
    /// `seen`: by the time it was asked.
    void looked(EtcdHeader seen, const Result<QByteArray> &answer);
    void endWatch(std::optional<Error> error);

    Transport &m_transport;
    Clock &m_clock;
    const std::string m_prefix;
    const std::vector<EtcdKeys> m_ranges;
    const bool m_areSecrets;
    const bool m_hasSelector;
    const EtcdSecrets m_secrets;
    Decoder m_decoder;
    EtcdReplyReader m_reader;
    SourceObserver *m_observer = nullptr;

    Doing m_doing = Doing::Nothing;
    ListOptions m_listOptions;
    EtcdPlace m_place; ///< of the page under way
    std::unique_ptr<HttpCall> m_call;
    std::string m_page;
    std::optional<FrameSplitter> m_frames;
    EtcdHistory m_history;
    std::int64_t m_told = 0;          ///< the newest revision of which events are told; all, where there is one range
    std::set<std::string> m_toldOfIt; ///< of several ranges: the keys of that one's events
    std::size_t m_created = 0;        ///< of the watches of the stream
    std::vector<EtcdEvent> m_held;    ///< that are not told yet
    bool m_isInPieces = false;        ///< more of the last one's revision follows
    bool m_isMerging = false;         ///< several watches are catching up: their events are held, and sorted
    bool m_isChecking = false;        ///< whether this is the history that was seen
    Clock::Alarm m_merged;
    std::unique_ptr<DocumentFetch> m_check;
    std::unique_ptr<DocumentFetch> m_look;
    Clock::Alarm m_nextLook;
    int m_missedLooks = 0;
    std::shared_ptr<const bool> m_turn = std::make_shared<const bool>(true); ///< gone with the call under way
};

} // namespace wk
