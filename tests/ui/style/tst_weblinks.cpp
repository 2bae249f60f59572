// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/weblinks.h"

#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_weblinks {

using namespace wk;

class WebLinksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void S22_onlyPagesOfTheWebAreLinks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("hosts");
        const auto row = [](const char *name, const char *text, const QStringList &hosts) {
            QTest::newRow(name) << QString::fromUtf8(text) << hosts;
        };
        row("none", "log in first", {});
        row("in a sentence", "open the page https://microsoft.com/devicelogin and enter the code A1.",
            {QStringLiteral("microsoft.com")});
        row("at a sentence's end", "Open https://idp.example/device.", {QStringLiteral("idp.example")});
        row("in brackets", "(see <http://localhost:8000/>)", {QStringLiteral("localhost:8000")});
        row("in capitals", "HTTPS://IDP.EXAMPLE/", {QStringLiteral("idp.example")});
        row("twice, and another", "https://a.example https://b.example https://a.example",
            {QStringLiteral("a.example"), QStringLiteral("b.example")});
        row("a host in other letters is told as it is asked for", "https://аррӏе.com/",
            {QStringLiteral("xn--80ak6aa92e.com")});
        row("a name that would pass for the host", "https://login.microsoft.com@evil.example/", {});
        row("files, shares and scripts", "file:///etc/passwd smb://h/s \\\\h\\s javascript:alert(1) ssh://h ftp://h",
            {});
        row("no host", "https:///path http://", {});
        row("a scheme within a word", "xhttps://a.example", {});
        row("what turns the direction ends it", "https://a.example/\xe2\x80\xaegro", {QStringLiteral("a.example")});
    }

    void S22_onlyPagesOfTheWebAreLinks()
    {
        QFETCH(QString, text);
        QStringList found;
        for (const QUrl &link : webLinks(text)) {
            QVERIFY(link.scheme() == QStringLiteral("http") || link.scheme() == QStringLiteral("https"));
            found.append(linkHost(link));
        }
        QTEST(found, "hosts");
    }

    void aLinkIsTheWholeAddress()
    {
        const QString address = QStringLiteral("https://idp.example/authorize?client_id=a&state=b%20c#d");
        QCOMPARE(webLinks(QStringLiteral("go to ") + address + QStringLiteral(", please")), QList<QUrl>{QUrl(address)});
    }
};

} // namespace tst_weblinks

WK_TEST(tst_weblinks, WebLinksTest, QCoreApplication)
#include "tst_weblinks.moc"
