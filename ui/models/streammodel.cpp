// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/streammodel.h"

#include "core/history/kubeeventstory.h"
#include "core/history/lifesearch.h"
#include "ui/models/seenwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

namespace wk {

namespace {

constexpr int WordsKept = 1024;

QString plain(std::string_view text)
{
    return displayText(text);
}

/// The newest, and how many more.
QString managersOf(const HistorySnapshot &log, RowId row)
{
    const auto managers = log.managers().members(log.managersId(row));
    if (managers.empty())
        return {};
    const QString newest = plain(log.manager(row));
    return managers.size() == 1 ? newest : newest + QStringLiteral(" +") + QString::number(managers.size() - 1);
}

int alignment(StreamModel::Column column)
{
    const bool isNumber = column == StreamModel::Version || column == StreamModel::Size;
    return int(isNumber ? Qt::AlignRight : Qt::AlignLeft) | int(Qt::AlignVCenter);
}

} // namespace

StreamModel::StreamModel(const HistoryFeed &history, QObject *parent)
    : QAbstractTableModel(parent)
    , m_history(history)
    , m_rows(history, FilteredRows(), [this](const AnswerStep &step) { tell(step); })
    , m_facetRows(history, FacetRows(), [this](const AnswerStep &) { Q_EMIT countsChanged(); })
    , m_likelyCounts(history, LikelyCounts(), [this](const AnswerStep &) { Q_EMIT countsChanged(); })
    , m_count(int(rows().size()))
    , m_words(WordsKept)
    , m_doubts(new DoubtedWriters(history, this))
{
    connect(&history, &HistoryFeed::moved, this, &StreamModel::follow);
    connect(m_doubts, &DoubtedWriters::found, this, &StreamModel::showWriters);
}

void StreamModel::ask(const RowQuery &query)
{
    m_facetRows.ask(FacetRows(query));
    m_likelyCounts.ask(LikelyCounts({query, m_likelyCounts.asked().query().isLookedAt}));
    m_rows.ask(FilteredRows(query));
}

void StreamModel::setLikelyLookedAt(bool isLookedAt)
{
    if (const LikelyQuery &asked = m_likelyCounts.asked().query(); asked.isLookedAt != isLookedAt)
        m_likelyCounts.ask(LikelyCounts({asked.rows, isLookedAt}));
}

void StreamModel::follow()
{
    m_rows.follow();
    m_facetRows.follow();
    m_likelyCounts.follow();
}

void StreamModel::tell(const AnswerStep &step)
{
    if (step.isReset) {
        beginResetModel();
        m_count = int(rows().size());
        endResetModel();
    }
    if (step.removed > 0) {
        // The rows have gone already; until the views know, they are counted and have nothing to say.
        m_fallen = int(step.removed);
        beginRemoveRows({}, 0, m_fallen - 1);
        m_count -= std::exchange(m_fallen, 0);
        endRemoveRows();
    }
    if (step.added > 0) {
        beginInsertRows({}, m_count, m_count + int(step.added) - 1);
        m_count += int(step.added);
        endInsertRows();
    }
    Q_EMIT countsChanged();
}

std::optional<RowId> StreamModel::idAt(int row) const
{
    const int index = row - m_fallen;
    if (row < 0 || index < 0 || std::size_t(index) >= rows().size())
        return {};
    return rows().at(std::size_t(index));
}

std::optional<StreamModel::Outline> StreamModel::outlineAt(int row) const
{
    const std::optional<RowId> id = idAt(row);
    if (!id)
        return {};
    const EntryType type = log().type(*id);
    return Outline{*id, type, log().origin(*id), log().isOfObject(*id),
                   isEventForgotten(type, log().scope(log().watch(*id)))};
}

std::optional<StreamModel::Row> StreamModel::rowAt(int row) const
{
    const std::optional<Outline> outline = outlineAt(row);
    if (!outline)
        return {};
    const RowId id = outline->id;
    const bool isListed = log().isListed(id);
    return Row{*outline,
               log().watch(id),
               log().time(id),
               isListed ? nullptr : log().changes(id),
               log().table(id),
               isListed ? std::string() : log().entry(id)->line,
               std::string(log().kind(id)),
               log().object(id),
               toldBefore(id)};
}

/// What a list found, another watch of the kind may have told of before.
ObjectPtr StreamModel::toldBefore(RowId id) const
{
    if (!log().isListed(id))
        return log().previous(id);
    const auto before = log().toldBefore({log().lives().step(id).of, id});
    return before ? log().object(*before) : nullptr;
}

int StreamModel::indexOf(RowId row) const
{
    const std::optional<std::size_t> index = rows().indexOf(row);
    return index ? int(*index) : -1;
}

int StreamModel::countBefore(RowId row) const
{
    std::size_t from = 0;
    std::size_t to = rows().size();
    while (from < to) {
        const std::size_t middle = from + (to - from) / 2;
        if (rows().at(middle) < row)
            from = middle + 1;
        else
            to = middle;
    }
    return int(from) + m_fallen;
}

const EventWords &StreamModel::wordsAt(int row) const
{
    static const EventWords none;
    const std::optional<RowId> id = idAt(row);
    if (!id)
        return none;
    if (const EventWords *known = m_words.object(*id))
        return *known;
    auto *words = new EventWords(log().isListed(*id) ? listedWords(*log().object(*id), log().table(*id))
                                                     : eventWords(*log().entry(*id)));
    m_words.insert(*id, words);
    return *words;
}

void StreamModel::retranslate()
{
    m_words.clear();
    if (m_count > 0)
        Q_EMIT dataChanged(index(0, 0), index(m_count - 1, ColumnCount - 1));
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

ObjectRef StreamModel::refAt(int row) const
{
    const std::optional<RowId> id = idAt(row);
    const WatchScope *scope = id ? log().scope(log().watch(*id)) : nullptr;
    const ObjectPtr about = id ? log().object(*id) : nullptr;
    return scope && about ? refOf(scope->resource.gvr, *about, log().cluster(*id)) : ObjectRef{};
}

int StreamModel::newestOf(const ObjectRef &object, RowId upTo) const
{
    if (object.isEmpty())
        return -1;
    int newest = -1;
    for (const LifeId life : livesNamed(log(), object)) {
        if (!names(object, object.resource, *log().newestOf(life).object, object.cluster))
            continue;
        std::optional<RowId> row = log().lives().newest(life);
        for (; row && *row >= log().begin(); row = log().lives().previous(*row)) {
            const int index = *row < upTo ? indexOf(*row) : -1;
            newest = std::max(newest, index);
            if (index >= 0)
                break;
        }
    }
    return newest;
}

int StreamModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_count;
}

int StreamModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

/// Nothing where no entry of managedFields has moved in an update.
std::optional<QString> StreamModel::whoSaysSo(RowId id) const
{
    QString managers = managersOf(log(), id);
    if (managers.isEmpty() && log().type(id) == EntryType::Modified)
        return {};
    return managers;
}

/// In doubt as the diff says it, once that is known.
QString StreamModel::whoAt(RowId id) const
{
    if (std::optional<QString> who = whoSaysSo(id))
        return *who;
    return m_doubts->findOrAsk(id).value_or(QString());
}

void StreamModel::showWriters(RowId first, RowId last)
{
    const int top = countBefore(first);
    const int bottom = countBefore(last + 1) - 1;
    if (top <= bottom)
        Q_EMIT dataChanged(index(top, Who), index(bottom, Who));
}

QString StreamModel::wholeText(int row, RowId id, Column column) const
{
    if (column != Who || whoSaysSo(id))
        return text(row, id, column);
    return m_doubts->writers(id);
}

QString StreamModel::text(int row, RowId id, Column column) const
{
    switch (column) {
    case Time: return format::clockMs(log().time(id));
    case Type: return QString::fromLatin1(log().typeName(id));
    case Class: return hasClass(log().type(id)) ? classWord(log().origin(id)) : QString();
    case Cluster: return plain(log().clusterName(id));
    case Kind: return plain(log().kind(id));
    case Namespace: return plain(log().ns(id));
    case Name: return log().name(id).empty() ? tr("all") : plain(log().name(id));
    case Version: return format::version(log().version(id));
    case Changed: return wordsAt(row).plain();
    case Who: return whoAt(id);
    case Size: return log().sizeBytes(id) > 0 ? format::bytes(log().sizeBytes(id)) : QString();
    case ColumnCount: break;
    }
    return {};
}

QVariant StreamModel::sortValue(int row, RowId id, Column column) const
{
    switch (column) {
    case Time: return qint64(log().time(id).time_since_epoch().count());
    case Type: return int(rowType(log().type(id), log().origin(id)));
    case Class: return hasClass(log().type(id)) ? int(log().origin(id)) : int(EntryClasses);
    case Version: return QString::fromStdString(log().version(id)).toULongLong();
    case Size: return qulonglong(log().sizeBytes(id));
    case Cluster:
    case Kind:
    case Namespace:
    case Name:
    case Changed:
    case Who:
    case ColumnCount: break;
    }
    return text(row, id, column);
}

QString StreamModel::toolTip(int row, RowId id, Column column) const
{
    const bool isGap = log().type(id) == EntryType::Gap;
    switch (column) {
    case Time: return format::dateTime(log().time(id));
    case Type:
    case Class:
        if (hasClass(log().type(id)))
            return classMeaning(log().origin(id));
        return isGap ? gapMeaning({log().entry(id)->gap, log().time(id)}, plain(log().kind(id))) : QString();
    case Changed:
        return isGap ? gapMeaning({log().entry(id)->gap, log().time(id)}, plain(log().kind(id)))
                     : text(row, id, column);
    case Who: {
        const QString who = text(row, id, column);
        return whoSaysSo(id) || who.isEmpty() ? who : who + u'\n' + likelyMeaning(who);
    }
    case Cluster:
    case Name: return text(row, id, column);
    case Kind:
    case Namespace:
    case Version:
    case Size:
    case ColumnCount: break;
    }
    return {};
}

QVariant StreamModel::data(const QModelIndex &index, int role) const
{
    const std::optional<RowId> id = index.isValid() ? idAt(index.row()) : std::nullopt;
    if (!id)
        return {};
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), *id, column);
    case WholeRole: return wholeText(index.row(), *id, column);
    case SortRole: return sortValue(index.row(), *id, column);
    case Qt::ToolTipRole: return safeToolTip(toolTip(index.row(), *id, column));
    case Qt::TextAlignmentRole: return alignment(column);
    default: return {};
    }
}

QVariant StreamModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(Column(section));
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Time: return tr("TIME");
    case Type: return tr("TYPE");
    case Class: return tr("CLASS");
    case Cluster: return tr("CLUSTER");
    case Kind: return tr("KIND");
    case Namespace: return tr("NAMESPACE");
    case Name: return tr("NAME");
    case Version: return tr("VERSION");
    case Changed: return tr("WHAT CHANGED");
    case Who: return tr("WHO");
    case Size: return tr("SIZE");
    case ColumnCount: break;
    }
    return {};
}

} // namespace wk
