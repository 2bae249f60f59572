// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/columnwriter.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_columnwriter {

using namespace wk;

class TestColumnWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void columnsAreAsWideAsKubectlMakesThem();
    void widthsAreRemembered();
    void codePointsAreCountedNotBytes();
};

void TestColumnWriter::columnsAreAsWideAsKubectlMakesThem()
{
    ColumnWriter writer;
    QCOMPARE(writer.write({{"NAME", "DATA", "AGE"}, {"settings", "3", "5m"}}),
             std::string("NAME       DATA   AGE\nsettings   3      5m\n"));
}

void TestColumnWriter::widthsAreRemembered()
{
    ColumnWriter writer;
    writer.write({{"a-long-name", "1"}});
    QCOMPARE(writer.write({{"b", "2"}}), std::string("b             2\n"));
}

void TestColumnWriter::codePointsAreCountedNotBytes()
{
    ColumnWriter writer;
    QCOMPARE(writer.write({{"größe", "1"}, {"weight", "2"}}), std::string("größe    1\nweight   2\n"));
}

} // namespace tst_columnwriter

WK_TEST(tst_columnwriter, TestColumnWriter, QCoreApplication)
#include "tst_columnwriter.moc"
