// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/helpdialog.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/window/helppages.h"

#include <QFile>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QTextBrowser>
#include <QTextTable>

/// Outside of any namespace; see icons.cpp.
static void initHelp()
{
    Q_INIT_RESOURCE(help);
}

namespace wk {

namespace {

/// The text of a page, in the program's language if it is there so.
QString textOfPage(const QString &name)
{
    initHelp();
    const QString base = QStringLiteral(":/watchkeeper/help/") + name;
    for (const QString &path :
         {QString(base + u'.' + QLocale().name() + QStringLiteral(".md")), QString(base + QStringLiteral(".md"))}) {
        QFile file(path);
        if (file.open(QIODevice::ReadOnly))
            return QString::fromUtf8(file.readAll());
    }
    return {};
}

/// Markdown says nothing of how its tables look.
void layOutTables(const QTextDocument &document)
{
    for (QTextFrame *frame : document.rootFrame()->childFrames()) {
        auto *const table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(QGuiApplication::palette().brush(QPalette::Mid));
        format.setCellSpacing(0);
        format.setCellPadding(scaled(1.5 * measure::Grid));
        format.setTopMargin(scaled(2 * measure::Grid));
        format.setBottomMargin(scaled(3 * measure::Grid));
        table->setFormat(format);
    }
}

} // namespace

HelpDialog::HelpDialog(QWidget *parent)
    : QDialog(parent)
    , m_names(new QListWidget(this))
    , m_page(new QTextBrowser(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Help"));
    constexpr int Width = 960;
    constexpr int Height = 680;
    constexpr int NamesWidth = 220;
    resize(scaled(Width), scaled(Height));
    m_names->setFixedWidth(scaled(NamesWidth));
    m_names->setAccessibleName(tr("Pages"));
    m_page->setAccessibleName(tr("Page"));
    m_page->setOpenLinks(false);
    m_page->document()->setDocumentMargin(scaled(4 * measure::Grid));
    addPage(tr("The embedded server and etcd"), textOfPage(QStringLiteral("storage")));
    addPage(tr("The files of a history"), textOfPage(QStringLiteral("format")));
    addPage(tr("What this program can send"), helppages::sent());
    addPage(tr("Limits"), helppages::limits());
    auto *row = new QHBoxLayout(this);
    row->addWidget(m_names);
    row->addWidget(m_page, 1);
    connect(m_names, &QListWidget::currentRowChanged, this, &HelpDialog::showPage);
    m_names->setCurrentRow(0);
}

void HelpDialog::addPage(const QString &title, const QString &markdown)
{
    m_names->addItem(title);
    m_pages.append(markdown);
}

void HelpDialog::showPage(int index)
{
    m_page->setMarkdown(m_pages.at(index));
    layOutTables(*m_page->document());
}

} // namespace wk
