// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/historyretelling.h"
#include "core/recording/recorder.h"

#include <QDialog>
#include <QString>

#include <string>
#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace wk {

/// Asks what of a window's history is to be recorded, and where to. Says what is wrong with an answer beside it. Gui
/// thread.
class RecordDialog : public QDialog
{
    Q_OBJECT

public:
    /// What there is to choose from.
    struct Offer {
        QString file;                      ///< where to, unless the user says otherwise
        std::vector<ResourceInfo> kinds{}; ///< that are watched
        RowQuery query{};                  ///< what the window shows
        QString filter{};                  ///< in words; empty: all is shown
        QString range{};                   ///< which time, for people; empty: from now on
    };
    explicit RecordDialog(Offer offer, QWidget *parent = nullptr);

    /// As it is filled in.
    Recorder::Options options() const;
    RetoldRows rows() const;

Q_SIGNALS:
    /// The user wants it so; the dialog has closed.
    void wanted();

private:
    void choose();
    void answer();
    void setTexts();
    QString path() const;

    const Offer m_offer;
    QLabel *m_range;
    QLabel *m_fileLabel;
    QLineEdit *m_file;
    QPushButton *m_browse;
    QLabel *m_kindsLabel;
    QListWidget *m_kinds;
    QCheckBox *m_isFiltered;
    QCheckBox *m_isRedacted;
    QLabel *m_problem;
    QPushButton *m_record = nullptr;
    QPushButton *m_cancel = nullptr;
};

} // namespace wk
