// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/factsmodel.h"

#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <algorithm>

namespace wk {

namespace {

bool isSameRow(const Fact &a, const Fact &b)
{
    if (!a.key.isEmpty() || !b.key.isEmpty())
        return a.key == b.key;
    return a.isHeading == b.isHeading && a.label == b.label && a.detail == b.detail && a.value == b.value &&
           a.isInner == b.isInner;
}

} // namespace

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
    const auto head = std::ranges::mismatch(m_facts, facts, isSameRow);
    const auto first = head.in1 - m_facts.begin();
    const auto most = std::min(m_facts.end() - head.in1, facts.end() - head.in2);
    const auto tail = std::mismatch(m_facts.rbegin(), m_facts.rbegin() + most, facts.rbegin(), isSameRow);
    const auto kept = tail.first - m_facts.rbegin();
    m_hasDisclosures = std::ranges::any_of(facts, [](const Fact &fact) { return fact.disclosure != Disclosure::None; });
    if (const auto last = m_facts.end() - kept; last > head.in1) {
        beginRemoveRows({}, int(first), int(last - m_facts.begin()) - 1);
        m_facts.erase(head.in1, last);
        endRemoveRows();
    }
    if (const auto last = facts.end() - kept; last > head.in2) {
        beginInsertRows({}, int(first), int(last - facts.begin()) - 1);
        m_facts.insert(m_facts.begin() + first, head.in2, last);
        endInsertRows();
    }
    m_facts = std::move(facts);
    if (first + kept > 0)
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int FactsModel::rowOf(const QString &key) const
{
    const auto found = std::ranges::find(m_facts, key, &Fact::key);
    return key.isEmpty() || found == m_facts.end() ? -1 : int(found - m_facts.begin());
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
    const QString word = shown.word.isEmpty() && shown.since ? format::agoOrAhead(*shown.since, m_now) : shown.word;
    if (!text.isEmpty() && !word.isEmpty())
        text += QStringLiteral(" · ");
    return text + word;
}

int FactsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_facts.size());
}

QString FactsModel::spoken(int row) const
{
    const Fact &shown = fact(row);
    QStringList parts{shown.mark == FactMark::Warning ? tr("Warning") : QString(),
                      shown.label,
                      shown.value,
                      shown.detail,
                      rightText(row),
                      shown.disclosure == Disclosure::Open     ? tr("expanded")
                      : shown.disclosure == Disclosure::Closed ? tr("collapsed")
                                                               : QString()};
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
    case Qt::ToolTipRole:
        if (shown.tip.isEmpty() && shown.since)
            return safeToolTip(format::dateTime(*shown.since));
        return safeToolTip(shown.tip);
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
