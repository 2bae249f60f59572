// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QHash>
#include <QString>
#include <QVariant>

#include <string_view>
#include <vector>

namespace wk::bench {

/// What a program that knows only Qt would keep of an event: the same fields as core/resource/object.h.
struct QtRow {
    struct Manager {
        QString manager;
        QString operation;
        QString subresource;
        QDateTime time;
        size_t fieldsHash = 0;
        int fieldsCount = 0;
    };
    struct Owner {
        QString apiVersion;
        QString kind;
        QString name;
        QString uid;
        bool controller = false;
    };

    QString type;
    QString ns;
    QString name;
    QString uid;
    QString version;
    QDateTime created;
    QDateTime deleting;
    std::vector<std::pair<QString, QString>> labels;
    std::vector<Owner> owners;
    std::vector<Manager> managers;
    QString node;
    QString phase;
    QString ready;
    std::vector<QVariant> cells;
};

/// A watch line, plain or Table, through QJsonDocument.
QtRow qtRow(std::string_view line);

} // namespace wk::bench
