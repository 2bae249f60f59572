// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answers/latesttask.h"
#include "ui/code/diffdocument.h"
#include "ui/models/streammodel.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

class QMenu;
class QSplitter;
class QStackedWidget;

namespace wk {

class CodePane;
class DiffCopy;
class PaneBar;

/// The selected event: what it changed against the object's previous revision, the object's YAML, and the
/// watch line as it came. Gui thread; bodies are unpacked, compared and laid out in Qt's pool, for this one
/// event only.
class EventDetail : public QWidget
{
    Q_OBJECT

public:
    explicit EventDetail(QWidget *parent = nullptr);
    ~EventDetail() override;

    /// Shows the event of a row, which is copied from; `words` is what the stream says of it.
    void show(const StreamModel::Row &row, const QString &words, std::size_t sizeBytes);
    void clear();
    /// Searches in the pane that has the focus, else in the diff.
    void find();

Q_SIGNALS:
    /// See CodeView: of the diff.
    void diffMenuOpened(QMenu *menu, const std::string &writer);

protected:
    void changeEvent(QEvent *event) override;

private:
    /// What is to be read: all of it immutable and shared.
    struct Subject {
        RowId id = 0;
        EntryType type = EntryType::Error;
        EntryClass origin = EntryClass::Live;
        WallTime arrived{};
        ObjectPtr object;
        ObjectPtr previous;
        QString words;
        std::size_t sizeBytes = 0;
        std::string line; ///< of an event without an object
        QString name;     ///< "Pod web/web-1"; empty for what concerns a watch as a whole

        /// Nothing is known of it but that it went.
        bool isLastAndOnly() const { return !previous && type == EntryType::Deleted; }
    };
    /// What the pool makes of it. A document is null when there is none, and then the error says why.
    struct Reading {
        RowId id = 0;
        std::optional<DiffText> diff;
        Error diffError;
        CodeDocumentPtr yaml;
        Error yamlError;
        CodeDocumentPtr raw;
        CodeDocumentPtr bytes;
    };

    static QString nameOf(const StreamModel::Row &row);
    static RevisionSpan spanOf(const Subject &subject);
    static Reading read(const Subject &subject);
    CodePane *addPane(PaneBar *bar, QStackedWidget *stack);
    QWidget *side(PaneBar *bar, QStackedWidget *stack);
    void showReading(Reading reading);
    void sayFacts();
    void sayAll(const QString &sentence);
    void showWithoutObject(const Reading &reading);
    QString diffSentence(const Reading &reading) const;
    void retranslate();

    std::optional<Subject> m_subject;
    std::optional<Reading> m_reading;
    QSplitter *m_splitter;
    PaneBar *m_leftBar;
    PaneBar *m_rightBar;
    QStackedWidget *m_left;
    QStackedWidget *m_right;
    CodePane *m_diff;
    DiffCopy *m_copies;
    CodePane *m_yaml;
    CodePane *m_raw;
    CodePane *m_bytes;
    LatestTask<Reading> m_task;
};

} // namespace wk
