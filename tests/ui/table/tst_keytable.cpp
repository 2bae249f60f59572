// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"
#include "ui/table/columnlayout.h"

#include <QHeaderView>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

namespace tst_keytable {

using namespace wk;
using namespace wk::sample;

/// A key of etcd with a Kubernetes object in it, which calls itself something else.
ObjectPtr keyed(const std::string &name, const std::string &key)
{
    Object object = pod({.name = name});
    object.cells = {key, std::int64_t(7), "v1 Pod " + name};
    return shared(std::move(object));
}

/// The table of etcd's keys.
class KeyTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysAreInOrderAndAreTheLastToBeCut()
    {
        const QTemporaryDir folder;
        QSettings store(folder.filePath(QStringLiteral("settings")), QSettings::IniFormat);
        UiSettings settings(store);
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        QTableView view;
        view.setModel(&model);
        view.setSortingEnabled(true);
        view.resize(700, 300);
        ColumnLayout layout(view, model, settings);
        ResourceInfo keys = podInfo();
        keys.namespaced = false;
        model.setSource(keys, {1});
        layout.setKind(QStringLiteral("keys"));
        const std::string longest =
            "/registry/customresourcedefinitions.apiextensions.k8s.io/certificates.cert-manager.io";
        model.applyBatch(batch({listed(
            1,
            std::make_shared<const std::vector<Column>>(std::vector<Column>{
                {"Key", "string", "", "", 0}, {"Mod Revision", "integer", "", "", 0}, {"Value", "string", "", "", 0}}),
            {keyed("a", "/z"), keyed("z", "/a"), keyed("m", longest)})}));
        layout.fitToLists();
        const int key = model.columnOf(QStringLiteral("Key"));
        QCOMPARE(model.tableColumns()[std::size_t(key)].look, TableColumn::Look::Mono);
        QStringList shown;
        for (int row = 0; row < model.rowCount(); ++row)
            shown.append(model.index(row, key).data().toString());
        QCOMPARE(shown, QStringList({QStringLiteral("/a"), QString::fromStdString(longest), QStringLiteral("/z")}));
        const int value = model.columnOf(QStringLiteral("Value"));
        QVERIFY(view.columnWidth(key) > 2 * view.columnWidth(value));
    }
};

} // namespace tst_keytable

WK_TEST(tst_keytable, KeyTableTest, QApplication)
#include "tst_keytable.moc"
