// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/uid.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

namespace tst_uid {

using namespace wk;

class TestUid : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyTextComesBackAsItWas_data();
    void anyTextComesBackAsItWas();
    void onlyEqualTextsAreEqual();
    void uidsAreOrderedAsTheirTexts();
};

void TestUid::anyTextComesBackAsItWas_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text : {
             "",
             "3f2c9a10-7be4-4c1d-9a52-0d6f8e4b7c21",
             "ffffffff-ffff-ffff-ffff-ffffffffffff",
             "00000000-0000-0000-0000-000000000000",
             "00000000-0000-0000-0000-000000000001",
             "10000000-0000-0000-0000-000000000000",
             "00000000-0000-0000-8000-000000000000",
             "3f2c9a10-7be4-4c1d-7a52-0d6f8e4b7c21",
             "3F2C9A10-7BE4-4C1D-9A52-0D6F8E4B7C21",
             "3f2c9a10-7be4-4c1d-9a52-0d6f8e4b7c2",
             "3f2c9a10-7be4-4c1d-9a52-0d6f8e4b7c211",
             "3f2c9a1007be4-4c1d-9a52-0d6f8e4b7c21",
             "3f2c9a10-7be4-4c1d-9a52-0d6f8e4b7cg1",
             "3f2c9a107be44c1d9a520d6f8e4b7c21",
             "------------------------------------",
             "uid-1",
         })
        QTest::newRow(text) << QByteArray(text);
}

void TestUid::anyTextComesBackAsItWas()
{
    QFETCH(QByteArray, text);
    const Uid uid(text.toStdString());
    QCOMPARE(uid.text(), text.toStdString());
    QCOMPARE(uid.empty(), text.isEmpty());
    const Uid copy = uid;
    QVERIFY(copy == uid && copy.hash() == uid.hash());
}

void TestUid::onlyEqualTextsAreEqual()
{
    const Uid uid("3f2c9a10-7be4-4c1d-9a52-0d6f8e4b7c21");
    QVERIFY(uid == Uid("3f2c9a10-7be4-4c1d-9a52-0d6f8e4b7c21"));
    QVERIFY(uid != Uid("3f2c9a10-7be4-4c1d-9a52-0d6f8e4b7c20"));
    QVERIFY(uid != Uid("4f2c9a10-7be4-4c1d-9a52-0d6f8e4b7c21"));
    QVERIFY(uid != Uid("3F2C9A10-7BE4-4C1D-9A52-0D6F8E4B7C21"));
    QVERIFY(Uid("00000000-0000-0000-0000-000000000000") != Uid());
}

void TestUid::uidsAreOrderedAsTheirTexts()
{
    std::vector<std::string> texts{"3f2c9a10-7be4-4c1d-9a52-0d6f8e4b7c21",
                                   "3f2c9a10-7be4-4c1d-9a52-0d6f8e4b7c3f",
                                   "f0000000-0000-0000-0000-000000000000",
                                   "00000000-0000-0000-0000-000000000000",
                                   "0000000a-0000-0000-0000-000000000000",
                                   "3f2c",
                                   "uid-7",
                                   ""};
    std::vector<Uid> uids(texts.begin(), texts.end());
    std::ranges::sort(texts);
    std::ranges::sort(uids);
    for (std::size_t i = 0; i < uids.size(); ++i)
        QCOMPARE(uids[i].text(), texts[i]);
}

} // namespace tst_uid

WK_TEST(tst_uid, tst_uid::TestUid, NoApplication)

#include "tst_uid.moc"
