// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMenu;

namespace wk {

class Language;

/// The program's own entries in the window's menu: clusters, kubeconfigs, languages. Gui thread.
class ProgramMenu : public QObject
{
    Q_OBJECT

public:
    /// They go with the menu, in front of what it has.
    ProgramMenu(QMenu &menu, const Language &language);

Q_SIGNALS:
    void clustersAsked();
    void fileAsked();
    void folderAsked();
    void etcdAsked();
    void againAsked();
    void languageChosen(const QString &name);

private:
    void addLanguages(QMenu &languages, const Language &language);
};

} // namespace wk
