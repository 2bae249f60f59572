// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/artefacts.h"
#include "tests/simulation/selftests.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_validators {

using namespace wk::sim;

class TestValidators : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judgesHistoriesRightly_data();
    void judgesHistoriesRightly();
    void eachHasThreeOfEither();
};

void TestValidators::judgesHistoriesRightly_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < selfTests().size(); ++i) {
        const SelfTest &test = selfTests()[i];
        QTest::addRow("%s %s: %s", test.validator, test.holds ? "passes" : "finds", test.sentence) << i;
    }
}

void TestValidators::judgesHistoriesRightly()
{
    QFETCH(const std::size_t, index);
    const Violations found = judge(selfTests()[index]);
    if (selfTests()[index].holds)
        QVERIFY2(found.empty(), words(found).c_str());
    else
        QVERIFY(!found.empty());
}

void TestValidators::eachHasThreeOfEither()
{
    for (const Validator &validator : validators()) {
        for (const bool holds : {true, false}) {
            const auto count = std::count_if(selfTests().begin(), selfTests().end(), [&](const SelfTest &test) {
                return QLatin1String(test.validator) == QLatin1String(validator.id) && test.holds == holds;
            });
            QVERIFY2(count >= 3, validator.id);
        }
    }
}

} // namespace tst_validators

WK_TEST(tst_validators, TestValidators, QCoreApplication)
#include "tst_validators.moc"
