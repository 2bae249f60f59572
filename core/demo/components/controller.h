// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/informers.h"
#include "core/demo/components/recorder.h"
#include "core/demo/components/workqueue.h"
#include "core/demo/decide/podfacts.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace wk::demo {

/// What a component is made with. All of it outlives the component.
struct Outfit {
    ApiServer &server;
    Clock &clock;          ///< hurried
    Informers &informers;  ///< of its process
    std::string manager{}; ///< what managedFields say: the process
    double hurry = 1;
    bool isCrowded = false; ///< a component then shares what others watch already
    std::uint64_t seed = 0; ///< another for each component
};

/// The loop of every controller: what an informer sees becomes a key, a key is looked at with the stores
/// alone and leads to writes, and it is not looked at again until the informers have seen those writes; so
/// nothing is done twice.
///
///     informer -> key -> queue -> plan(stores) -> writes in process -> server -> informer …
///
/// A write that is refused (409: somebody was quicker) is left; the key is looked at again with what the
/// informer brings. One thread.
class Controller
{
public:
    /// `component` speaks in Events.
    Controller(const Outfit &outfit, Speaker speaker);
    virtual ~Controller();
    Controller(const Controller &) = delete;
    Controller &operator=(const Controller &) = delete;

protected:
    /// What is to be done about one key.
    struct Plan {
        Json subject{}; ///< whom the Events are about
        Writes writes{};
        std::chrono::milliseconds again{0}; ///< look again after this; 0: when something changes
        std::vector<Note> notes{};          ///< told of the subject after all the writes
    };

    using KeysOf = std::function<std::vector<std::string>(const Object &object)>;

    /// Every change of an object of a resource, or of those that a field selector selects, leads to a look at
    /// these keys.
    SharedInformer &follow(const std::string &resource, KeysOf keysOf, const std::string &fieldSelector = {});

    bool haveSynced() const { return m_informers.haveSynced(); }

    virtual Plan plan(const std::string &key) = 0;

    /// After a write that succeeded.
    virtual void written(const Write &) {}

    void look(const std::string &key, std::chrono::milliseconds after);

    void tell(const Json &subject, const Note &note) { m_recorder.tell(subject, note); }

    const ApiWriter &writer() const { return m_writer; }

    Clock &clock() { return m_clock; }

    Random &random() { return m_random; }

    double hurry() const { return m_hurry; }

    /// The object of a key; null when there is none.
    static ObjectPtr lookUp(const SharedInformer &informer, const std::string &key);
    /// Those that it controls.
    static std::vector<ObjectPtr> ownedBy(const SharedInformer &informer, const Object &owner);
    static std::vector<PodFacts> factsOf(const std::vector<ObjectPtr> &pods);

    static KeysOf itself();
    /// The controlling owner of a kind, in the same namespace.
    static KeysOf ownerOfKind(const char *kind);

private:
    struct Unseen {
        std::string resource;
        ResourceVersion version;
    };

    struct Followed {
        std::string resource;
        SharedInformer *informer;
        int handler;
    };

    void look(const std::string &key);
    Plan safePlan(const std::string &key);
    bool carryOut(const std::string &key, const Json &subject, const Write &write);
    Result<apiserver::ObjectPtr> send(const Write &write) const;
    void expect(const std::string &key, const Write &write, const apiserver::ObjectPtr &object);
    bool hasSeenAll(const std::string &key);
    void heard(const std::vector<EntryPtr> &entries, const KeysOf &keysOf);

    const ApiWriter m_writer;
    Clock &m_clock;
    Random m_random;
    const double m_hurry;
    EventRecorder m_recorder;
    Informers &m_informers;
    WorkQueue m_queue;
    std::vector<Followed> m_followed;
    std::map<std::string, std::vector<Unseen>> m_unseen;
};

} // namespace wk::demo
