// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/listerwatcher.h"

#include <QStringList>

namespace wk {

/// A ListerWatcher that the test plays by hand: it writes down what it is asked for and says what it is told to say.
/// It outlives nothing: the informer owns it, the test keeps a pointer.
class FakeSource : public ListerWatcher
{
public:
    explicit FakeSource(QStringList *calls = nullptr)
        : m_calls(calls)
    {}

    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    bool canWatch() const override { return offersWatch; }
    bool sharesVersions() const override { return hasSharedVersions; }
    void list(const ListOptions &options) override
    {
        lastList = options;
        if (!options.name.empty())
            return note(QStringLiteral("get@") + QString::fromStdString(options.name));
        note(QStringLiteral("list@%1%2")
                 .arg(QString::fromStdString(options.continueToken),
                      options.limit == 0 ? QStringLiteral("(whole)") : QString()));
    }
    void watch(const WatchOptions &options) override
    {
        lastWatch = options;
        note(QStringLiteral("watch@") + QString::fromStdString(options.from.text()));
    }
    void stop() override { note(QStringLiteral("stop")); }

    SourceObserver *operator->() const { return m_observer; }
    ListOptions lastList;
    WatchOptions lastWatch;
    bool offersWatch = true;
    bool hasSharedVersions = false;

private:
    void note(const QString &call)
    {
        if (m_calls)
            m_calls->append(call);
    }

    QStringList *m_calls;
    SourceObserver *m_observer = nullptr;
};

/// An object in a few words.
inline ObjectPtr makeObject(const char *ns, const char *name, const char *uid, const char *version)
{
    auto object = makeCounted<Object>();
    object->ns = ns;
    object->name = name;
    object->uid = uid;
    object->version = ResourceVersion(version);
    return object;
}

inline WatchEvent makeEvent(EventType type, ObjectPtr object)
{
    WatchEvent event;
    event.type = type;
    event.version = object->version;
    event.object = std::move(object);
    return event;
}

inline WatchEvent makeBookmark(const char *version)
{
    WatchEvent event;
    event.type = EventType::Bookmark;
    event.version = ResourceVersion(version);
    return event;
}

inline Error makeError(ErrorKind kind, std::chrono::milliseconds retryAfter = {})
{
    Error error;
    error.kind = kind;
    error.text = kindName(kind);
    error.retryAfter = retryAfter;
    return error;
}

} // namespace wk
