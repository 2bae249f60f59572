// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/historytext.h"
#include "tests/simulation/validators/validator.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_validators {

using namespace wk::sim;

/// Each validator against histories written by hand, right ones and wrong ones: a judge that never says no judges
/// nothing. Modelled on etcd's TestValidateWatch.
class TestValidators : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passes_data();
    void passes();
    void finds_data();
    void finds();
    void eachHasThreeOfEither();
};

namespace {

/// Rows that hold, by validator.
const std::vector<std::pair<const char *, std::vector<const char *>>> &right()
{
    static const std::vector<std::pair<const char *, std::vector<const char *>>> rows{
#include "tests/contract/righthistories.inc"
    };
    return rows;
}

const std::vector<std::pair<const char *, std::vector<const char *>>> &wrong()
{
    static const std::vector<std::pair<const char *, std::vector<const char *>>> rows{
#include "tests/contract/wronghistories.inc"
    };
    return rows;
}

void addRows(const std::vector<std::pair<const char *, std::vector<const char *>>> &rows)
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("text");
    for (const auto &[id, texts] : rows) {
        for (std::size_t i = 0; i + 1 < texts.size(); i += 2)
            QTest::addRow("%s: %s", id, texts[i]) << QString::fromLatin1(id) << QString::fromLatin1(texts[i + 1]);
    }
}

const Validator &named(const QString &id)
{
    const auto &all = validators();
    return *std::find_if(all.begin(), all.end(), [&](const Validator &v) { return id == QLatin1String(v.id); });
}

QString words(const Violations &found)
{
    QStringList texts;
    for (const Violation &violation : found)
        texts.append(QString::fromStdString(violation.text));
    return texts.join(QStringLiteral("; "));
}

} // namespace

void TestValidators::passes_data()
{
    addRows(right());
}

void TestValidators::passes()
{
    QFETCH(const QString, id);
    QFETCH(const QString, text);
    const Violations found = named(id).check(HistoryText::read(text));
    QVERIFY2(found.empty(), qPrintable(words(found)));
}

void TestValidators::finds_data()
{
    addRows(wrong());
}

void TestValidators::finds()
{
    QFETCH(const QString, id);
    QFETCH(const QString, text);
    QVERIFY(!named(id).check(HistoryText::read(text)).empty());
}

void TestValidators::eachHasThreeOfEither()
{
    for (const Validator &validator : validators()) {
        for (const auto *rows : {&right(), &wrong()}) {
            const auto place = std::find_if(rows->begin(), rows->end(), [&](const auto &row) {
                return QLatin1String(row.first) == QLatin1String(validator.id);
            });
            QVERIFY2(place != rows->end() && place->second.size() >= 6, validator.id);
        }
    }
}

} // namespace tst_validators

WK_TEST(tst_validators, TestValidators, QCoreApplication)
#include "tst_validators.moc"
