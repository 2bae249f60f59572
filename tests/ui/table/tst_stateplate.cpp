// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/stateplate.h"

#include "tests/support/testregistry.h"
#include "ui/style/safetext.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

namespace tst_stateplate {

using namespace wk;

TableState stateOf(TableState::Kind kind, const QString &title)
{
    TableState state;
    state.kind = kind;
    state.title = title;
    return state;
}

class StatePlateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTableWithRowsHasNone()
    {
        QWidget window;
        StatePlate plate(&window);
        plate.show(stateOf(TableState::Kind::Empty, QStringLiteral("No pods")));
        QVERIFY(!plate.isHidden());
        plate.show(stateOf(TableState::Kind::Ready, {}));
        QVERIFY(plate.isHidden());
    }

    void wherePlaceIsShortNothingLiesOnTheWords()
    {
        StatePlate plate;
        plate.resize(480, 160);
        TableState state = stateOf(TableState::Kind::Failing, QStringLiteral("Not connected"));
        state.detail = QStringLiteral("The server's certificate is not trusted. ").repeated(20);
        state.canRetry = true;
        static_cast<QWidget &>(plate).show();
        plate.show(state);
        QVERIFY(QTest::qWaitForWindowExposed(&plate));
        const auto placeOf = [&plate](const QWidget *part) {
            return QRect(part->mapTo(plate.widget(), QPoint(0, 0)), part->size());
        };
        const QWidget *words = nullptr;
        for (const SafeLabel *label : plate.findChildren<SafeLabel *>())
            words = label->text() == state.detail ? label : words;
        QVERIFY(words && words->height() >= static_cast<const QLabel *>(words)->heightForWidth(words->width()));
        for (const QPushButton *button : plate.findChildren<QPushButton *>())
            QVERIFY(!button->isVisible() || !placeOf(button).intersects(placeOf(words)));
        QVERIFY2(plate.widget()->height() > plate.viewport()->height(), "the rest can be scrolled to");
    }

    void theKindThatTheFilterAsksForCanBeOpened()
    {
        StatePlate plate;
        TableState state = stateOf(TableState::Kind::NothingMatches, QStringLiteral("Nothing"));
        const auto button = [&plate]() -> QPushButton * {
            for (QPushButton *each : plate.findChildren<QPushButton *>()) {
                if (each->isVisibleTo(&plate))
                    return each;
            }
            return nullptr;
        };
        plate.show(state);
        QVERIFY(!button());
        state.kindAskedFor = ResourceInfo{{"apps", "v1", "deployments"}, "Deployment", {}, {}, {}, {}, true};
        plate.show(state);
        QVERIFY(button());
        QCOMPARE(button()->text(), QStringLiteral("Open Deployments"));
        std::string opened;
        connect(&plate, &StatePlate::kindAsked, this,
                [&opened](const ResourceInfo &resource) { opened = resource.gvr.resource; });
        button()->click();
        QCOMPARE(opened, std::string("deployments"));
    }

    /// A table says how it stands with every batch.
    void whatNobodySeesIsNotLaidOut()
    {
        StatePlate plate;
        const auto *title = plate.findChild<SafeLabel *>();
        plate.show(stateOf(TableState::Kind::Empty, QStringLiteral("No pods")));
        plate.show(stateOf(TableState::Kind::Ready, QStringLiteral("Pods")));
        QCOMPARE(title->text(), QStringLiteral("No pods"));
        plate.show(stateOf(TableState::Kind::Denied, QStringLiteral("Not yours")));
        QCOMPARE(title->text(), QStringLiteral("Not yours"));
    }
};

} // namespace tst_stateplate

WK_TEST(tst_stateplate, StatePlateTest, QApplication)
#include "tst_stateplate.moc"
