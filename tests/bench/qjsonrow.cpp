// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/qjsonrow.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace wk::bench {

namespace {

QString text(const QJsonObject &object, QLatin1String key)
{
    return object.value(key).toString();
}

QDateTime time(const QJsonObject &object, QLatin1String key)
{
    const QString value = text(object, key);
    return value.isEmpty() ? QDateTime() : QDateTime::fromString(value, Qt::ISODate);
}

int namesIn(const QJsonObject &fields)
{
    int count = 0;
    for (const QJsonValue child : fields)
        count += 1 + namesIn(child.toObject());
    return count;
}

QtRow::Manager managerOf(const QJsonObject &entry)
{
    const QJsonObject fields = entry.value(QLatin1String("fieldsV1")).toObject();
    return {text(entry, QLatin1String("manager")),
            text(entry, QLatin1String("operation")),
            text(entry, QLatin1String("subresource")),
            time(entry, QLatin1String("time")),
            qHash(fields),
            namesIn(fields)};
}

void readMetadata(QtRow &row, const QJsonObject &metadata)
{
    row.ns = text(metadata, QLatin1String("namespace"));
    row.name = text(metadata, QLatin1String("name"));
    row.uid = text(metadata, QLatin1String("uid"));
    row.version = text(metadata, QLatin1String("resourceVersion"));
    row.created = time(metadata, QLatin1String("creationTimestamp"));
    row.deleting = time(metadata, QLatin1String("deletionTimestamp"));
    const QJsonObject labels = metadata.value(QLatin1String("labels")).toObject();
    for (auto label = labels.begin(); label != labels.end(); ++label)
        row.labels.emplace_back(label.key(), label.value().toString());
    for (const QJsonValue value : metadata.value(QLatin1String("ownerReferences")).toArray()) {
        const QJsonObject owner = value.toObject();
        row.owners.push_back({text(owner, QLatin1String("apiVersion")), text(owner, QLatin1String("kind")),
                              text(owner, QLatin1String("name")), text(owner, QLatin1String("uid")),
                              owner.value(QLatin1String("controller")).toBool()});
    }
    for (const QJsonValue entry : metadata.value(QLatin1String("managedFields")).toArray())
        row.managers.push_back(managerOf(entry.toObject()));
}

} // namespace

QtRow qtRow(std::string_view line)
{
    const QJsonObject event =
        QJsonDocument::fromJson(QByteArray::fromRawData(line.data(), qsizetype(line.size()))).object();
    QtRow row;
    row.type = text(event, QLatin1String("type"));
    QJsonObject object = event.value(QLatin1String("object")).toObject();
    if (text(object, QLatin1String("kind")) == QLatin1String("Table")) {
        const QJsonObject first = object.value(QLatin1String("rows")).toArray().first().toObject();
        for (const QJsonValue cell : first.value(QLatin1String("cells")).toArray())
            row.cells.push_back(cell.toVariant());
        object = first.value(QLatin1String("object")).toObject();
    }
    readMetadata(row, object.value(QLatin1String("metadata")).toObject());
    row.node = text(object.value(QLatin1String("spec")).toObject(), QLatin1String("nodeName"));
    const QJsonObject status = object.value(QLatin1String("status")).toObject();
    row.phase = text(status, QLatin1String("phase"));
    for (const QJsonValue value : status.value(QLatin1String("conditions")).toArray()) {
        const QJsonObject condition = value.toObject();
        if (text(condition, QLatin1String("type")) == QLatin1String("Ready"))
            row.ready = text(condition, QLatin1String("status"));
    }
    return row;
}

} // namespace wk::bench
