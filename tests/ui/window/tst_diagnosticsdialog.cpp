// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/window/diagnosticsdialog.h"

#include <QApplication>
#include <QClipboard>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <latch>

namespace tst_diagnosticsdialog {

using namespace wk;

class DiagnosticsDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsThereBeforeAllIsLookedUpAndCopiesWhatItShows()
    {
        std::latch found(1);
        const QThread *window = QThread::currentThread();
        auto *const dialog = new DiagnosticsDialog(
            [&found, window] {
                found.wait();
                return QThread::currentThread() == window ? QString() : QStringLiteral("Folders\n  <b>/usr/bin</b>");
            },
            nullptr);
        dialog->show();
        const auto *const text = dialog->findChild<QPlainTextEdit *>();
        QVERIFY(text->toPlainText().isEmpty());
        found.count_down();
        QTRY_COMPARE(text->toPlainText(), QStringLiteral("Folders\n  <b>/usr/bin</b>"));
        const auto buttons = dialog->findChildren<QPushButton *>();
        const auto copy = std::ranges::find(buttons, QStringLiteral("Copy"), &QPushButton::text);
        QVERIFY(copy != buttons.end());
        QTest::mouseClick(*copy, Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), text->toPlainText());
        dialog->close();
    }
};

} // namespace tst_diagnosticsdialog

WK_TEST(tst_diagnosticsdialog, DiagnosticsDialogTest, QApplication)
#include "tst_diagnosticsdialog.moc"
