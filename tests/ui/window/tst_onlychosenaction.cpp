// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"
#include "ui/window/onlychosenaction.h"

#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace tst_onlychosenaction {

using namespace wk;

namespace {

using Names = std::vector<std::string>;

struct Window {
    Window(UiSettings &settings, const QString &cluster)
        : action(state, settings, &menu)
    {
        action.setCluster(cluster);
    }

    WindowState state;
    QMenu menu;
    OnlyChosenAction action;
};

} // namespace

class OnlyChosenActionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withAllNamespacesThereIsNothingToChooseAndItSaysSo()
    {
        Window window(m_settings, QStringLiteral("a"));
        QVERIFY(!window.action.isEnabled());
        QVERIFY(window.action.text().contains(QStringLiteral("choose some first")));
        window.state.setNamespaces({"web"});
        QVERIFY(window.action.isEnabled());
        QCOMPARE(window.action.text(), QStringLiteral("Watch only these namespaces"));
        QVERIFY(!window.action.isChecked());
    }

    void itIsRememberedForEachClusterWithTheNamespaces()
    {
        {
            Window window(m_settings, QStringLiteral("large"));
            window.state.setNamespaces({"web"});
            window.action.trigger();
            QVERIFY(window.state.watchesOnlyChosen());
            window.state.setNamespaces({"web", "db"});
        }
        Window again(m_settings, QStringLiteral("large"));
        QVERIFY(again.action.isChecked() && again.state.watchesOnlyChosen());
        QCOMPARE(again.state.namespaces(), (Names{"web", "db"}));
        Window other(m_settings, QStringLiteral("small"));
        QVERIFY(!other.state.watchesOnlyChosen());
        QVERIFY(other.state.namespaces().empty());

        again.state.setNamespaces({});
        Window all(m_settings, QStringLiteral("large"));
        QVERIFY(all.state.watchesOnlyChosen() && all.state.namespaces().empty());
        again.state.setNamespaces({"db"});
        again.action.trigger();
        QVERIFY(!again.state.watchesOnlyChosen());
        Window off(m_settings, QStringLiteral("large"));
        QVERIFY(!off.state.watchesOnlyChosen());
        QVERIFY2(off.state.namespaces().empty(), "nothing is narrowed for one who watches all");
    }

private:
    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
};

} // namespace tst_onlychosenaction

WK_TEST(tst_onlychosenaction, OnlyChosenActionTest, QApplication)
#include "tst_onlychosenaction.moc"
