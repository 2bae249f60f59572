// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/yamlpage.h"

#include "ui/code/codeview.h"
#include "ui/code/findbar.h"
#include "ui/code/objectyaml.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace wk {

YamlPage::YamlPage(QWidget *parent)
    : QWidget(parent)
    , m_view(new CodeView(this))
    , m_findBar(new FindBar(m_view, this))
    , m_managedFields(new QToolButton(this))
    , m_blame(new QToolButton(this))
    , m_find(new QToolButton(this))
    , m_copy(new QToolButton(this))
{
    auto *tools = new QHBoxLayout;
    tools->setContentsMargins(scaled(8), scaled(2), scaled(8), scaled(2));
    tools->setSpacing(scaled(measure::Grid));
    tools->addWidget(m_managedFields);
    tools->addWidget(m_blame);
    tools->addStretch(1);
    tools->addWidget(m_find);
    tools->addWidget(m_copy);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(tools);
    column->addWidget(m_findBar);
    column->addWidget(m_view, 1);
    for (QToolButton *button : {m_managedFields, m_blame}) {
        button->setCheckable(true);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        // The window can be as narrow as it was without them: their words are cut off first.
        button->setMinimumWidth(scaled(8 * measure::Grid));
    }
    m_find->setIcon(icon(Icon::Search));
    m_copy->setIcon(icon(Icon::Copy));
    for (QToolButton *button : {m_managedFields, m_blame, m_find, m_copy})
        button->setAutoRaise(true);
    connect(m_managedFields, &QToolButton::toggled, this, &YamlPage::showManagedFields);
    connect(m_blame, &QToolButton::toggled, this, &YamlPage::showBlame);
    connect(m_find, &QToolButton::clicked, this, &YamlPage::find);
    connect(m_copy, &QToolButton::clicked, this, &YamlPage::copyAll);
    retranslate();
}

void YamlPage::show(const ObjectPtr &object, const ResourceInfo &resource, const Texts &texts, Subject subject)
{
    m_object = object;
    m_resource = resource;
    m_texts = texts;
    const CodeDocumentPtr &document = isBlaming() && texts.blamed ? texts.blamed : texts.yaml;
    if (subject == Subject::Same)
        m_view->updateDocument(document);
    else
        m_view->setDocument(document);
    showManagedFields(m_managedFields->isChecked());
    m_copy->setEnabled(true);
}

void YamlPage::say(const QString &sentence)
{
    m_object.reset();
    m_texts = {};
    m_view->setPlaceholder(sentence);
    m_view->setDocument(nullptr);
    m_copy->setEnabled(false);
}

void YamlPage::find()
{
    m_findBar->open();
}

void YamlPage::copyAll() const
{
    if (!m_object)
        return;
    const auto kept =
        m_managedFields->isChecked() ? yaml::Writer::ManagedFields::Kept : yaml::Writer::ManagedFields::LeftOut;
    QApplication::clipboard()->setText(QString::fromStdString(objectsYaml({m_object}, m_resource, kept)));
}

void YamlPage::showManagedFields(bool shown)
{
    const CodeDocumentPtr &document = m_view->document();
    if (!document)
        return;
    for (std::size_t fold = 0; fold < document->folds.size(); ++fold) {
        if (document->folds[fold].closed)
            m_view->setFoldClosed(int(fold), !shown);
    }
}

bool YamlPage::isBlaming() const
{
    return m_blame->isChecked();
}

/// The plain text stays until the blame is there.
void YamlPage::showBlame(bool shown)
{
    if (shown)
        return blameAsked();
    if (!m_object)
        return;
    m_view->updateDocument(m_texts.yaml);
    showManagedFields(m_managedFields->isChecked());
}

void YamlPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void YamlPage::retranslate()
{
    m_view->setAccessibleName(tr("YAML of the object"));
    m_managedFields->setText(tr("Managed fields"));
    m_managedFields->setToolTip(safeToolTip(tr("Show who wrote which field")));
    m_blame->setText(tr("Blame"));
    m_blame->setToolTip(safeToolTip(tr(
        "Show who wrote each line, and when. If the write was not seen: who owns it, and after ≤ the latest possible "
        "time")));
    m_find->setAccessibleName(tr("Find in the YAML"));
    m_find->setToolTip(safeToolTip(tr("Find (Ctrl+F)")));
    m_copy->setAccessibleName(tr("Copy the YAML"));
    m_copy->setToolTip(safeToolTip(tr("Copy the YAML")));
}

} // namespace wk
