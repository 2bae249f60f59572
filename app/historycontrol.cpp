// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/historycontrol.h"

#include "core/history/journal/journalbound.h"
#include "ui/style/safetext.h"
#include "ui/window/historymenu.h"
#include "ui/window/mainwindow.h"

#include <QThreadPool>

#include <utility>

namespace wk {

HistoryControl::HistoryControl(MainWindow &window, UiSettings &settings, HistoryWriter &writer, const KeptHistory &kept)
    : m_window(window)
    , m_settings(settings)
    , m_writer(writer)
    , m_kept(kept)
    , m_usage([this](const std::optional<JournalUsage> &usage) {
        if (usage)
            m_window.historyMenu().setPlace(QString::fromStdString(m_kept.root()->path()), usage->bytes);
    })
{
    HistoryMenu &menu = window.historyMenu();
    connect(&menu, &HistoryMenu::keepingChosen, this, &HistoryControl::choose);
    connect(&menu, &HistoryMenu::deleteAsked, this, &HistoryControl::deleteAll);
    connect(&menu, &QMenu::aboutToShow, this, &HistoryControl::askUsage);
    if (m_kept.root())
        menu.setPlace(QString::fromStdString(m_kept.root()->path()), 0);
    menu.setInForce(m_kept.keeping());
    menu.menuAction()->setVisible(!m_kept.recording());
    sayRefusal();
    askUsage();
}

void HistoryControl::keep(const ClusterId &provisional, const ClusterId &cluster)
{
    if (!(m_kept.hasDisk() || m_kept.recording()) || std::exchange(m_isKept, true))
        return;
    m_writer.keepIn(m_kept.find(provisional, cluster),
                    [this] { QMetaObject::invokeMethod(this, &HistoryControl::restored, Qt::QueuedConnection); });
    sayKept();
}

void HistoryControl::remember(const ClusterId &provisional, const ClusterId &cluster)
{
    QThreadPool::globalInstance()->start(
        [kept = m_kept, provisional, cluster] { kept.remember(provisional, cluster); });
}

/// What the user has chosen does not hold.
void HistoryControl::sayRefusal()
{
    if (!m_kept.refusal())
        return;
    const Error &why = *m_kept.refusal();
    m_window.historyMenu().setRefusal(displayText(why.text));
    m_window.tell([text = displayText(why.text), place = displayText(why.place)] {
        return tr("The history is not kept across restarts: %1 (%2)", "why, a directory").arg(text, place);
    });
}

void HistoryControl::sayKept()
{
    if (!m_kept.isAcrossRestarts() || m_settings.isHistoryTold())
        return;
    m_settings.setHistoryTold();
    m_window.tell([folder = displayText(m_kept.root()->path())] {
        return tr("What is seen of a cluster is kept in %1, and is still there tomorrow. To keep it in memory only: "
                  "☰ › History kept.")
            .arg(folder);
    });
}

void HistoryControl::askUsage()
{
    if (!m_kept.root())
        return;
    m_usage.run([root = *m_kept.root()]() -> std::optional<JournalUsage> {
        auto usage = usageOf(root, SystemClock().wallNow());
        return usage ? std::optional(*std::move(usage)) : std::nullopt;
    });
}

/// What is kept now cannot go to where something of an earlier run lies already.
void HistoryControl::choose(HistoryKeeping keeping)
{
    if (m_kept.isAcrossRestarts() && keeping != HistoryKeeping::AcrossRestarts) {
        m_writer.stopKeeping();
        m_window.historyMenu().setInForce(HistoryKeeping::InMemoryOnly);
        m_window.sayInPassing(
            tr("Nothing more is written from now on. What was kept before stays there until you delete it."));
        return;
    }
    m_window.sayInPassing(tr("This holds from the next start on."));
}

/// Those of programs that still run stay, and are said.
void HistoryControl::deleteAll()
{
    if (!m_kept.root())
        return;
    m_writer.stopKeeping([this, root = *m_kept.root()] {
        const auto freed = deleteHistory(root, std::nullopt);
        QMetaObject::invokeMethod(
            this,
            [this, freed] {
                askUsage();
                m_window.historyMenu().setInForce(HistoryKeeping::InMemoryOnly);
                if (!freed)
                    m_window.sayInPassing(
                        tr("Not all of it could be deleted: %1").arg(displayText(freed.error().text)));
                else if (freed->livingLeft > 0)
                    m_window.sayInPassing(tr("Deleted, but for what other programs write now."));
                else
                    m_window.sayInPassing(tr("Deleted. The history is kept again from the next start on."));
            },
            Qt::QueuedConnection);
    });
}

} // namespace wk
