// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/uisettings.h"

#include <QSettings>

#include <algorithm>

namespace wk {

namespace {

constexpr int leastWidth = 8;
constexpr int mostWidth = 4000;
constexpr int leastHistory = 64;       // MiB
constexpr int mostHistory = 64 * 1024; // MiB
constexpr int mostOnDisk = 1024;       // GiB
constexpr int mostHours = 10 * 366 * 24;

/// A name of a cluster's as part of a key: QSettings gives '/' and '\' a meaning of their own.
QString keyPart(const QString &name)
{
    return QString::fromLatin1(name.toUtf8().toPercentEncoding());
}

QString tableKey(const QString &kind, const char *what)
{
    return QStringLiteral("tables/") + keyPart(kind) + QLatin1Char('/') + QLatin1String(what);
}

QString widthKey(const QString &cluster, const QString &dock)
{
    return QStringLiteral("dockwidths/") + keyPart(cluster) + QLatin1Char('/') + keyPart(dock);
}

QString lookKey(const QString &cluster, const char *what)
{
    return QStringLiteral("clusters/") + keyPart(cluster) + QLatin1Char('/') + QLatin1String(what);
}

QString onlyKey(const QString &cluster)
{
    return QStringLiteral("onlynamespaces/") + keyPart(cluster);
}

} // namespace

UiSettings::UiSettings(QSettings &store)
    : m_store(store)
{}

ColourScheme UiSettings::colourScheme() const
{
    const QString word = m_store.value(QStringLiteral("window/colours")).toString();
    if (word == QLatin1String("light"))
        return ColourScheme::Light;
    return word == QLatin1String("dark") ? ColourScheme::Dark : ColourScheme::System;
}

void UiSettings::setColourScheme(ColourScheme scheme)
{
    switch (scheme) {
    case ColourScheme::System: m_store.remove(QStringLiteral("window/colours")); return;
    case ColourScheme::Light: m_store.setValue(QStringLiteral("window/colours"), QStringLiteral("light")); return;
    case ColourScheme::Dark: m_store.setValue(QStringLiteral("window/colours"), QStringLiteral("dark")); return;
    }
}

QByteArray UiSettings::windowGeometry() const
{
    return m_store.value(QStringLiteral("window/geometry")).toByteArray();
}

void UiSettings::setWindowGeometry(const QByteArray &geometry)
{
    m_store.setValue(QStringLiteral("window/geometry"), geometry);
}

QByteArray UiSettings::windowLayout(const QString &cluster) const
{
    return m_store.value(QStringLiteral("layouts/") + keyPart(cluster)).toByteArray();
}

void UiSettings::setWindowLayout(const QString &cluster, const QByteArray &layout)
{
    m_store.setValue(QStringLiteral("layouts/") + keyPart(cluster), layout);
}

int UiSettings::dockWidth(const QString &cluster, const QString &dock) const
{
    return std::clamp(m_store.value(widthKey(cluster, dock)).toInt(), 0, mostWidth);
}

void UiSettings::setDockWidth(const QString &cluster, const QString &dock, int width)
{
    m_store.setValue(widthKey(cluster, dock), width);
}

QStringList UiSettings::enteredNamespaces(const QString &cluster) const
{
    return m_store.value(QStringLiteral("enterednamespaces/") + keyPart(cluster)).toStringList();
}

void UiSettings::setEnteredNamespaces(const QString &cluster, const QStringList &namespaces)
{
    m_store.setValue(QStringLiteral("enterednamespaces/") + keyPart(cluster), namespaces);
}

ClusterLook UiSettings::clusterLook(const QString &cluster) const
{
    const int colour = m_store.value(lookKey(cluster, "colour")).toInt();
    const bool isKnown = colour > 0 && colour < int(ClusterColours.size());
    return {m_store.value(lookKey(cluster, "name")).toString(), isKnown ? ClusterColour(colour) : ClusterColour::None};
}

void UiSettings::setClusterLook(const QString &cluster, const ClusterLook &look)
{
    if (look == ClusterLook())
        return m_store.remove(lookKey(cluster, ""));
    m_store.setValue(lookKey(cluster, "name"), look.name);
    m_store.setValue(lookKey(cluster, "colour"), int(look.colour));
}

std::optional<QStringList> UiSettings::onlyNamespaces(const QString &cluster) const
{
    const QString key = onlyKey(cluster);
    return m_store.contains(key) ? std::optional(m_store.value(key).toStringList()) : std::nullopt;
}

void UiSettings::setOnlyNamespaces(const QString &cluster, const std::optional<QStringList> &namespaces)
{
    if (namespaces)
        m_store.setValue(onlyKey(cluster), *namespaces);
    else
        m_store.remove(onlyKey(cluster));
}

QString UiSettings::exportFolder() const
{
    return m_store.value(QStringLiteral("export/folder")).toString();
}

QStringList UiSettings::recordings() const
{
    return m_store.value(QStringLiteral("recordings/opened")).toStringList().mid(0, 8);
}

void UiSettings::setRecordingOpened(const QString &path)
{
    QStringList paths = recordings();
    paths.removeAll(path);
    paths.prepend(path);
    m_store.setValue(QStringLiteral("recordings/opened"), paths.mid(0, 8));
}

void UiSettings::setExportFolder(const QString &folder)
{
    m_store.setValue(QStringLiteral("export/folder"), folder);
}

HistoryKeeping UiSettings::historyKeeping() const
{
    const QString word = m_store.value(QStringLiteral("history/keep")).toString();
    if (word == QLatin1String("memory"))
        return HistoryKeeping::InMemoryOnly;
    if (word == QLatin1String("run"))
        return HistoryKeeping::WhileItRuns;
    if (word == QLatin1String("restarts"))
        return HistoryKeeping::AcrossRestarts;
    // Before there was this choice, nothing was one of the sizes on the disk.
    return historyLimits().diskGigabytes == 0 ? HistoryKeeping::InMemoryOnly : HistoryKeeping::AcrossRestarts;
}

bool UiSettings::isHistoryTold() const
{
    return m_store.value(QStringLiteral("history/told")).toBool();
}

void UiSettings::setHistoryTold()
{
    m_store.setValue(QStringLiteral("history/told"), true);
}

void UiSettings::setHistoryKeeping(HistoryKeeping keeping)
{
    const auto put = [&](const char *word) { m_store.setValue(QStringLiteral("history/keep"), QLatin1String(word)); };
    switch (keeping) {
    case HistoryKeeping::AcrossRestarts: return put("restarts");
    case HistoryKeeping::WhileItRuns: return put("run");
    case HistoryKeeping::InMemoryOnly: return put("memory");
    }
}

HistoryLimits UiSettings::historyLimits() const
{
    HistoryLimits limits;
    if (const int megabytes = m_store.value(QStringLiteral("history/megabytes")).toInt(); megabytes > 0)
        limits.megabytes = std::clamp(megabytes, leastHistory, mostHistory);
    limits.hours = std::clamp(m_store.value(QStringLiteral("history/hours")).toInt(), 0, mostHours);
    if (const QVariant gigabytes = m_store.value(QStringLiteral("history/diskGigabytes")); gigabytes.isValid())
        limits.diskGigabytes = std::clamp(gigabytes.toInt(), 0, mostOnDisk);
    return limits;
}

void UiSettings::setHistoryLimits(const HistoryLimits &limits)
{
    m_store.setValue(QStringLiteral("history/megabytes"), limits.megabytes);
    m_store.setValue(QStringLiteral("history/hours"), limits.hours);
    m_store.setValue(QStringLiteral("history/diskGigabytes"), limits.diskGigabytes);
}

TableLayout UiSettings::tableLayout(const QString &kind) const
{
    TableLayout layout;
    layout.order = m_store.value(tableKey(kind, "order")).toStringList();
    layout.hidden = m_store.value(tableKey(kind, "hidden")).toStringList();
    layout.shown = m_store.value(tableKey(kind, "shown")).toStringList();
    layout.labels = m_store.value(tableKey(kind, "labels")).toStringList();
    layout.sortColumn = m_store.value(tableKey(kind, "sort")).toString();
    layout.sortDescending = m_store.value(tableKey(kind, "descending")).toBool();
    const QVariantHash widths = m_store.value(tableKey(kind, "widths")).toHash();
    for (auto at = widths.begin(); at != widths.end(); ++at)
        layout.widths.insert(at.key(), std::clamp(at.value().toInt(), leastWidth, mostWidth));
    return layout;
}

void UiSettings::setTableLayout(const QString &kind, const TableLayout &layout)
{
    QVariantHash widths;
    for (auto at = layout.widths.begin(); at != layout.widths.end(); ++at)
        widths.insert(at.key(), at.value());
    m_store.setValue(tableKey(kind, "order"), layout.order);
    m_store.setValue(tableKey(kind, "hidden"), layout.hidden);
    m_store.setValue(tableKey(kind, "shown"), layout.shown);
    m_store.setValue(tableKey(kind, "labels"), layout.labels);
    m_store.setValue(tableKey(kind, "sort"), layout.sortColumn);
    m_store.setValue(tableKey(kind, "descending"), layout.sortDescending);
    m_store.setValue(tableKey(kind, "widths"), widths);
}

QStringList UiSettings::favourites() const
{
    return m_store.value(QStringLiteral("navigator/favourites")).toStringList();
}

void UiSettings::setFavourites(const QStringList &kinds)
{
    m_store.setValue(QStringLiteral("navigator/favourites"), kinds);
}

QStringList UiSettings::closedGroups() const
{
    return m_store.value(QStringLiteral("navigator/closed")).toStringList();
}

void UiSettings::setClosedGroups(const QStringList &groups)
{
    m_store.setValue(QStringLiteral("navigator/closed"), groups);
}

} // namespace wk
