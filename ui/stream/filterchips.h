// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filter.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;

namespace wk {

class Chip;

/// The clauses of the filter in force, a chip each; a click takes the clause away. Gui thread.
class FilterChips : public QWidget
{
    Q_OBJECT

public:
    explicit FilterChips(QWidget *parent = nullptr);

    void setFilter(const Filter &filter);

Q_SIGNALS:
    void changed(const wk::Filter &filter);

private:
    void remove(std::size_t clause);

    Filter m_filter;
    QHBoxLayout *m_row;
    std::vector<Chip *> m_chips;
};

} // namespace wk
