// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/view.h"

#include <utility>
#include <vector>

namespace wk {

/// Counts what a window tells and asks it.
class CountingView : public View
{
public:
    explicit CountingView(QString title)
        : m_title(std::move(title))
    {
        setFocusPolicy(Qt::StrongFocus);
    }
    QString title() const override { return m_title; }
    void applyBatch(const Batch &batch) override
    {
        ++batches;
        statuses.insert(statuses.end(), batch.statuses.begin(), batch.statuses.end());
        Q_EMIT resultChanged();
    }
    QString resultText() const override { return QStringLiteral("%1 batches").arg(batches); }
    bool find() override { return ++finds > 0; }
    int selectedCount() const override { return selected; }
    QAction *exportAction() override { return writes; }

    QAction *writes = nullptr;
    int batches = 0;
    int finds = 0;
    std::vector<WatchStatus> statuses;
    int selected = 0;

private:
    QString m_title;
};

} // namespace wk
