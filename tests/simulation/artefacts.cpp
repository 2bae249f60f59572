// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/artefacts.h"

#include "tests/simulation/validators/finding.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace wk::sim {

namespace {

QByteArray line(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

QString qualified(const KindHistory &kind, const State &state)
{
    return QString::fromStdString(nameOf(kind, state));
}

QByteArray modelLines(const KindHistory &kind)
{
    QByteArray lines;
    for (const LogEntry &entry : kind.log) {
        lines += line({{QStringLiteral("revision"), qint64(entry.at())},
                       {QStringLiteral("type"), QLatin1String(typeName(entry.type))},
                       {QStringLiteral("object"), qualified(kind, entry.state)},
                       {QStringLiteral("restored"), entry.isReset}});
    }
    return lines;
}

QByteArray requestLines(const KindHistory &kind)
{
    constexpr const char *Verbs[]{"list", "page", "watch", "stream", "other"};
    QByteArray lines;
    for (const Request &request : kind.requests) {
        lines += line({{QStringLiteral("order"), qint64(request.order)},
                       {QStringLiteral("ms"), qint64(request.at)},
                       {QStringLiteral("verb"), QLatin1String(Verbs[int(request.verb)])},
                       {QStringLiteral("from"), qint64(request.from)},
                       {QStringLiteral("stream"), qint64(request.stream)},
                       {QStringLiteral("failed"), request.hasFailed},
                       {QStringLiteral("retry_after_ms"), qint64(request.retryAfter)}});
    }
    for (const Mark &mark : kind.marks) {
        constexpr const char *Kinds[]{"cause", "hurry", "gone", "gap due"};
        lines += line({{QStringLiteral("order"), qint64(mark.order)},
                       {QStringLiteral("ms"), qint64(mark.at)},
                       {QStringLiteral("mark"), QLatin1String(Kinds[int(mark.kind)])}});
    }
    return lines;
}

QByteArray deliveredLines(const KindHistory &kind)
{
    QByteArray lines;
    for (const Delivery &delivery : kind.delivered) {
        QJsonObject object{{QStringLiteral("order"), qint64(delivery.order)},
                           {QStringLiteral("stream"), qint64(delivery.stream)},
                           {QStringLiteral("type"), QLatin1String(typeName(delivery.type))},
                           {QStringLiteral("class"), QLatin1String(className(delivery.origin))},
                           {QStringLiteral("revision"), qint64(delivery.state.revision)}};
        if (isSeen(delivery) || isInferred(delivery))
            object[QStringLiteral("object")] = qualified(kind, delivery.state);
        if (delivery.type == EntryType::Gap) {
            object[QStringLiteral("from")] = qint64(delivery.gapFrom);
            object[QStringLiteral("reason")] = QString::fromStdString(delivery.reason);
        }
        lines += line(object);
    }
    return lines;
}

bool write(const QDir &folder, const QString &name, const QByteArray &bytes)
{
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

} // namespace

std::string words(const Violations &violations)
{
    std::string text;
    for (const Violation &violation : violations)
        text += violation.validator + " " + violation.kind + ": " + violation.text + "\n";
    return text;
}

Result<> save(const QString &folder, const Plan &plan, const RunResult &result)
{
    const QDir dir(folder);
    bool isWritten = dir.mkpath(QStringLiteral(".")) && write(dir, QStringLiteral("plan.json"), toJson(plan)) &&
                     write(dir, QStringLiteral("violations.txt"), QByteArray::fromStdString(words(result.violations)));
    for (const KindHistory &kind : result.history.kinds) {
        const QString name = QString::fromStdString(kind.name);
        isWritten = isWritten && write(dir, name + QStringLiteral(".model.jsonl"), modelLines(kind)) &&
                    write(dir, name + QStringLiteral(".requests.jsonl"), requestLines(kind)) &&
                    write(dir, name + QStringLiteral(".delivered.jsonl"), deliveredLines(kind));
    }
    if (!isWritten)
        return Error{ErrorKind::FileWriteFailed, "cannot write to " + folder.toStdString()};
    return success();
}

} // namespace wk::sim
