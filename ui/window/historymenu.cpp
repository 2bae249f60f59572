// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/historymenu.h"

#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"

#include <QActionGroup>
#include <QDir>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace wk {

namespace {

constexpr int Sizes[] = {128, 256, 512, 1024, 2048, 4096, 8192}; ///< MiB
constexpr int DiskSizes[] = {1, 4, 16, 64};                      ///< GiB
constexpr int Ages[] = {0, 1, 8, 24, 7 * 24};                    ///< hours; 0: no limit

/// A longer directory is cut in its middle.
constexpr int MostPlaceChars = 60;

/// Of the memory where the disk takes nothing, in MiB.
constexpr int LeastWithoutDisk = 512;

/// What a row takes at least, wherever the rest of it lies, and of the memory in any case.
constexpr std::size_t LeastBytes = 512;
constexpr std::size_t LeastMemory = 64;

QString sizeText(const QLocale &locale, qint64 bytes)
{
    return locale.formattedDataSize(bytes, 0, QLocale::DataSizeTraditionalFormat);
}

/// As it is shown: a home directory is "~".
QString folderText(QString folder)
{
    const QString home = QDir::homePath();
    if (folder.startsWith(home + u'/'))
        folder.replace(0, home.size(), u'~');
    return displayText(folder.toStdString(), limits::LineChars);
}

std::size_t memoryOf(const HistoryLimits &kept)
{
    return static_cast<std::size_t>(kept.megabytes) * wk::limits::MiB;
}

} // namespace

HistoryMenu::HistoryMenu(UiSettings &settings, QWidget *parent)
    : QMenu(parent)
    , m_settings(settings)
    , m_held(addAction(QString()))
{
    m_held->setEnabled(false);
    m_held->setVisible(false);
    addKeeping();
    m_sizes = addChoices(Sizes, &HistoryLimits::megabytes);
    m_diskSizes = addChoices(DiskSizes, &HistoryLimits::diskGigabytes);
    m_ages = addChoices(Ages, &HistoryLimits::hours);
    showWhatCanBe();
    whenTranslated(this, [this] { setTexts(); });
}

void HistoryMenu::setHistory(const HistoryFeed &history, Clock &clock)
{
    m_held->setVisible(true);
    connect(this, &QMenu::aboutToShow, this, [this, &history, &clock] { sayHeld(history.now(), clock.wallNow()); });
}

void HistoryMenu::sayHeld(const HistorySnapshot &log, WallTime now)
{
    const auto count = int(log.size());
    const QString rows = format::counted(tr("%n event(s)", nullptr, count), count);
    if (log.size() == 0)
        m_held->setText(tr("Now: %1", "how much is kept").arg(rows));
    else
        m_held->setText(tr("Now: %1, %2 since %3", "events, bytes, a time")
                            .arg(rows, format::bytes(log.bytes()), format::moment(log.time(log.begin()), now)));
}

void HistoryMenu::setTexts()
{
    setTitle(tr("History kept"));
    m_keepingHeading->setText(tr("Kept"));
    for (QAction *keeping : m_keepings) {
        switch (keeping->data().value<HistoryKeeping>()) {
        case HistoryKeeping::AcrossRestarts: keeping->setText(tr("Across restarts")); break;
        case HistoryKeeping::WhileItRuns: keeping->setText(tr("While Watchkeeper runs")); break;
        case HistoryKeeping::InMemoryOnly: keeping->setText(tr("In memory only")); break;
        }
        const auto one = keeping->data().value<HistoryKeeping>();
        if (m_inForce && one == this->keeping() && one != *m_inForce)
            keeping->setText(tr("%1 (from the next start on)", "a choice").arg(keeping->text()));
    }
    m_delete->setText(tr("Delete what is kept…"));
    sayPlace();
    m_headings[0]->setText(tr("In memory at most"));
    m_headings[1]->setText(tr("On disk in addition"));
    m_headings[2]->setText(tr("For"));
    for (QAction *size : m_sizes)
        size->setText(sizeText(locale(), size->data().toLongLong() << 20));
    for (QAction *size : m_diskSizes)
        size->setText(tr("%1 on the disk").arg(sizeText(locale(), size->data().toLongLong() << 30)));
    for (QAction *age : m_ages) {
        const int hours = age->data().toInt();
        age->setText(hours == 0        ? tr("As long as there is room")
                     : hours % 24 == 0 ? tr("%n day(s)", nullptr, hours / 24)
                                       : tr("%n hour(s)", nullptr, hours));
    }
}

void HistoryMenu::addKeeping()
{
    m_keepingHeading = addSection(QString());
    auto *group = new QActionGroup(this);
    for (const auto keeping :
         {HistoryKeeping::AcrossRestarts, HistoryKeeping::WhileItRuns, HistoryKeeping::InMemoryOnly}) {
        QAction *choice = m_keepings.emplace_back(group->addAction(QString()));
        choice->setCheckable(true);
        choice->setData(QVariant::fromValue(keeping));
        connect(choice, &QAction::triggered, this, [this, keeping] { choose(keeping); });
    }
    addActions(m_keepings);
    m_place = addAction(QString());
    m_place->setEnabled(false);
    m_delete = addAction(QString(), this, &HistoryMenu::askToDelete);
}

void HistoryMenu::choose(HistoryKeeping keeping)
{
    m_settings.setHistoryKeeping(keeping);
    showWhatCanBe();
    setTexts();
    Q_EMIT keepingChosen(keeping);
    Q_EMIT chosen(bounds());
}

/// Under a heading of their own, with the one checked that holds.
QList<QAction *> HistoryMenu::addChoices(std::span<const int> values, Limit limit)
{
    m_headings << addSection(QString());
    auto *group = new QActionGroup(this);
    QList<QAction *> choices;
    for (const int value : values) {
        QAction *choice = choices.emplace_back(group->addAction(QString()));
        choice->setCheckable(true);
        choice->setData(value);
        choice->setChecked(limits().*limit == value);
        connect(choice, &QAction::triggered, this, [this, limit, value] {
            HistoryLimits kept = m_settings.historyLimits();
            kept.*limit = value;
            m_settings.setHistoryLimits(kept);
            Q_EMIT chosen(bounds());
        });
    }
    addActions(choices);
    return choices;
}

void HistoryMenu::setHasDisk(bool hasDisk)
{
    m_hasDisk = hasDisk;
    showWhatCanBe();
}

void HistoryMenu::setPlace(const QString &folder, quint64 bytes)
{
    m_folder = folder;
    m_folderBytes = bytes;
    showWhatCanBe();
    sayPlace();
}

void HistoryMenu::setRefusal(const QString &why)
{
    m_refusal = why;
    showWhatCanBe();
    sayPlace();
}

void HistoryMenu::setInForce(HistoryKeeping keeping)
{
    m_inForce = keeping;
    setTexts();
}

HistoryKeeping HistoryMenu::keeping() const
{
    const HistoryKeeping wanted = m_settings.historyKeeping();
    if (!m_hasDisk)
        return HistoryKeeping::InMemoryOnly;
    return wanted == HistoryKeeping::AcrossRestarts && m_folder.isEmpty() ? HistoryKeeping::WhileItRuns : wanted;
}

void HistoryMenu::showWhatCanBe()
{
    for (QAction *choice : m_keepings) {
        const auto one = choice->data().value<HistoryKeeping>();
        choice->setVisible(one == HistoryKeeping::InMemoryOnly ||
                           (m_hasDisk && (one == HistoryKeeping::WhileItRuns || !m_folder.isEmpty())));
        choice->setChecked(one == keeping());
    }
    m_place->setVisible(!m_folder.isEmpty() || !m_refusal.isEmpty());
    m_delete->setVisible(!m_folder.isEmpty());
    m_delete->setEnabled(m_folderBytes > 0);
    m_headings[1]->setVisible(usesDisk());
    for (QAction *size : m_diskSizes) {
        size->setVisible(usesDisk());
        size->setChecked(size->data().toInt() == limits().diskGigabytes);
    }
    for (QAction *size : m_sizes) {
        size->setVisible(usesDisk() || size->data().toInt() >= LeastWithoutDisk);
        size->setChecked(size->data().toInt() == limits().megabytes);
    }
}

void HistoryMenu::sayPlace()
{
    const QString size = m_folderBytes > 0 ? format::bytes(m_folderBytes) : tr("Nothing yet", "how much is kept");
    const QString text = m_folder.isEmpty() ? tr("Not across restarts: %1", "why").arg(m_refusal)
                                            : tr("%1 in %2", "bytes, a directory").arg(size, folderText(m_folder));
    const int room = fontMetrics().averageCharWidth() * MostPlaceChars;
    m_place->setText(fontMetrics().elidedText(text, Qt::ElideMiddle, room).replace(u'&', QLatin1String("&&")));
}

void HistoryMenu::askToDelete()
{
    delete m_question.data();
    QWidget *window = parentWidget();
    while (qobject_cast<QMenu *>(window))
        window = window->parentWidget();
    const QString size = format::bytes(m_folderBytes);
    m_question = new QMessageBox(QMessageBox::Question, tr("Delete the history"),
                                 tr("Delete the history of all clusters, %1?", "bytes").arg(size),
                                 QMessageBox::NoButton, window);
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    m_question->setTextFormat(Qt::PlainText);
    m_question->setInformativeText(
        tr("What lies in %1 goes for good. What another running Watchkeeper writes stays there; windows keep what they show.",
           "a directory")
            .arg(folderText(m_folder)));
    QPushButton *button = m_question->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    connect(button, &QPushButton::clicked, this, &HistoryMenu::deleteAsked);
    m_question->setDefaultButton(m_question->addButton(tr("Cancel"), QMessageBox::RejectRole));
    m_question->setModal(false);
    m_question->show();
}

HistoryLimits HistoryMenu::limits() const
{
    HistoryLimits kept = m_settings.historyLimits();
    if (!usesDisk()) {
        kept.diskGigabytes = 0;
        kept.megabytes = std::max(kept.megabytes, LeastWithoutDisk);
    } else if (kept.diskGigabytes == 0) {
        kept.diskGigabytes = HistoryLimits().diskGigabytes; // it was nothing before it was chosen anew
    }
    return kept;
}

EventLog::Bounds HistoryMenu::bounds() const
{
    const HistoryLimits kept = limits();
    EventLog::Bounds bounds;
    bounds.bytes = memoryOf(kept) + static_cast<std::size_t>(kept.diskGigabytes) * 1024 * wk::limits::MiB;
    bounds.memory = kept.diskGigabytes > 0 ? memoryOf(kept) - bodyMemory() : bounds.bytes;
    bounds.rows = std::min(bounds.bytes / LeastBytes, memoryOf(kept) / LeastMemory);
    if (kept.hours > 0)
        bounds.age = std::chrono::hours(kept.hours);
    return bounds;
}

std::size_t HistoryMenu::bodyMemory() const
{
    const HistoryLimits kept = limits();
    return kept.diskGigabytes > 0 ? memoryOf(kept) / 8 : SIZE_MAX;
}

} // namespace wk
