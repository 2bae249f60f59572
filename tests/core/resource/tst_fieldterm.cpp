// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/fieldterm.h"

#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_fieldterm {

using namespace wk;

class TestFieldTerm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aValueMeansItself_data();
    void aValueMeansItself();
};

void TestFieldTerm::aValueMeansItself_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("term");
    const auto row = [](const char *value, const char *term) {
        QTest::newRow(value) << QString::fromUtf8(value) << QString::fromUtf8(term);
    };
    row("web", "metadata.name=web");
    row("", "metadata.name=");
    row("a=b,c", R"(metadata.name=a\=b\,c)");
    row("x,metadata.name!=zzz", R"(metadata.name=x\,metadata.name!\=zzz)");
    row(R"(back\slash\)", R"(metadata.name=back\\slash\\)");
    row("system:größe", "metadata.name=system:größe");
}

void TestFieldTerm::aValueMeansItself()
{
    QFETCH(QString, value);
    QTEST(QString::fromStdString(fieldTerm("metadata.name", value.toStdString())), "term");
}

} // namespace tst_fieldterm

WK_TEST(tst_fieldterm, TestFieldTerm, NoApplication)
#include "tst_fieldterm.moc"
