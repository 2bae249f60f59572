// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/waysout.h"

#include "ui/style/dropbutton.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"

#include <QHBoxLayout>
#include <QMenu>

namespace wk {

namespace {

constexpr std::size_t nameChars = 120;

} // namespace

WaysOut::WaysOut(QWidget *parent)
    : QWidget(parent)
    , m_menu(new QMenu(this))
    , m_test(new QPushButton(this))
    , m_contexts(new DropButton(this))
    , m_file(new QPushButton(this))
    , m_etcd(new QPushButton(this))
    , m_demo(new QPushButton(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(scaled(2 * measure::Grid));
    for (QPushButton *button : {m_test, static_cast<QPushButton *>(m_contexts), m_file, m_etcd, m_demo})
        row->addWidget(button);
    m_contexts->setMenu(m_menu);
    connect(m_test, &QPushButton::clicked, this, [this] { Q_EMIT asked(WayOut::Test); });
    connect(m_file, &QPushButton::clicked, this, [this] { Q_EMIT asked(WayOut::Kubeconfig); });
    connect(m_etcd, &QPushButton::clicked, this, [this] { Q_EMIT asked(WayOut::Etcd); });
    connect(m_demo, &QPushButton::clicked, this, [this] { Q_EMIT clusterChosen(m_demoName); });
    whenTranslated(this, [this] {
        m_test->setText(tr("Test the connection…"));
        m_contexts->setText(tr("Another context"));
        m_file->setText(tr("Open a kubeconfig…"));
        m_etcd->setText(tr("Connect to etcd…"));
        m_demo->setText(tr("Show the demo"));
        for (QPushButton *button : {m_test, static_cast<QPushButton *>(m_contexts), m_file, m_etcd, m_demo})
            button->setAccessibleName(button->text());
    });
}

void WaysOut::offer(const OtherClusters &others)
{
    m_menu->clear();
    for (const QString &name : others.contexts) {
        // No mnemonic comes from a kubeconfig's words.
        const QString text = displayText(name.toStdString(), nameChars).replace(QLatin1Char('&'), QStringLiteral("&&"));
        connect(m_menu->addAction(text), &QAction::triggered, this, [this, name] { Q_EMIT clusterChosen(name); });
    }
    m_demoName = others.demo;
    m_contexts->setVisible(!others.contexts.isEmpty());
    m_demo->setVisible(!others.demo.isEmpty());
}

} // namespace wk
