// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/onlychosenaction.h"

#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"
#include "ui/style/whentranslated.h"

#include <QWidget>

namespace wk {

OnlyChosenAction::OnlyChosenAction(WindowState &state, UiSettings &settings, QWidget *parent)
    : QAction(parent)
    , m_state(state)
    , m_settings(settings)
{
    setCheckable(true);
    whenTranslated(parent, [this] { say(); });
    connect(this, &QAction::triggered, this, [this](bool isOn) {
        m_state.setWatchesOnlyChosen(isOn);
        remember();
    });
    connect(&state, &WindowState::watchesOnlyChosenChanged, this, &OnlyChosenAction::say);
    connect(&state, &WindowState::namespacesChanged, this, [this] {
        say();
        if (m_state.watchesOnlyChosen())
            remember();
    });
}

void OnlyChosenAction::say()
{
    const bool hasChosen = !m_state.namespaces().empty();
    setText(hasChosen ? tr("Watch only these namespaces") : tr("Watch only these namespaces (choose some first)"));
    setEnabled(hasChosen);
    setChecked(m_state.watchesOnlyChosen());
}

void OnlyChosenAction::setCluster(const QString &name)
{
    m_cluster = name;
    const std::optional<QStringList> only = m_settings.onlyNamespaces(name);
    m_state.setWatchesOnlyChosen(only.has_value());
    if (!only || only->isEmpty())
        return;
    std::vector<std::string> namespaces;
    for (const QString &ns : *only)
        namespaces.push_back(ns.toStdString());
    m_state.setNamespaces(namespaces);
}

void OnlyChosenAction::remember()
{
    if (!m_state.watchesOnlyChosen())
        return m_settings.setOnlyNamespaces(m_cluster, {});
    QStringList namespaces;
    for (const std::string &ns : m_state.namespaces())
        namespaces.append(QString::fromStdString(ns));
    m_settings.setOnlyNamespaces(m_cluster, namespaces);
}

} // namespace wk
