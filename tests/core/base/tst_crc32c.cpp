// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32c.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_crc32c {

using namespace wk;

class TestCrc32c : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersAsTheStandardSays_data();
    void answersAsTheStandardSays();
    void piecesAreAsTheWhole();
};

/// RFC 3720, appendix B.4, and the check value of the catalogue of CRCs.
void TestCrc32c::answersAsTheStandardSays_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<quint32>("sum");
    QByteArray up;
    QByteArray down;
    for (char byte = 0; byte < 32; ++byte) {
        up.append(byte);
        down.prepend(byte);
    }
    QTest::newRow("nothing") << QByteArray() << quint32(0);
    QTest::newRow("the nine digits") << QByteArray("123456789") << quint32(0xe3069283);
    QTest::newRow("32 zeros") << QByteArray(32, '\0') << quint32(0x8a9136aa);
    QTest::newRow("32 ones") << QByteArray(32, '\xff') << quint32(0x62a8ab43);
    QTest::newRow("32 going up") << up << quint32(0x46dd794e);
    QTest::newRow("32 going down") << down << quint32(0x113fdb5c);
}

void TestCrc32c::answersAsTheStandardSays()
{
    QFETCH(QByteArray, bytes);
    QFETCH(quint32, sum);
    const std::string_view view(bytes.constData(), std::size_t(bytes.size()));
    QCOMPARE(crc32c(view), sum);
    QCOMPARE(crc32cByTable(view), sum);
}

void TestCrc32c::piecesAreAsTheWhole()
{
    std::string text;
    for (int i = 0; i < 100; ++i)
        text += std::to_string(i * i);
    const std::string_view view = text;
    for (std::size_t cut = 0; cut <= view.size(); ++cut) {
        QCOMPARE(crc32c(view.substr(cut), crc32c(view.substr(0, cut))), crc32c(view));
        QCOMPARE(crc32cByTable(view.substr(0, cut)), crc32c(view.substr(0, cut)));
    }
}

} // namespace tst_crc32c

WK_TEST(tst_crc32c, TestCrc32c, NoApplication)
#include "tst_crc32c.moc"
