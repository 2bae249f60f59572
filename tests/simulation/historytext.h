// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/history.h"

#include <QString>
#include <QStringList>

namespace wk::sim {

/// A history of one kind, written by hand: words in the order in which things happened. A state is KEY[#UID]@REVISION
/// [=CONTENT], and states in a row are divided by commas.
///
///     had:a@1              in the selection before the log begins
///     log+a@2 log~a@3 log-a@4 log!+a@5     what the server did; with ! by a restored snapshot
///     ask:watch@5,post,…   a request; see readRequest()
///     list@1:a@1,b@1       a whole list;  relist@9:2,1,0,1  another, with its counts listed, added, modified, deleted
///     +a@2 ~a@3<a@2 -a@4   seen live, with the state before;  r+a@2 resumed;  i+a@2 inferred;  o+a@2 out of scope
///     mark@5 gap@3-9       a bookmark; a gap
///     cause hurry gone due      what else bears on it
///     see@5:a@2  see?@0:   what a reader saw; with ? not synced yet
///     end@9 model:a@3 store:a@3 alarm calls=1 late=1 fault:N7 fault:N8!
///     alarms=1 exchanges=1 objects=1 threads=1 qobjects=1 memory=90,95,99   what is left, and MiB after each run
///     tape:                there is a recording
///     tape:+a@2=7,mark@5,error     and what it says;  tape2:+a@2,~a@3 what can be read of its first two lines
class HistoryText
{
public:
    static History read(const QString &text)
    {
        HistoryText reader;
        for (const QString &word : text.split(u' ', Qt::SkipEmptyParts))
            reader.take(word);
        reader.m_history.kinds = {reader.m_kind};
        return reader.m_history;
    }

private:
    static KindHistory pods()
    {
        KindHistory kind;
        kind.name = "pods";
        kind.end = 1'000'000;
        return kind;
    }
    static State readState(const QString &text)
    {
        State state;
        const QString key = text.section(u'@', 0, 0);
        state.key = key.at(0).unicode();
        state.uid = state.key * 100 + (key.contains(u'#') ? key.section(u'#', 1).toULongLong() : 1);
        const QString rest = text.section(u'@', 1);
        state.revision = rest.section(u'=', 0, 0).toULongLong();
        state.content = rest.section(u'=', 1).toULongLong();
        return state;
    }
    static std::vector<State> readStates(const QString &text)
    {
        std::vector<State> states;
        for (const QString &word : text.split(u',', Qt::SkipEmptyParts))
            states.push_back(readState(word));
        return states;
    }
    static std::vector<RecordedEvent> readTape(const QString &text)
    {
        std::vector<RecordedEvent> events;
        for (const QString &word : text.split(u',', Qt::SkipEmptyParts)) {
            if (word == QLatin1String("error"))
                events.push_back({});
            else if (word.startsWith(QLatin1String("mark@")))
                events.push_back({EntryType::Bookmark, {0, 0, word.mid(5).toULongLong(), 0}});
            else
                events.push_back({typeOf(word.at(0)), readState(word.mid(1))});
        }
        return events;
    }
    static EntryType typeOf(QChar sign)
    {
        return sign == u'+' ? EntryType::Added : sign == u'~' ? EntryType::Modified : EntryType::Deleted;
    }

    /// list, page, watch@FROM, stream, other; then post, elsewhere, version, token, nobookmarks, timeout=S, t=MS, fail,
    /// unknown (a failure, too: 401), hung=MS (until it failed), wait=MS, mark=REVISION (the last bookmark sent).
    void readRequest(const QString &text)
    {
        const QStringList words = text.split(u',');
        Request request;
        const QString verb = words[0].section(u'@', 0, 0);
        request.verb = verb == QLatin1String("list")     ? Verb::List
                       : verb == QLatin1String("page")   ? Verb::Page
                       : verb == QLatin1String("watch")  ? Verb::Watch
                       : verb == QLatin1String("stream") ? Verb::Stream
                                                         : Verb::Other;
        request.from = words[0].section(u'@', 1).toULongLong();
        request.order = m_order;
        request.hasToken = request.verb == Verb::Page;
        request.hasVersion = request.verb == Verb::Watch;
        for (const QString &word : words.mid(1)) {
            const qint64 number = word.section(u'=', 1).toLongLong();
            const QString name = word.section(u'=', 0, 0);
            request.isGet = request.isGet && name != QLatin1String("post");
            request.isAllowed = request.isAllowed && name != QLatin1String("elsewhere");
            request.hasVersion = request.hasVersion || name == QLatin1String("version");
            request.wantsBookmarks = request.wantsBookmarks && name != QLatin1String("nobookmarks");
            request.isUnknownUser = request.isUnknownUser || name == QLatin1String("unknown");
            request.hasFailed = request.hasFailed || request.isUnknownUser || name == QLatin1String("fail");
            if (name == QLatin1String("timeout"))
                request.timeoutSeconds = int(number);
            if (name == QLatin1String("t"))
                request.at = request.answeredAt = number;
            if (name == QLatin1String("hung"))
                request.answeredAt = request.at + number;
            if (name == QLatin1String("mark"))
                request.bookmarked = Revision(number);
            if (name == QLatin1String("wait"))
                request.retryAfter = number;
        }
        if (request.verb == Verb::Watch || request.verb == Verb::Stream)
            request.stream = ++m_stream;
        m_kind.requests.push_back(request);
    }

    void readDelivery(QString word)
    {
        Delivery delivery;
        delivery.order = m_order;
        delivery.stream = m_stream;
        if (word.startsWith(u'r'))
            delivery.origin = EntryClass::Resumed;
        if (word.startsWith(u'i'))
            delivery.origin = EntryClass::Inferred;
        delivery.isInScope = !word.startsWith(u'o');
        if (word.at(0).isLetter())
            word.remove(0, 1);
        delivery.type = typeOf(word.at(0));
        delivery.state = readState(word.mid(1).section(u'<', 0, 0));
        if (word.contains(u'<'))
            delivery.previous = readState(word.section(u'<', 1));
        m_kind.delivered.push_back(delivery);
    }

    void readTold(EntryType type, const QString &rest)
    {
        Delivery delivery;
        delivery.type = type;
        delivery.order = m_order;
        delivery.stream = m_stream;
        if (type == EntryType::Gap) {
            delivery.gapFrom = rest.section(u'-', 0, 0).toULongLong();
            delivery.gapTo = rest.section(u'-', 1).toULongLong();
        }
        delivery.state.revision = rest.section(u':', 0, 0).toULongLong();
        if (type == EntryType::List)
            delivery.objects = readStates(rest.section(u':', 1));
        if (type == EntryType::Relist) {
            const QStringList counts = rest.section(u':', 1).split(u',');
            delivery.found = {counts.value(0).toUInt(), counts.value(1).toUInt(), counts.value(2).toUInt(),
                              counts.value(3).toUInt()};
        }
        m_kind.delivered.push_back(delivery);
    }

    void readMemory(const QString &numbers)
    {
        for (const QString &word : numbers.split(u','))
            m_history.resident.push_back(word.toULongLong());
    }

    void readSight(const QString &rest)
    {
        Sight sight;
        sight.order = m_order;
        sight.isSynced = !rest.startsWith(u'?');
        sight.isGone = rest.startsWith(u'!');
        sight.version = rest.section(u'@', 1).section(u':', 0, 0).toULongLong();
        sight.hash = hashOf(readStates(rest.section(u':', 1)));
        m_kind.sights.push_back(sight);
    }

    void take(const QString &word)
    {
        ++m_order;
        const auto begins = [&](const char *with) { return word.startsWith(QLatin1String(with)); };
        const QString rest = word.section(u':', 1);
        const QString number = word.section(u'=', 1);
        if (begins("had:"))
            m_kind.before = readStates(rest);
        else if (begins("log!"))
            m_kind.log.push_back({typeOf(word.at(4)), readState(word.mid(5)), true, readState(word.mid(5)).revision});
        else if (begins("log"))
            m_kind.log.push_back({typeOf(word.at(3)), readState(word.mid(4))});
        else if (begins("ask:"))
            readRequest(rest);
        else if (begins("list@"))
            readTold(EntryType::List, word.mid(5));
        else if (begins("relist@"))
            readTold(EntryType::Relist, word.mid(7));
        else if (begins("mark@"))
            readTold(EntryType::Bookmark, word.mid(5));
        else if (begins("gap@"))
            readTold(EntryType::Gap, word.mid(4));
        else if (begins("cause"))
            m_kind.marks.push_back({Mark::Kind::Cause, m_order, 0});
        else if (begins("hurry"))
            m_kind.marks.push_back({Mark::Kind::Hurry, m_order, 0});
        else if (begins("due"))
            m_kind.marks.push_back({Mark::Kind::GapDue, m_order, 0});
        else if (begins("gone"))
            m_kind.marks.push_back({Mark::Kind::Gone, m_order, 0});
        else if (begins("see"))
            readSight(word.mid(3));
        else if (begins("end@"))
            m_kind.end = word.mid(4).toULongLong();
        else if (begins("model:"))
            m_kind.model = readStates(rest);
        else if (begins("store:"))
            m_kind.store = readStates(rest);
        else if (begins("fault:"))
            m_history.faults.push_back({rest.toStdString(), !rest.endsWith(u'!')});
        else if (begins("calls="))
            m_kind.callsLeft = number.toInt();
        else if (begins("alarms="))
            m_history.left.alarms = number.toInt();
        else if (begins("exchanges="))
            m_history.left.exchanges = number.toInt();
        else if (begins("objects="))
            m_history.left.objects = number.toInt();
        else if (begins("threads="))
            m_history.left.threads = number.toInt();
        else if (begins("qobjects="))
            m_history.left.qObjects = number.toInt();
        else if (begins("memory="))
            readMemory(number);
        else if (begins("late="))
            m_kind.deliveredAfterStop = number.toInt();
        else if (begins("alarm"))
            m_kind.falseAlarms = 1;
        else if (begins("tape:")) {
            m_kind.hasRecording = true;
            m_kind.recorded = readTape(rest);
        } else if (begins("tape"))
            m_kind.cuts.push_back({word.mid(4).section(u':', 0, 0).toULongLong(), readTape(rest)});
        else
            readDelivery(word);
    }

    History m_history;
    KindHistory m_kind = pods();
    std::uint64_t m_order = 0;
    std::uint32_t m_stream = 0;
};

} // namespace wk::sim
