// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "ui/answers/latesttask.h"

#include <QObject>
#include <QString>

class QAction;
class QWidget;

namespace wk {

class CodeView;

/// Takes the difference between two revisions along: as a unified diff of their YAML, which is what Copy takes where
/// nothing is selected, or as a JSON Patch. Written in Qt's pool. Gui thread.
class DiffCopy : public QObject
{
    Q_OBJECT

public:
    /// The parent says when the language changes.
    explicit DiffCopy(QWidget *parent);

    /// What is on show; `after` null: nothing. Without `before` all of `after` is new.
    void setRevisions(ObjectPtr before, ObjectPtr after);
    /// Offers both in the view's menu.
    void serve(CodeView &view);
    QAction *unified() const { return m_unified; }
    QAction *patch() const { return m_patch; }

private:
    void copyUnified();
    void copyPatch();

    ObjectPtr m_before;
    ObjectPtr m_after;
    QAction *m_unified;
    QAction *m_patch;
    LatestTask<QString> m_task;
};

} // namespace wk
