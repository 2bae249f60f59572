// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/sampledata.h"
#include "ui/models/resourcetablemodel.h"

#include <QSignalSpy>
#include <QTest>

namespace wk::sample {

inline constexpr WatchId pods = 1;
inline constexpr WatchId others = 2;

inline ObjectPtr podOf(const char *name, const char *status = "Running", const char *restarts = "0",
                       const char *ns = "web")
{
    PodRow row;
    row.ns = ns;
    row.name = name;
    row.status = status;
    row.restarts = restarts;
    return shared(pod(row));
}

inline EntryPtr changed(const char *name, const char *status, const char *restarts = "0")
{
    return modified(pods, podOf(name), podOf(name, status, restarts), {"status.phase a b"});
}

/// What the pool was asked for has come.
inline void waitFor(const ResourceTableModel &model)
{
    while (model.isOrderComing() || model.isPastComing())
        QTest::qWait(1);
}

/// Sorted, as many as there are.
inline void sortWhole(ResourceTableModel &model, int column, Qt::SortOrder order = Qt::AscendingOrder)
{
    model.sort(column, order);
    waitFor(model);
}

/// Names from top to bottom; a deleted one in brackets, a tinted one with a mark.
inline QString shown(const ResourceTableModel &model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        QString text = model.text(row, model.columnOf(QStringLiteral("@name")));
        if (model.rowAt(row).isGone)
            text = QLatin1Char('[') + text + QLatin1Char(']');
        else if (model.tint(row) > 0)
            text += model.rowAt(row).touch == RowTouch::Added ? QLatin1Char('+') : QLatin1Char('~');
        rows.append(text);
    }
    return rows.join(QLatin1Char(' '));
}

/// How often a model has spoken since the last time it was asked: "1 insert, 1 change".
class Ear
{
public:
    explicit Ear(const ResourceTableModel &model)
        : m_inserted(&model, &QAbstractItemModel::rowsInserted)
        , m_removed(&model, &QAbstractItemModel::rowsRemoved)
        , m_changed(&model, &QAbstractItemModel::dataChanged)
        , m_moved(&model, &QAbstractItemModel::layoutChanged)
        , m_reset(&model, &QAbstractItemModel::modelReset)
    {}
    QString heard()
    {
        QStringList words;
        const std::pair<QSignalSpy *, const char *> spies[] = {{&m_inserted, "insert"},
                                                               {&m_removed, "remove"},
                                                               {&m_moved, "order"},
                                                               {&m_changed, "change"},
                                                               {&m_reset, "reset"}};
        for (const auto &[spy, name] : spies) {
            if (spy->count() > 0)
                words.append(QString::number(spy->count()) + QLatin1Char(' ') + QLatin1String(name));
            spy->clear();
        }
        return words.join(QStringLiteral(", "));
    }

private:
    QSignalSpy m_inserted, m_removed, m_changed, m_moved, m_reset;
};

} // namespace wk::sample
