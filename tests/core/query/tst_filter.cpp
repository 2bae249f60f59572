// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filteredit.h"
#include "core/query/filterparser.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <map>

namespace tst_filter {

using namespace wk;

class TestFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matches_data();
    void matches();
    void edits_data();
    void edits();
    void choices_data();
    void choices();
    void pointingTwiceIsPointingOnce();
    void aNumberIsEqualToWhatItsLastUnitHolds_data();
    void aNumberIsEqualToWhatItsLastUnitHolds();
    void aFilterKnowsWhatItAsks();
};

namespace {

/// A subject as a map: "ns" -> its values; a label as "label[app]"; Text looks through all.
class MapSubject : public FilterSubject
{
public:
    explicit MapSubject(std::multimap<std::string, std::string> values)
        : m_values(std::move(values))
    {}

    bool answers(const FilterTerm &term) const override
    {
        std::string key(fieldName(term.field()));
        if (!term.key().empty())
            key += '[' + term.key() + ']';
        return std::any_of(m_values.begin(), m_values.end(), [&](const auto &pair) {
            return (term.field() == FilterField::Text || pair.first == key) && term.matches(pair.second);
        });
    }

private:
    std::multimap<std::string, std::string> m_values;
};

Filter filterOf(const QString &text)
{
    return parseFilter(text.toStdString()).filter.value();
}

FilterPoint pointOf(const QString &text)
{
    const FilterTerm term = filterOf(text).clauses().front().term;
    return {term.field(), term.key(), term.values().empty() ? std::string() : term.values().front()};
}

} // namespace

void TestFilter::matches_data()
{
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *text, bool expected) { QTest::newRow(text) << expected; };
    row("", true);
    row("kind:pod", true);
    row("kind:po", true);
    row("kind:node,pod", true);
    row("kind:node", false);
    row("kind == \"Pod\"", true);
    row("kind == \"pod\"", false);
    row("kind in {\"Node\", \"Pod\"}", true);
    row("ns == \"web\"", false);
    row("ns:web", true);
    row("ns != \"web\"", true);
    row("ns != \"web-2\"", false);
    row("manager:kubectl", true);
    row("manager == \"kubelet\"", true);
    row("manager != \"kubelet\"", false);
    row("owner", false);
    row("!owner", true);
    row("owner:x", false);
    row("!owner:x", true);
    row("node", false);
    row("label[\"app\"]:WEB", true);
    row("label[\"app\"] == \"WEB\"", false);
    row("label[\"tier\"]", false);
    row("straSSE", true);
    row("GRÖSSE", true);
    row("größe", false);
    row("größe pod", false);
    row("restarts > 3", true);
    row("restarts >= 7", true);
    row("restarts > 7", false);
    row("restarts < 12", true);
    row("restarts == 7", true);
    row("restarts:7", true);
    row("restarts:1", false);
    row("ready == \"0/2\"", true);
    row("ready < 1", true);
    row("ready:0/", true);
    row("column[\"Cpu\"] < 1", true);
    row("column[\"Cpu\"] >= 250m", true);
    row("column[\"Last Schedule\"] > 90s", true);
    row("column[\"Last Schedule\"] < 1h", true);
    row("column[\"none\"] < 1", false);
    row("count > 1", false);
    row("kind:node or ns:web", true);
    row("kind:node or ns:db", false);
    row("kind:node ns:web or kind:pod", true);
    row("kind:pod (ns:db or manager:kubelet)", true);
    row("kind:node (ns:db or manager:kubelet)", false);
    row("!(kind:node or ns:db)", true);
    row("!(kind:pod ns:web)", false);
    row("!(kind:pod ns:db)", true);
    row("kind:pod !ns:web", false);
    row("kind:pod !ns:db", true);
}

void TestFilter::matches()
{
    QFETCH(bool, expected);
    const MapSubject pod({{"kind", "Pod"},
                          {"ns", "web-2"},
                          {"name", "Strasse-1"},
                          {"manager", "kubelet"},
                          {"manager", "kubectl-edit"},
                          {"node", ""},
                          {"label[app]", "Web"},
                          {"restarts", "7 (5m ago)"},
                          {"ready", "0/2"},
                          {"column[Cpu]", "250m"},
                          {"column[Last Schedule]", "5m"},
                          {"message", "Die grösse passt"}});
    QCOMPARE(filterOf(QString::fromUtf8(QTest::currentDataTag())).matches(pod), expected);
}

void TestFilter::edits_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QString>("point");
    QTest::addColumn<QString>("result");
    const auto row = [](const char *name, const char *filter, const char *edit, const char *point, const char *result) {
        QTest::newRow(name) << QString::fromUtf8(filter) << QString::fromUtf8(edit) << QString::fromUtf8(point)
                            << QString::fromUtf8(result);
    };
    row("only, into nothing", "", "only", "ns == web", "ns == \"web\"");
    row("only, behind others", "kind:Pod", "only", "ns == web", "kind:Pod ns == \"web\"");
    row("only replaces in place", "ns:a kind:Pod ns != b", "only", "ns == web", "ns == \"web\" kind:Pod");
    row("only keeps other labels", "label[\"a\"]:x label[\"b\"]:y", "only", "label[\"b\"] == z",
        "label[\"a\"]:x label[\"b\"] == \"z\"");
    row("not, into nothing", "", "not", "ns == web", "ns != \"web\"");
    row("not joins what is excluded", "ns != a x", "not", "ns == web", "!ns in {\"a\", \"web\"} x");
    row("not takes away what was chosen", "ns in {web, a}", "not", "ns == web", "ns == \"a\" ns != \"web\"");
    row("not leaves a typed exclusion alone", "!ns:a", "not", "ns == web", "!ns:a ns != \"web\"");
    row("toggle, into nothing", "", "toggle", "type == ADDED", "type == \"ADDED\"");
    row("toggle adds", "type == ADDED x", "toggle", "type == DELETED", "type in {\"ADDED\", \"DELETED\"} x");
    row("toggle takes away", "type in {ADDED, DELETED} x", "toggle", "type == ADDED", "type == \"DELETED\" x");
    row("toggle takes the clause away", "type == ADDED x", "toggle", "type == ADDED", "x");
    row("toggle turns an exclusion round", "type != ADDED", "toggle", "type == ADDED", "type == \"ADDED\"");
    row("toggle takes from a typed list", "ns:payments,web", "toggle", "ns == web", "ns:payments");
    row("toggle adds to a typed list", "ns:pay,web", "toggle", "ns == infra", "ns:pay,web,infra");
    row("toggle beside a test for presence", "phase", "toggle", "phase == Running", "phase phase == \"Running\"");
    row("only, of a cell without a value", "x ns:a", "only", "!class", "x ns:a !class");
    row("not, of a cell without a value", "x !class", "not", "!class", "x class");
    row("only replaces bounds", "restarts > 3 x", "only", "restarts == 7", "restarts == \"7\" x");
    row("not keeps bounds", "restarts > 3", "not", "restarts == 7", "restarts > 3 restarts != \"7\"");
    row("at least replaces a lower bound", "restarts > 3 restarts < 9", "atLeast", "restarts == 7",
        "restarts < 9 restarts >= 7");
    row("what is asked in brackets is left alone", "a or ns:b", "only", "ns == web", "(a or ns:b) ns == \"web\"");
    row("release takes from those that may be", "type in {ADDED, DELETED} x", "release", "type == ADDED",
        "type == \"DELETED\" x");
    row("release takes from those that must not be", "ns != a x ns != b", "release", "ns == a", "x ns != \"b\"");
    row("clear", "x ns:a ns != b y", "clear", "ns == z", "x y");
}

void TestFilter::edits()
{
    QFETCH(QString, filter);
    QFETCH(QString, edit);
    QFETCH(QString, point);
    QFETCH(QString, result);
    const Filter before = filterOf(filter);
    const FilterPoint at = pointOf(point);
    const Filter after = edit == QStringLiteral("only")      ? withOnly(before, at)
                         : edit == QStringLiteral("not")     ? without(before, at)
                         : edit == QStringLiteral("atLeast") ? withBound(before, at, FilterOp::GreaterEqual)
                         : edit == QStringLiteral("toggle")  ? toggled(before, at)
                         : edit == QStringLiteral("release") ? released(before, at)
                                                             : cleared(before, at.field, at.key);
    QCOMPARE(QString::fromStdString(print(after)), result);
}

void TestFilter::choices_data()
{
    QTest::addColumn<QString>("point");
    QTest::addColumn<int>("choice");
    QTest::newRow("ns == web x") << QStringLiteral("ns == web") << int(FilterChoice::Only);
    QTest::newRow("ns == web-2") << QStringLiteral("ns == web") << int(FilterChoice::None);
    QTest::newRow("ns:web,db") << QStringLiteral("ns == db") << int(FilterChoice::Only);
    QTest::newRow("!ns in {a,web}") << QStringLiteral("ns == web") << int(FilterChoice::Not);
    QTest::newRow("kind:web") << QStringLiteral("ns == web") << int(FilterChoice::None);
}

void TestFilter::choices()
{
    QFETCH(QString, point);
    QFETCH(int, choice);
    QCOMPARE(int(choiceOf(filterOf(QString::fromUtf8(QTest::currentDataTag())), pointOf(point))), choice);
}

void TestFilter::pointingTwiceIsPointingOnce()
{
    const FilterPoint web{FilterField::Namespace, {}, "web"};
    const FilterPoint db{FilterField::Namespace, {}, "db"};
    QVERIFY(withOnly(withOnly({}, web), web) == withOnly({}, web));
    QVERIFY(withOnly(withOnly({}, web), db) == withOnly({}, db));
    QVERIFY(without(without({}, web), web) == without({}, web));
    QVERIFY(toggled(toggled({}, web), web).isEmpty());
}

void TestFilter::aNumberIsEqualToWhatItsLastUnitHolds_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *text, double value, bool expected) {
        QTest::addRow("%s of %.0f", text, value) << value << expected;
    };
    constexpr double Noon = 1795262400e6; // 2026-11-21T12:00Z
    row("age == 5m", 359, true);
    row("age == 5m", 360, false);
    row("age == 5m30s", 359, false);
    row("age >= 5m", 300, true);
    row("age > 5m", 301, true);
    row("age <= 5m", 301, false);
    row("age < 5m", 299.5, true);
    row("size == 5kB", 5000, true);
    row("size == 5kB", 5001, false);
    row("size > 5kB", 5001, true);
    row("size > 5Ki", 5001, false);
    row("size:100,5K", 5000, true);
    row("size", 1, true);
    row("time == 2026-11-21T12:00Z", Noon + 59e6, true);
    row("time == 2026-11-21T12:00Z", Noon + 60e6, false);
    row("time == 2026-11-21T12:00:00.125Z", Noon + 125'999, true);
    row("time > 2026-11-21T12:00Z", Noon, false);
    row("time >= 2026-11-21T12:00Z", Noon, true);
    row("time > 2026-11-21T12:00Z", Noon + 59e6, false);
    row("time > 2026-11-21T12:00Z", Noon + 60e6, true);
    row("time < 2026-11-21T12:00Z", Noon, false);
    row("time < 2026-11-21T12:00Z", Noon - 1, true);
    row("time <= 2026-11-21Z", Noon, true);
    row("time <= 2026-11-20Z", Noon, false);
    row("time <= 2026-11-21T12:00:00.125Z", Noon + 125'999, true);
    row("time <= 2026-11-21T12:00:00.125Z", Noon + 126'000, false);
}

void TestFilter::aNumberIsEqualToWhatItsLastUnitHolds()
{
    QFETCH(double, value);
    QFETCH(bool, expected);
    const QString text = QString::fromUtf8(QTest::currentDataTag());
    QCOMPARE(filterOf(text.left(text.lastIndexOf(QStringLiteral(" of ")))).clauses().front().term.matches(value),
             expected);
}

void TestFilter::aFilterKnowsWhatItAsks()
{
    QVERIFY(filterOf(QStringLiteral("x (kind:a or !(ns:b age > 3m))")).asks(FilterField::Age));
    QVERIFY(!filterOf(QStringLiteral("x (kind:a or !(ns:b name:c))")).asks(FilterField::Age));
}

} // namespace tst_filter

WK_TEST(tst_filter, TestFilter, QCoreApplication)
#include "tst_filter.moc"
