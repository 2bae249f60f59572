// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answers/latesttask.h"

#include <QDialog>
#include <QString>

#include <functional>

class QPlainTextEdit;

namespace wk {

/// What the program found on its way to the clusters, to be read and copied into a report: looked up anew each time, in
/// Qt's pool. Deletes itself when closed. Gui thread.
class DiagnosticsDialog : public QDialog
{
    Q_OBJECT

public:
    /// `lookUp` is called once, in another thread; its text is safe to show.
    DiagnosticsDialog(std::function<QString()> lookUp, QWidget *parent);

private:
    QPlainTextEdit *m_text;
    LatestTask<QString> m_lookUp;
};

} // namespace wk
