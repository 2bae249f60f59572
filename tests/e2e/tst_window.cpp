// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/language.h"
#include "tests/support/testregistry.h"
#include "tests/support/windowrig.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/streammodel.h"
#include "ui/stream/streamview.h"
#include "ui/style/tokens.h"
#include "ui/table/tableview.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

namespace tst_window {

using namespace wk;

namespace {

QLineEdit *filterBox(MainWindow &window)
{
    return window.findChild<QLineEdit *>();
}

} // namespace

/// The whole window, on the embedded cluster, as a user meets it.
class TestWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsPodsSoonAfterItsStart();
    void theStreamGrowsByItself();
    void aFilterNarrowsTheStream();
    void everyViewPaintsInBothThemesAndLanguages();
    void hostileTextStaysPlain();
};

void TestWindow::showsPodsSoonAfterItsStart()
{
    test::WindowRig rig;
    QVERIFY(rig.access);
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    QVERIFY(rig.bench.window().currentView() == rig.view("table"));
    QTRY_VERIFY(!rig.view("table")->resultText().isEmpty());
    QVERIFY(!rig.bench.session().serverVersion().empty());
}

void TestWindow::theStreamGrowsByItself()
{
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    const auto before = rig.bench.history().end();
    QTRY_VERIFY_WITH_TIMEOUT(rig.bench.history().end() > before + 5, 20'000);
}

void TestWindow::aFilterNarrowsTheStream()
{
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    StreamModel &model = rig.bench.stream().model();
    rig.bench.window().showView(&rig.bench.stream());
    QTRY_VERIFY(model.rowCount() > 50);
    const int all = model.rowCount();
    QLineEdit *box = filterBox(rig.bench.window());
    QVERIFY(box);
    box->setFocus();
    QTest::keyClicks(box, QStringLiteral("kind == Node"));
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_VERIFY(model.rowCount() > 0 && model.rowCount() < all);
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(model.index(row, StreamModel::Kind).data().toString(), QStringLiteral("Node"));
    box->clear();
    QTRY_VERIFY(model.rowCount() >= all);
}

void TestWindow::everyViewPaintsInBothThemesAndLanguages()
{
    test::WindowRig rig;
    Language language;
    const QString folder = QStringLiteral(WATCHKEEPER_BINARY_DIR "/../screenshots");
    QVERIFY(QDir().mkpath(folder));
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    rig.bench.window().setClusters({{QStringLiteral("demo"), QStringLiteral("other")}, {QStringLiteral("demo")}});
    auto *table = qobject_cast<TableView *>(rig.view("table"));
    QTRY_VERIFY_WITH_TIMEOUT(table->model().rowCount() > 20, 30'000);
    const auto before = rig.bench.history().end();
    QTRY_VERIFY_WITH_TIMEOUT(rig.bench.history().end() > before + 10, 30'000);
    for (const QString &name : Language::known()) {
        language.set(name);
        for (const ColourScheme scheme : {ColourScheme::Dark, ColourScheme::Light}) {
            rig.theme.setScheme(scheme);
            for (const auto &[key, view] : rig.bench.views()) {
                rig.bench.window().showView(view);
                QTRY_VERIFY(view->isVisible());
                QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
                // A turn for the theme's palette and the view's own drawing.
                QTRY_VERIFY(tokens(rig.bench.window().palette()).dark == (scheme == ColourScheme::Dark));
                const QString file =
                    QStringLiteral("%1-%2-%3.png")
                        .arg(key, scheme == ColourScheme::Dark ? QStringLiteral("dark") : QStringLiteral("light"),
                             name);
                QVERIFY(rig.bench.window().grab().save(folder + QStringLiteral("/") + file));
            }
        }
    }
    language.set(QStringLiteral("en"));
}

void TestWindow::hostileTextStaysPlain()
{
    test::WindowRig rig;
    QTRY_VERIFY_WITH_TIMEOUT(rig.isReady, 10'000);
    for (QLabel *label : rig.bench.window().findChildren<QLabel *>())
        QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->text()));
}

} // namespace tst_window

WK_TEST(tst_window, TestWindow, QApplication)
#include "tst_window.moc"
