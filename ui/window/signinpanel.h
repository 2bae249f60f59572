// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/cluster/pluginnews.h"

#include <QList>
#include <QString>
#include <QUrl>
#include <QWidget>

class QHBoxLayout;
class QPlainTextEdit;
class QPushButton;

namespace wk {

class SafeLabel;

/// A band over all views while a credential plugin runs: what it says, to be read and copied, a button for each page
/// that it names, and one that cancels it. It is not there before the plugin has said something, unless that takes a
/// while, nor when it has ended. Gui thread.
class SignInPanel : public QWidget
{
    Q_OBJECT

public:
    /// `cluster` is what the user calls it; the clock outlives the panel.
    SignInPanel(const QString &cluster, Clock &clock, QWidget *parent = nullptr);

    void hear(const PluginNews &news);

Q_SIGNALS:
    /// The plugin shall not be waited for.
    void cancelAsked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void begin(const std::string &command);
    void say(const std::string &words);
    void end();
    void showWords();
    void fitHeight();
    void offerLinks(const QList<QUrl> &links);
    void sayTitle();

    Clock &m_clock;
    Clock::Alarm m_silence;  ///< how long it may say nothing before that is told
    const QString m_cluster; ///< safe to show
    QString m_command;
    std::string m_words;    ///< the end of what it has said
    bool m_isStale = false; ///< there are more than are shown
    QList<QUrl> m_offered;
    SafeLabel *m_title;
    QPushButton *m_cancel;
    QPlainTextEdit *m_text;
    QHBoxLayout *m_linkRow;
};

} // namespace wk
