// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/recordingways.h"

#include "ui/style/errorwords.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"
#include "ui/window/mainwindow.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QUrl>

namespace wk {

namespace {

/// The only file that is dragged; empty where it is none, or several.
QString fileOf(const QMimeData &data)
{
    const QList<QUrl> urls = data.urls();
    return urls.size() == 1 ? urls.constFirst().toLocalFile() : QString();
}

} // namespace

RecordingWays::RecordingWays(MainWindow &window, const UiSettings &settings)
    : QObject(&window)
    , m_window(window)
    , m_settings(settings)
{
    addEntries(window.programMenu());
    window.setAcceptDrops(true);
    window.installEventFilter(this);
}

void RecordingWays::addEntries(QMenu &menu)
{
    QAction *first = menu.actions().value(0);
    auto *open = new QAction(&menu);
    auto *recent = new QMenu(&menu);
    menu.insertAction(first, open);
    menu.insertMenu(first, recent);
    menu.insertSeparator(first);
    open->setShortcut(QKeySequence::Open);
    m_window.addAction(open);
    connect(open, &QAction::triggered, this, &RecordingWays::choose);
    connect(&menu, &QMenu::aboutToShow, recent,
            [this, recent] { recent->menuAction()->setVisible(!m_settings.recordings().isEmpty()); });
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    whenTranslated(&menu, [open, recent] {
        open->setText(tr("Open a recording…"));
        recent->setTitle(tr("Recent recordings"));
    });
}

void RecordingWays::fillRecent(QMenu &menu)
{
    menu.clear();
    for (const QString &path : m_settings.recordings()) {
        QString name = displayText(path.toStdString());
        QAction *action = menu.addAction(name.replace(u'&', QStringLiteral("&&")));
        action->setEnabled(QFileInfo::exists(path));
        connect(action, &QAction::triggered, this, [this, path] { Q_EMIT chosen(path); });
    }
}

void RecordingWays::choose()
{
    const QStringList before = m_settings.recordings();
    auto *dialog = new QFileDialog(&m_window, tr("Open a recording"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {tr("Recordings (*.wklog *.wklog.part)"), tr("Lines of kubectl (*.json *.jsonl)"), tr("All files (*)")});
    if (!before.isEmpty())
        dialog->setDirectory(QFileInfo(before.constFirst()).absolutePath());
    connect(dialog, &QFileDialog::fileSelected, this, &RecordingWays::chosen);
    dialog->open();
}

void RecordingWays::sayUnreadable(const QString &path, const Error &why, QWidget &window)
{
    auto *box = new QMessageBox(QMessageBox::Warning, QStringLiteral("Watchkeeper"),
                                tr("%1 cannot be opened as a recording.").arg(displayText(path.toStdString())),
                                QMessageBox::Ok, &window);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(errorWords(why).sentence());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

bool RecordingWays::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::DragEnter) {
        auto *drag = static_cast<QDragEnterEvent *>(event);
        if (drag->mimeData() && !fileOf(*drag->mimeData()).isEmpty())
            drag->acceptProposedAction();
        return true;
    }
    if (event->type() == QEvent::Drop) {
        auto *drop = static_cast<QDropEvent *>(event);
        const QString path = drop->mimeData() ? fileOf(*drop->mimeData()) : QString();
        if (!path.isEmpty()) {
            drop->acceptProposedAction();
            Q_EMIT chosen(path);
        }
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace wk
