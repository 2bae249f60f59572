// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"
#include "core/resource/resourceinfo.h"
#include "ui/code/codedocument.h"

#include <QWidget>

class QToolButton;

namespace wk {

class CodeView;
class FindBar;

/// The inspector's YAML: coloured, folded, managedFields hidden at first, with find and copy. Gui thread; the
/// document comes ready-made.
class YamlPage : public QWidget
{
    Q_OBJECT

public:
    explicit YamlPage(QWidget *parent = nullptr);

    enum class Subject { Same, Another };
    /// A newer state of the same object keeps place and folds.
    struct Texts {
        CodeDocumentPtr yaml;
        CodeDocumentPtr blamed{}; ///< the same lines, with who wrote them; null unless isBlaming()
    };
    void show(const ObjectPtr &object, const ResourceInfo &resource, const Texts &texts, Subject subject);
    /// Shows a sentence in place of YAML.
    void say(const QString &sentence);
    void find();
    /// Whether the lines are to be shown with who wrote them.
    bool isBlaming() const;
    CodeView *view() const { return m_view; }

Q_SIGNALS:
    /// Texts with their blame are wanted.
    void blameAsked();

protected:
    void changeEvent(QEvent *event) override;

private:
    void copyAll() const;
    void showManagedFields(bool shown);
    void showBlame(bool shown);
    void retranslate();

    ObjectPtr m_object;
    ResourceInfo m_resource;
    CodeView *m_view;
    FindBar *m_findBar;
    Texts m_texts;
    QToolButton *m_managedFields;
    QToolButton *m_blame;
    QToolButton *m_find;
    QToolButton *m_copy;
};

} // namespace wk
