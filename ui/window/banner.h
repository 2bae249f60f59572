// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

namespace wk {

class ElidedLabel;

/// A line over all views that says something of the cluster as a whole. A note can be closed, a danger stands for as
/// long as the window does. Gui thread.
class Banner : public QWidget
{
    Q_OBJECT

public:
    enum class Kind { Note, Danger };

    /// `words` is asked again when the language changes.
    Banner(Kind kind, std::function<QString()> words, QWidget *parent);

    QString text() const;
    /// A button behind the words.
    void addButton(std::function<QString()> words, std::function<void()> clicked);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void addClose();
    void ink();

    Kind m_kind;
    ElidedLabel *m_text;
};

} // namespace wk
