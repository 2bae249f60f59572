// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QStringList>

namespace wk::test {

/// tests/fixtures/created: forms of kubectl, and what a real API server made of each; see ORIGIN.md there.
inline QString createdFolder()
{
    return QStringLiteral(WATCHKEEPER_SOURCE_DIR "/tests/fixtures/created");
}

/// A line of forms.txt.
struct CreatedForm {
    QString name;
    QString words; ///< for a shell, behind "kubectl"
};

inline QStringList createdLines(const QString &file)
{
    QFile lines(createdFolder() + u'/' + file);
    QStringList told;
    if (lines.open(QIODevice::ReadOnly)) {
        for (const QString &line : QString::fromUtf8(lines.readAll()).split(u'\n', Qt::SkipEmptyParts)) {
            if (!line.startsWith(u'#'))
                told << line;
        }
    }
    return told;
}

inline QList<CreatedForm> createdForms()
{
    QList<CreatedForm> forms;
    for (const QString &line : createdLines(QStringLiteral("forms.txt")))
        forms.append({line.section(QStringLiteral(": "), 0, 0), line.section(QStringLiteral(": "), 1)});
    return forms;
}

/// What record.sh wrote of a form.
inline QJsonObject createdRecord(const QString &name, const QString &folder = createdFolder())
{
    QFile file(folder + u'/' + name + QStringLiteral(".json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

inline void addFields(const QJsonValue &value, const QString &path, QMap<QString, QString> &fields)
{
    const QJsonArray list = value.toArray();
    const QJsonObject object = value.toObject();
    for (qsizetype i = 0; i < list.size(); ++i)
        addFields(list[i], path + u'/' + QString::number(i), fields);
    for (auto member = object.begin(); member != object.end(); ++member)
        addFields(member.value(), path + u'/' + member.key(), fields);
    if (list.isEmpty() && object.isEmpty()) {
        const QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
        fields[path] = QString::fromUtf8(text.mid(1, text.size() - 2));
    }
}

/// By path; of what a server stamps only that it is there.
inline QMap<QString, QString> createdFields(const QJsonObject &object)
{
    static const QRegularExpression stamped(QStringLiteral("^/metadata/(uid|resourceVersion|creationTimestamp)$|"
                                                           "^/metadata/managedFields/\\d+/time$|"
                                                           "^/spec/(clusterIPs?\\b|ports/\\d+/nodePort$)"));
    static const QRegularExpression token(QStringLiteral("^\"default-token-"));
    const QByteArray uid = object[QStringLiteral("metadata")][QStringLiteral("uid")].toString().toUtf8();
    QByteArray text = QJsonDocument(object).toJson();
    if (!uid.isEmpty())
        text.replace(uid, "<uid>");
    QMap<QString, QString> fields;
    addFields(QJsonDocument::fromJson(text).object(), {}, fields);
    for (auto field = fields.begin(); field != fields.end(); ++field) {
        if (stamped.match(field.key()).hasMatch() || token.match(field.value()).hasMatch())
            field.value() = QStringLiteral("<stamped>");
    }
    return fields;
}

/// Each field that is not the same, a line "PATH: THEIRS -> OURS", "-" being none.
inline QStringList createdDifferences(const QJsonObject &theirs, const QJsonObject &ours)
{
    const QMap<QString, QString> expected = createdFields(theirs);
    const QMap<QString, QString> found = createdFields(ours);
    QMap<QString, QString> all = found;
    all.insert(expected);
    QStringList lines;
    for (const QString &path : all.keys()) {
        const QString before = expected.value(path, QStringLiteral("-"));
        const QString after = found.value(path, QStringLiteral("-"));
        if (before != after)
            lines << path + QStringLiteral(": ") + before + QStringLiteral(" -> ") + after;
    }
    return lines;
}

/// The differences that are meant, which differences.txt tells with why; sorted.
inline QStringList meantDifferences(const QString &name)
{
    QStringList lines;
    for (const QString &line : createdLines(QStringLiteral("differences.txt"))) {
        if (line.section(u' ', 0, 0).split(u',').contains(name))
            lines << line.section(u' ', 1);
    }
    lines.sort();
    return lines;
}

} // namespace wk::test
