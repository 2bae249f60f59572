// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/revisionnarrowing.h"

#include "ui/style/chip.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace wk {

namespace {

constexpr std::size_t writerChars = 40;

} // namespace

RevisionNarrowing::RevisionNarrowing(RevisionsModel &model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_button(new QToolButton(parent))
    , m_menu(new QMenu(m_button))
    , m_chip(new Chip({}, this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(measure::FirstPadding), scaled(2), scaled(8), scaled(2));
    row->addWidget(m_chip);
    row->addStretch(1);
    m_chip->setIcon(icon(Icon::Close));
    m_button->setIcon(icon(Icon::Search));
    m_button->setMenu(m_menu);
    m_button->setPopupMode(QToolButton::InstantPopup);
    connect(m_menu, &QMenu::aboutToShow, this, &RevisionNarrowing::fillMenu);
    connect(m_chip, &Chip::clicked, this, [this] { ask({}); });
    whenTranslated(this, [this] {
        m_button->setAccessibleName(tr("Narrow the revisions"));
        m_button->setToolTip(safeToolTip(tr("Narrow the revisions: to what changes the spec, or to one writer")));
        refresh();
    });
}

void RevisionNarrowing::fillMenu()
{
    m_menu->clear();
    QAction *spec = m_menu->addAction(tr("Spec only"));
    spec->setCheckable(true);
    spec->setChecked(m_model.narrowing().specOnly);
    connect(spec, &QAction::triggered, this, [this](bool on) { ask({on, m_model.narrowing().writer}); });
    addWriters();
}

void RevisionNarrowing::addWriters()
{
    m_menu->addSection(tr("Written by"));
    auto *one = new QActionGroup(m_menu);
    const auto add = [&](const QString &text, const std::string &writer) {
        QAction *action = m_menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(writer == m_model.narrowing().writer);
        one->addAction(action);
        connect(action, &QAction::triggered, this, [this, writer] { ask({m_model.narrowing().specOnly, writer}); });
    };
    add(tr("Anybody"), {});
    for (const auto &[writer, count] : m_model.writers()) {
        // No mnemonic comes from a cluster's words.
        QString name = displayText(writer, writerChars).replace(QLatin1Char('&'), QStringLiteral("&&"));
        add(tr("%1 (%2)", "a writer and how many revisions are theirs").arg(name, format::number(count)), writer);
    }
}

void RevisionNarrowing::ask(const Narrowing &narrowing)
{
    Q_EMIT asked(narrowing);
}

void RevisionNarrowing::refresh()
{
    const Narrowing &narrowing = m_model.narrowing();
    setVisible(!narrowing.isNone());
    m_button->setEnabled(!m_model.revisions().empty());
    const QString writer = displayText(narrowing.writer, writerChars);
    const QString what = narrowing.writer.empty() ? tr("Spec only")
                         : narrowing.specOnly     ? tr("Spec only, by %1").arg(writer)
                                                  : tr("By %1", "written by").arg(writer);
    m_chip->setText(tr("%1: %2 of %3", "Spec only: 3 of 12")
                        .arg(what, format::number(m_model.rowCount()), format::number(m_model.unnarrowedCount())));
    m_chip->setShortcut({}); // which a "&" in the text has made
    m_chip->setAccessibleName(tr("Show all revisions again. %1").arg(m_chip->text()));
    m_chip->setToolTip(safeToolTip(tr("Show all revisions again")));
    m_chip->updateGeometry();
}

} // namespace wk
