// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/selectors.h"
#include "core/resource/fieldterm.h"
#include "tests/core/apiserver/objects.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_selectors {

using namespace wk::apiserver;

class TestSelectors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void labels_data();
    void labels();
    void fields_data();
    void fields();
    void aTermSelectsItsValueWhateverIsInIt_data();
    void aTermSelectsItsValueWhateverIsInIt();
    void refusals_data();
    void refusals();
};

void TestSelectors::labels_data()
{
    QTest::addColumn<QString>("selector");
    QTest::addColumn<bool>("matches");
    QTest::newRow("an empty selector takes all") << "" << true;
    QTest::newRow("equal") << "app=web" << true;
    QTest::newRow("equal, twice the sign") << "app==web" << true;
    QTest::newRow("another value") << "app=db" << false;
    QTest::newRow("not another value") << "app!=db" << true;
    QTest::newRow("not this value") << "app!=web" << false;
    QTest::newRow("a missing key is not equal") << "zone!=x" << true;
    QTest::newRow("in a set") << "app in (db,web)" << true;
    QTest::newRow("in a set, with spaces") << " app  in ( db , web ) " << true;
    QTest::newRow("not in a set") << "app notin (db)" << true;
    QTest::newRow("a missing key is in no set") << "zone notin (x)" << true;
    QTest::newRow("there") << "app" << true;
    QTest::newRow("not there") << "!zone" << true;
    QTest::newRow("not there, but it is") << "!app" << false;
    QTest::newRow("an empty value") << "tier=" << true;
    QTest::newRow("all must hold") << "app=web,tier=,x/y.z=1" << true;
    QTest::newRow("one does not") << "app=web,zone" << false;
    QTest::newRow("a set with the empty value") << "tier in (,x)" << true;
}

void TestSelectors::labels()
{
    QFETCH(QString, selector);
    const auto parsed = Selector::parse(podType(), selector.toStdString(), "");
    QVERIFY(parsed);
    QTEST(parsed->matches(pod("ns/name", "app=web,tier=,x/y.z=1")), "matches");
}

void TestSelectors::fields_data()
{
    QTest::addColumn<QString>("selector");
    QTest::addColumn<bool>("matches");
    QTest::newRow("by name") << "metadata.name=name" << true;
    QTest::newRow("by another name") << "metadata.name=other" << false;
    QTest::newRow("by namespace") << "metadata.namespace==ns" << true;
    QTest::newRow("by node") << "spec.nodeName=node-1" << true;
    QTest::newRow("what has no node") << "spec.nodeName=" << false;
    QTest::newRow("by phase, two of them") << "status.phase!=Succeeded,status.phase!=Failed" << true;
    QTest::newRow("an escaped comma belongs to the value") << R"(metadata.name!=a\,b)" << true;
    QTest::newRow("a selector in a value selects nothing") << R"(metadata.name=x\,metadata.name!\=y)" << false;
    QTest::newRow("nothing between two commas") << ",metadata.name=name,," << true;
}

void TestSelectors::fields()
{
    QFETCH(QString, selector);
    const auto parsed = Selector::parse(podType(), "", selector.toStdString());
    QVERIFY(parsed);
    QTEST(parsed->matches(pod("ns/name", "", "node-1")), "matches");
}

void TestSelectors::aTermSelectsItsValueWhateverIsInIt_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"web", "a=b,c", "x,metadata.name!=zzz", R"(back\slash\)", "a==b", "!"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestSelectors::aTermSelectsItsValueWhateverIsInIt()
{
    QFETCH(QString, name);
    const auto parsed = Selector::parse(podType(), "", wk::fieldTerm("metadata.name", name.toStdString()));
    QVERIFY(parsed);
    QVERIFY(parsed->matches(pod("ns/" + name.toStdString(), "", "node-1")));
    QVERIFY(!parsed->matches(pod("ns/other", "", "node-1")));
}

void TestSelectors::refusals_data()
{
    QTest::addColumn<QString>("labels");
    QTest::addColumn<QString>("fields");
    QTest::newRow("no key") << "=web"
                            << "";
    QTest::newRow("an open set") << "app in (web"
                                 << "";
    QTest::newRow("no operator") << "app web"
                                 << "";
    QTest::newRow("something after the end") << "app=web)"
                                             << "";
    QTest::newRow("an empty term") << "app=web,"
                                   << "";
    QTest::newRow("a field that is not offered") << ""
                                                 << "spec.bogus=1";
    QTest::newRow("a value with an equals sign") << ""
                                                 << "metadata.name=a=b";
    QTest::newRow("a backslash before another sign") << ""
                                                     << R"(metadata.name=a\b)";
    QTest::newRow("a backslash at the end") << ""
                                            << R"(metadata.name=a\)";
    QTest::newRow("a field without a value") << ""
                                             << "metadata.name";
}

void TestSelectors::refusals()
{
    QFETCH(QString, labels);
    QFETCH(QString, fields);
    const auto parsed = Selector::parse(podType(), labels.toStdString(), fields.toStdString());
    QVERIFY(!parsed);
    QCOMPARE(parsed.status().code, 400);
}

} // namespace tst_selectors

WK_TEST(tst_selectors, TestSelectors, QCoreApplication)
#include "tst_selectors.moc"
