// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/mappedbytes.h"

#include "tests/support/testregistry.h"

#include <QTemporaryFile>
#include <QTest>

#include <algorithm>
#include <vector>

#include <unistd.h>

namespace tst_mappedbytes {

using namespace wk;

class TestMappedBytes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsCutOffIsZeros();
    void rangesAreTakenAgain();
};

/// Whoever has a file open is not ended by another who makes it shorter.
void TestMappedBytes::whatIsCutOffIsZeros()
{
    const auto page = std::size_t(::sysconf(_SC_PAGESIZE));
    QTemporaryFile file;
    QVERIFY(file.open() && file.write(QByteArray(qsizetype(4 * page), 'x')) == qint64(4 * page) && file.flush());
    auto mapped = MappedBytes::of(file.handle(), 4 * page, "here");
    QVERIFY(mapped);
    MappedBytes bytes = std::move(mapped).value(); // wherever it is moved to
    QVERIFY(file.resize(qint64(page + 10)));
    QCOMPARE(bytes.bytes().substr(0, page + 10), std::string_view(std::string(page + 10, 'x')));
    QCOMPARE(bytes.bytes()[4 * page - 1], '\0');
    QVERIFY(std::ranges::all_of(bytes.bytes().substr(page + 10), [](char one) { return one == 0; }));
}

void TestMappedBytes::rangesAreTakenAgain()
{
    const auto page = std::size_t(::sysconf(_SC_PAGESIZE));
    QTemporaryFile file;
    QVERIFY(file.open() && file.write(QByteArray(qsizetype(2 * page), 'x')) == qint64(2 * page) && file.flush());
    std::vector<MappedBytes> some;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 50; ++i)
            some.push_back(MappedBytes::of(file.handle(), 2 * page, "here").value());
        some.erase(some.begin(), some.begin() + 40);
    }
    QVERIFY(file.resize(qint64(page)));
    for (const MappedBytes &bytes : some)
        QVERIFY(bytes.bytes()[0] == 'x' && bytes.bytes()[2 * page - 1] == 0);
}

} // namespace tst_mappedbytes

WK_TEST(tst_mappedbytes, tst_mappedbytes::TestMappedBytes, QCoreApplication)
#include "tst_mappedbytes.moc"
