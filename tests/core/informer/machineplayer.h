// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/watchmachine.h"

#include <QString>
#include <QStringList>

#include <map>

namespace wk {

/// "429:7" -> TooManyRequests with a Retry-After of 7 s.
inline Error errorFrom(const QString &word)
{
    static const std::map<QString, ErrorKind> kinds{
        {QStringLiteral("expired"), ErrorKind::Expired},     {QStringLiteral("toolarge"), ErrorKind::VersionTooLarge},
        {QStringLiteral("401"), ErrorKind::Unauthorized},    {QStringLiteral("403"), ErrorKind::Forbidden},
        {QStringLiteral("404"), ErrorKind::NotFound},        {QStringLiteral("405"), ErrorKind::MethodNotAllowed},
        {QStringLiteral("429"), ErrorKind::TooManyRequests}, {QStringLiteral("500"), ErrorKind::ServerError},
        {QStringLiteral("refused"), ErrorKind::Refused},     {QStringLiteral("cut"), ErrorKind::ConnectionLost},
        {QStringLiteral("broken"), ErrorKind::BrokenFrame},  {QStringLiteral("redirect"), ErrorKind::Redirected}};
    const QStringList parts = word.split(u':');
    Error error;
    error.kind = kinds.at(parts[0]);
    error.text = parts[0].toStdString();
    if (parts.size() > 1)
        error.retryAfter = std::chrono::seconds(parts[1].toInt());
    return error;
}

/// Plays a script of inputs and writes down the machine's effects, so that a row is a story and its trace.
/// Inputs: start, start:polled (no watch is offered), start:held/RV (a state of then is held), page:TOKEN/RV,
/// list!ERROR, open, see:RV, mark:RV, again:RV (known already), error!ERROR (an event), end, end!ERROR, elapsed, retry,
/// distrust (all of now and before), distrust:SECONDS (ago), disproved, stop, +SECONDS (time passes).
class Player
{
public:
    QString play(const QString &script)
    {
        for (const QString &word : script.split(u' ', Qt::SkipEmptyParts)) {
            if (word.startsWith(u'+')) {
                m_now += std::chrono::seconds(word.mid(1).toInt());
                continue;
            }
            for (const auto &effect : m_machine.step(input(word), m_now))
                m_trace.append(std::visit([](const auto &what) { return Player::print(what); }, effect));
        }
        return m_trace.join(u' ');
    }
    const WatchMachine &machine() const { return m_machine; }

private:
    WatchMachine::Input input(const QString &word) const
    {
        const QString argument = word.section(u':', 1);
        const ResourceVersion version(argument.toStdString());
        if (word == QStringLiteral("start"))
            return WatchMachine::Start{};
        if (word == QStringLiteral("start:polled"))
            return WatchMachine::Start{{}, false};
        if (word.startsWith(QStringLiteral("start:held/")))
            return WatchMachine::Start{{}, true, ResourceVersion(word.section(u'/', 1).toStdString())};
        if (word.startsWith(QStringLiteral("page:")))
            return WatchMachine::Page{ResourceVersion(argument.section(u'/', 1).toStdString()),
                                      argument.section(u'/', 0, 0).toStdString(), 1};
        if (word.startsWith(QStringLiteral("list!")))
            return WatchMachine::ListFailed{errorFrom(word.mid(5))};
        if (word == QStringLiteral("open"))
            return WatchMachine::Opened{};
        if (word.startsWith(QStringLiteral("see:")))
            return WatchMachine::Event{false, version, false};
        if (word.startsWith(QStringLiteral("again:")))
            return WatchMachine::Event{false, version, true};
        if (word.startsWith(QStringLiteral("mark:")))
            return WatchMachine::Event{true, version, false};
        if (word == QStringLiteral("end"))
            return WatchMachine::Ended{};
        if (word.startsWith(QStringLiteral("end!")))
            return WatchMachine::Ended{errorFrom(word.mid(4))};
        if (word.startsWith(QStringLiteral("error!")))
            return WatchMachine::Erred{errorFrom(word.mid(6))};
        if (word == QStringLiteral("elapsed"))
            return WatchMachine::Elapsed{};
        if (word == QStringLiteral("retry"))
            return WatchMachine::RetryNow{};
        if (word.startsWith(QStringLiteral("distrust")))
            return WatchMachine::Distrust{m_now - std::chrono::seconds(argument.toInt())};
        if (word.startsWith(QStringLiteral("overtaken")))
            return WatchMachine::Overtaken{m_now - std::chrono::seconds(argument.toInt())};
        if (word == QStringLiteral("disproved"))
            return WatchMachine::Disproved{"drift"};
        if (word == QStringLiteral("stop"))
            return WatchMachine::Stop{};
        qFatal("unknown word in the script: %s", qPrintable(word));
    }

    static QString print(const WatchMachine::List &list)
    {
        return QStringLiteral("list@") + QString::fromStdString(list.continueToken) +
               (list.limit == 0 ? QStringLiteral("(whole)") : QString());
    }
    static QString print(const WatchMachine::Watch &watch)
    {
        return QStringLiteral("watch@") + QString::fromStdString(watch.from.text());
    }
    static QString print(const WatchMachine::Wait &wait) { return QStringLiteral("wait:%1").arg(wait.delay.count()); }
    static QString print(const WatchMachine::Abort &) { return QStringLiteral("abort"); }
    static QString print(const WatchMachine::TakePage &) { return QStringLiteral("take"); }
    static QString print(const WatchMachine::DropPages &) { return QStringLiteral("drop"); }
    static QString print(const WatchMachine::Replace &) { return QStringLiteral("replace"); }
    static QString print(const WatchMachine::Apply &) { return QStringLiteral("apply"); }
    static QString print(const WatchMachine::Reconnected &) { return QStringLiteral("reconnected"); }
    static QString print(const WatchMachine::Lost &) { return QStringLiteral("gap"); }
    static QString print(const WatchMachine::Vanished &) { return QStringLiteral("vanished"); }

    WatchMachine m_machine;
    Instant m_now{std::chrono::hours(1)};
    QStringList m_trace;
};

} // namespace wk
