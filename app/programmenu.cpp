// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/programmenu.h"

#include "app/language.h"
#include "ui/style/whentranslated.h"

#include <QActionGroup>
#include <QMenu>

namespace wk {

ProgramMenu::ProgramMenu(QMenu &menu, const Language &language)
    : QObject(&menu)
{
    QAction *first = menu.actions().value(0);
    QAction *clusters = new QAction(&menu);
    QAction *file = new QAction(&menu);
    QAction *folder = new QAction(&menu);
    QAction *etcd = new QAction(&menu);
    QAction *again = new QAction(&menu);
    auto *languages = new QMenu(&menu);
    menu.insertActions(first, {clusters, file, folder, etcd, again});
    menu.insertSeparator(first);
    menu.insertMenu(first, languages);
    connect(clusters, &QAction::triggered, this, &ProgramMenu::clustersAsked);
    connect(file, &QAction::triggered, this, &ProgramMenu::fileAsked);
    connect(folder, &QAction::triggered, this, &ProgramMenu::folderAsked);
    connect(etcd, &QAction::triggered, this, &ProgramMenu::etcdAsked);
    connect(again, &QAction::triggered, this, &ProgramMenu::againAsked);
    whenTranslated(&menu, [clusters, file, folder, etcd, again, languages] {
        clusters->setText(tr("Clusters and test…"));
        file->setText(tr("Open a kubeconfig…"));
        folder->setText(tr("Open a folder of kubeconfigs…"));
        etcd->setText(tr("Connect to etcd…"));
        again->setText(tr("Connect again"));
        languages->setTitle(tr("Language"));
    });
    addLanguages(*languages, language);
}

void ProgramMenu::addLanguages(QMenu &languages, const Language &language)
{
    auto *names = new QActionGroup(&languages);
    for (const QString &name : Language::known()) {
        QAction *action =
            languages.addAction(name == QStringLiteral("en") ? QStringLiteral("English") : QStringLiteral("简体中文"));
        action->setCheckable(true);
        action->setChecked(language.name() == name);
        names->addAction(action);
        connect(action, &QAction::triggered, this, [this, name] { Q_EMIT languageChosen(name); });
    }
}

} // namespace wk
