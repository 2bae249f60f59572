// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secret.h"
#include "tests/support/testregistry.h"

#include <QDataStream>
#include <QDebug>
#include <QFile>
#include <QTest>
#include <QTextStream>
#include <QVariant>

#include <algorithm>
#include <memory>
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

/// What the kernel says of the pages of which one is there ("rd wr mr mw me ac dd "); empty when there are none.
QByteArray flagsOfPageAt(quintptr address)
{
    QFile maps(QStringLiteral("/proc/self/smaps"));
    if (!maps.open(QIODevice::ReadOnly))
        return {};
    bool isIt = false;
    const QList<QByteArray> lines = maps.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (isIt && line.startsWith("VmFlags:"))
            return line;
        const qsizetype dash = line.indexOf('-');
        const qsizetype blank = line.indexOf(' ');
        if (dash > 0 && blank > dash && !line.left(blank).contains(':'))
            isIt = address >= line.left(dash).toULongLong(nullptr, 16) &&
                   address < line.mid(dash + 1, blank - dash - 1).toULongLong(nullptr, 16);
    }
    return {};
}

} // namespace

class TestSecret : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyRevealGivesItOut()
    {
        const Secret secret("abc");
        QCOMPARE(secret.reveal().toByteArray(), QByteArray("abc"));
        QVERIFY(!secret.isEmpty());
        QVERIFY(Secret().isEmpty());
        QVERIFY(secret == Secret("abc") && !(secret == Secret("abd")));
        QVERIFY(secret == Secret::of("abc") && Secret::of({}).isEmpty());
    }

    void itsPagesAreInNoDump()
    {
        const Secret secret("abc");
        const auto at = reinterpret_cast<quintptr>(secret.reveal().data());
        QVERIFY2(flagsOfPageAt(at).contains(" dd "), flagsOfPageAt(at).constData());
    }

    void itsPagesGoWithTheLastCopy()
    {
        auto secret = std::make_unique<Secret>("abc");
        auto copy = std::make_unique<Secret>(*secret);
        const auto at = reinterpret_cast<quintptr>(secret->reveal().data());
        secret.reset();
        QCOMPARE(copy->reveal().toByteArray(), QByteArray("abc"));
        copy.reset();
        QVERIFY(!flagsOfPageAt(at).contains(" dd "));
    }

    void whatASecretIsReadFromIsOverwritten()
    {
        std::string text = "a token that is longer than what a string has room for in itself";
        const std::size_t size = text.size();
        wipe(text);
        QVERIFY(text.empty());
        QVERIFY(std::all_of(text.data(), text.data() + size, [](char c) { return c == 0; }));
        QByteArray mine("abc");
        QByteArray others = mine;
        wipe(mine);
        QVERIFY(mine.isEmpty());
        QCOMPARE(others, QByteArray("abc"));
    }
};

} // namespace tst_secret

WK_TEST(tst_secret, TestSecret, QCoreApplication)
#include "tst_secret.moc"
