// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/style/programicon.h"
#include "ui/window/aboutdialog.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>

namespace tst_aboutdialog {

using namespace wk;

class AboutDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theBuildIsShownAndCopied()
    {
        const QString build = QStringLiteral("watchkeeper 9.9\ncommit <b>abc</b>");
        auto *const dialog = new AboutDialog(build, nullptr);
        dialog->show();
        const auto labels = dialog->findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel *label) { return label->text() == build; }));
        QVERIFY(std::ranges::all_of(labels, [](const QLabel *label) {
            return label->text().isEmpty() || label->textFormat() == Qt::PlainText;
        }));
        const auto buttons = dialog->findChildren<QPushButton *>();
        const auto copy = std::ranges::find(buttons, QStringLiteral("Copy"), &QPushButton::text);
        QVERIFY(copy != buttons.end());
        QTest::mouseClick(*copy, Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), build);
        QVERIFY2(dialog->isVisible(), "copying does not close it");
        dialog->close();
    }

    void theIconHasTheUsualSizes()
    {
        const QIcon icon = programIcon();
        for (const int side : {16, 22, 24, 32, 48, 64, 128, 256}) {
            QVERIFY(icon.availableSizes().contains(QSize(side, side)));
            const QImage image = icon.pixmap(side, side).toImage();
            QVERIFY2(image.pixelColor(side / 2, side / 8).alpha() == 255, "something is drawn");
        }
    }
};

} // namespace tst_aboutdialog

WK_TEST(tst_aboutdialog, AboutDialogTest, QApplication)
#include "tst_aboutdialog.moc"
