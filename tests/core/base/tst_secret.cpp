// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secret.h"
#include "tests/support/testregistry.h"

#include <QDataStream>
#include <QDebug>
#include <QTest>
#include <QTextStream>
#include <QVariant>

#include <ostream>

namespace tst_secret {

using namespace wk;

namespace {

template <class Stream>
concept CanPrintSecret = requires(Stream stream, Secret secret)
{
    stream << secret;
};

static_assert(!CanPrintSecret<QDebug>);
static_assert(!CanPrintSecret<QDebug &>);
static_assert(!CanPrintSecret<std::ostream &>);
static_assert(!CanPrintSecret<QTextStream &>);
static_assert(!CanPrintSecret<QDataStream &>);
static_assert(!std::is_convertible_v<Secret, QString>);
static_assert(!std::is_convertible_v<Secret, QByteArray>);
static_assert(!std::is_convertible_v<Secret, QVariant>);
static_assert(!std::is_convertible_v<QByteArray, Secret>);

} // namespace

class TestSecret : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyRevealGivesItOut()
    {
        const Secret secret("abc");
        QCOMPARE(secret.reveal(), QByteArray("abc"));
        QVERIFY(!secret.isEmpty());
        QVERIFY(Secret().isEmpty());
        QVERIFY(secret == Secret("abc"));
    }
};

} // namespace tst_secret

WK_TEST(tst_secret, TestSecret, QCoreApplication)
#include "tst_secret.moc"
