// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace wk {

class CodeView;
class FindBar;

/// A CodeView with its search above it. Gui thread.
class CodePane : public QWidget
{
    Q_OBJECT

public:
    explicit CodePane(QWidget *parent = nullptr);

    CodeView *view() const { return m_view; }
    void find();

private:
    CodeView *m_view;
    FindBar *m_findBar;
};

} // namespace wk
