// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/plan.h"
#include "tests/simulation/world.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace wk::sim {

namespace {

/// JSON's numbers hold 53 bits, a seed has 64.
QString hex(std::uint64_t number)
{
    return QStringLiteral("0x") + QString::number(number, 16);
}

std::uint64_t fromHex(const QJsonValue &value)
{
    return value.toString().toULongLong(nullptr, 16);
}

} // namespace

QByteArray toJson(const Plan &plan)
{
    QJsonArray kinds;
    for (const KindPlan &kind : plan.kinds) {
        kinds.append(QJsonObject{{QStringLiteral("type"), kind.type},
                                 {QStringLiteral("selection"), int(kind.selection)},
                                 {QStringLiteral("objects"), kind.objects},
                                 {QStringLiteral("pageSize"), kind.pageSize},
                                 {QStringLiteral("streams"), kind.streams}});
    }
    QJsonArray faults;
    for (const FaultPlan &fault : plan.faults) {
        faults.append(QJsonObject{{QStringLiteral("id"), QString::fromStdString(fault.id)},
                                  {QStringLiteral("kind"), fault.kind},
                                  {QStringLiteral("seed"), hex(fault.seed)},
                                  {QStringLiteral("opsBefore"), fault.opsBefore},
                                  {QStringLiteral("opsAfter"), fault.opsAfter},
                                  {QStringLiteral("pause"), qint64(fault.pause)},
                                  {QStringLiteral("inRecovery"), fault.inRecovery},
                                  {QStringLiteral("compacts"), fault.compacts}});
    }
    const QJsonObject root{{QStringLiteral("seed"), hex(plan.seed)},
                           {QStringLiteral("style"), int(plan.style)},
                           {QStringLiteral("bookmarkSeconds"), plan.bookmarkSeconds},
                           {QStringLiteral("kinds"), kinds},
                           {QStringLiteral("faults"), faults}};
    return QJsonDocument(root).toJson();
}

Result<Plan> planFromJson(const QByteArray &json)
{
    const QJsonObject root = QJsonDocument::fromJson(json).object();
    Plan plan;
    plan.seed = fromHex(root[QStringLiteral("seed")]);
    plan.style = VersionStyle::Kind(root[QStringLiteral("style")].toInt() & 3);
    plan.bookmarkSeconds = root[QStringLiteral("bookmarkSeconds")].toInt(60);
    for (const QJsonValue &value : root[QStringLiteral("kinds")].toArray()) {
        const QJsonObject kind = value.toObject();
        plan.kinds.push_back({kind[QStringLiteral("type")].toInt(),
                              Selection(kind[QStringLiteral("selection")].toInt() & 3),
                              kind[QStringLiteral("objects")].toInt(), kind[QStringLiteral("pageSize")].toInt(500),
                              kind[QStringLiteral("streams")].toBool()});
        if (plan.kinds.back().type < 0 || plan.kinds.back().type >= World::typeCount())
            return Error{ErrorKind::ConfigBroken, "the plan names a kind that is not there"};
    }
    for (const QJsonValue &value : root[QStringLiteral("faults")].toArray()) {
        const QJsonObject fault = value.toObject();
        FaultPlan one;
        one.id = fault[QStringLiteral("id")].toString().toStdString();
        one.kind = fault[QStringLiteral("kind")].toInt();
        one.seed = fromHex(fault[QStringLiteral("seed")]);
        one.opsBefore = fault[QStringLiteral("opsBefore")].toInt();
        one.opsAfter = fault[QStringLiteral("opsAfter")].toInt();
        one.pause = fault[QStringLiteral("pause")].toInteger();
        one.inRecovery = fault[QStringLiteral("inRecovery")].toBool();
        one.compacts = fault[QStringLiteral("compacts")].toBool();
        if (!faultClass(one.id) || one.kind < 0 || one.kind >= int(plan.kinds.size()))
            return Error{ErrorKind::ConfigBroken, "the plan names a fault that is not there: " + one.id};
        plan.faults.push_back(one);
    }
    if (plan.kinds.empty())
        return Error{ErrorKind::ConfigBroken, "this is no plan"};
    return plan;
}

} // namespace wk::sim
