// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/window/helpdialog.h"

#include <QApplication>
#include <QListWidget>
#include <QLocale>
#include <QTest>
#include <QTextBrowser>
#include <QTextTable>

namespace tst_helpdialog {

using namespace wk;

class HelpDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void eachPageIsShown()
    {
        HelpDialog dialog(nullptr);
        auto *const names = dialog.findChild<QListWidget *>();
        const auto *const page = dialog.findChild<QTextBrowser *>();
        QVERIFY(names && page && names->count() >= 2);
        QStringList shown;
        for (int row = 0; row < names->count(); ++row) {
            names->setCurrentRow(row);
            QVERIFY(page->document()->firstBlock().blockFormat().headingLevel() == 1);
            QVERIFY(page->toPlainText().size() > 1000);
            QVERIFY(!shown.contains(page->toPlainText()));
            shown.append(page->toPlainText());
        }
        const auto frames = page->document()->rootFrame()->childFrames();
        QVERIFY(std::any_of(frames.begin(), frames.end(),
                            [](QTextFrame *frame) { return qobject_cast<QTextTable *>(frame) != nullptr; }));
    }

    void aPageIsInTheLanguageOfTheProgram()
    {
        const auto first = [] {
            const HelpDialog dialog(nullptr);
            return dialog.findChild<QTextBrowser *>()->toPlainText();
        };
        QVERIFY(first().contains(QStringLiteral("Several servers on one etcd")));
        QLocale::setDefault(QLocale(QStringLiteral("zh_CN")));
        QVERIFY(first().contains(QStringLiteral("多个服务器共用一个 etcd")));
    }
};

} // namespace tst_helpdialog

WK_TEST(tst_helpdialog, HelpDialogTest, QApplication)
#include "tst_helpdialog.moc"
