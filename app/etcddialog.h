// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

#include <QDialog>
#include <QString>

#include <vector>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace wk {

/// Asks which etcd cluster is to be read, and how. Says what is wrong with an answer beside it, and closes once there
/// is one that can be used. Gui thread.
class EtcdDialog : public QDialog
{
    Q_OBJECT

public:
    explicit EtcdDialog(QWidget *parent = nullptr);

    /// As it is filled in.
    EtcdArguments arguments() const;
    QString prefix() const;
    /// What is wrong with it; it stays open.
    void say(const QString &problem);

Q_SIGNALS:
    /// The user wants it to be connected.
    void wanted();

private:
    struct Field {
        QLabel *label;
        QLineEdit *edit;
        QPushButton *browse; ///< of a file; else null
    };

    Field addField(QFormLayout &form, bool isFile);
    void choose(QLineEdit &edit);
    void setTexts();

    Field m_members;
    Field m_prefix;
    Field m_user;
    Field m_password;
    Field m_ca;
    Field m_certificate;
    Field m_key;
    QCheckBox *m_insecure;
    QLabel *m_problem;
    QPushButton *m_connect = nullptr;
    QPushButton *m_cancel = nullptr;
};

} // namespace wk
