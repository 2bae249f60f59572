// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/session/connectiontest.h"
#include "ui/window/clusterpopup.h"

#include <QDialog>

#include <functional>
#include <memory>

class QFormLayout;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace wk {

class SafeLabel;

/// The clusters that can be connected to, how each is reached and with whose rights, and a test of the way there, step
/// by step. Gui thread.
class ConnectDialog : public QDialog
{
    Q_OBJECT

public:
    /// What a cluster is and how it is reached, by its name; reads files.
    using Describe = std::function<Result<ClusterAccess>(const QString &name)>;
    /// What a test is let do.
    struct TestRules {
        /// Calls `agreed`, at once or when the user has said over the dialog that it may go on.
        std::function<void(const ClusterAccess &access, QWidget &over, const std::function<void()> &agreed)> ask;
        /// What plugins are let do; these are asked in the test's thread.
        std::function<PluginRules()> plugins;
    };

    ConnectDialog(const ClusterChoices &choices, Describe describe, TestRules rules, QWidget *parent = nullptr);
    ~ConnectDialog() override;

    /// All that is said of the chosen cluster and of its test, for whoever is asked for help; no secret is in it.
    QString report() const;
    /// Null before the first.
    const ConnectionTest *test() const { return m_test.get(); }

Q_SIGNALS:
    void connectAsked(const QStringList &names);
    void fileAsked();
    void etcdAsked();

private:
    void build();
    void setTexts();
    void showChosen();
    void addFact(const QString &label, const QString &value);
    void startTest();
    void showTest();
    void showStep(std::size_t number, const TestStep &step);
    QString chosen() const;

    ClusterChoices m_choices;
    const Describe m_describe;
    const TestRules m_rules;
    QListWidget *m_list;
    SafeLabel *m_name;
    QFormLayout *m_facts;
    QVBoxLayout *m_steps;
    SafeLabel *m_problem;
    SafeLabel *m_promise;
    QPushButton *m_testButton;
    QPushButton *m_file;
    QPushButton *m_etcd;
    QPushButton *m_copy;
    QPushButton *m_cancel;
    QPushButton *m_connect;
    std::vector<class TestStepRow *> m_rows;
    std::optional<ClusterAccess> m_access; ///< of the chosen one, where it can be read
    std::unique_ptr<ConnectionTest> m_test;
};

} // namespace wk
