// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/factsmodel.h"

#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <algorithm>

namespace wk {

QString factText(std::string_view message)
{
    QStringList lines;
    for (message = message.substr(0, limits::LineChars); !message.empty();) {
        const std::size_t end = std::min(message.find('\n'), message.size());
        lines << displayText(message.substr(0, end));
        message.remove_prefix(std::min(end + 1, message.size()));
    }
    return lines.join(u'\n');
}

void FactsModel::setFacts(std::vector<Fact> facts)
{
    if (facts == m_facts)
        return;
    const auto isSameRow = [](const Fact &a, const Fact &b) {
        return a.isHeading == b.isHeading && a.label == b.label && a.detail == b.detail && a.value == b.value;
    };
    if (std::ranges::equal(facts, m_facts, isSameRow)) {
        m_facts = std::move(facts);
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_facts = std::move(facts);
    endResetModel();
}

void FactsModel::setNow(WallTime now)
{
    m_now = now;
    const auto ticks = [](const Fact &fact) { return fact.since.has_value(); };
    const auto first = std::ranges::find_if(m_facts, ticks);
    if (first == m_facts.end())
        return;
    const auto last = std::find_if(m_facts.rbegin(), m_facts.rend(), ticks);
    Q_EMIT dataChanged(index(int(first - m_facts.begin())), index(int(m_facts.rend() - last) - 1), {Qt::DisplayRole});
}

QString FactsModel::rightText(int row) const
{
    const Fact &shown = fact(row);
    QString text = shown.count > 1 ? u'×' + format::number(shown.count) : QString();
    if (shown.since)
        text += (text.isEmpty() ? QString() : QStringLiteral(" · ")) + format::ago(*shown.since, m_now);
    return text;
}

int FactsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_facts.size());
}

QString FactsModel::spoken(int row) const
{
    const Fact &shown = fact(row);
    QStringList parts{shown.mark == FactMark::Warning ? tr("Warning") : QString(), shown.label, shown.value,
                      shown.detail, rightText(row)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

QVariant FactsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Fact &shown = fact(index.row());
    switch (role) {
    case Qt::DisplayRole: return shown.value.isEmpty() ? shown.label : shown.value;
    case Qt::AccessibleTextRole: return spoken(index.row());
    case Qt::ToolTipRole: return shown.since ? safeToolTip(format::dateTime(*shown.since)) : QString();
    case SortRole: return index.row();
    default: return {};
    }
}

Qt::ItemFlags FactsModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    if (fact(index.row()).isHeading)
        return Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace wk
