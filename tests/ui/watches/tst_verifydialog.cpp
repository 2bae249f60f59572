// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/watches/verifydialog.h"

#include "tests/support/testregistry.h"

#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_verifydialog {

using namespace wk;

namespace {

AuditReport equal(std::uint64_t objects, const char *version)
{
    AuditReport report;
    report.objects = objects;
    report.version = ResourceVersion(version);
    report.asked = true;
    return report;
}

AuditReport drifted()
{
    AuditReport report = equal(412, "88123");
    report.verdict = AuditReport::Verdict::Drifted;
    using Kind = AuditDifference::Kind;
    report.differences = {{Kind::Missing, "web", "<b>a</b>", {}, ResourceVersion("88120")},
                          {Kind::Surplus, "web", "b", ResourceVersion("87001"), {}},
                          {Kind::Content, "", "node-1", ResourceVersion("87002"), ResourceVersion("88121")}};
    return report;
}

QString spaced(QString text)
{
    return text.replace(QChar(0x202f), QLatin1Char(' '));
}

struct Shown {
    Shown()
        : dialog({{1, QStringLiteral("pods"), 412}})
    {
        dialog.show();
    }
    VerifyDialog dialog;
    QProgressBar *progress = dialog.findChild<QProgressBar *>();
    QPushButton *button = dialog.findChild<QPushButton *>();
};

} // namespace

class VerifyDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itTellsHowFarItIs()
    {
        Shown shown;
        QCOMPARE(shown.button->text(), QStringLiteral("Cancel"));
        shown.dialog.moved(1, 206);
        QCOMPARE(shown.progress->value(), 500);
        QVERIFY(shown.dialog.words().contains(QStringLiteral("206 of about 412")));
        shown.dialog.moved(1, 412);
        QVERIFY(shown.dialog.words().contains(QStringLiteral("waiting for the watch")));
        QVERIFY(!shown.dialog.isDone());
    }

    void whatIsEqualIsToldInOneSentence()
    {
        Shown shown;
        shown.dialog.answered(1, equal(412, "88123"));
        QCOMPARE(spaced(shown.dialog.words()), QStringLiteral("pods: 412 objects equal at resourceVersion 88123."));
        QVERIFY(shown.dialog.isDone());
        QVERIFY(!shown.progress->isVisible());
        QVERIFY(shown.dialog.differences().isEmpty());
        QCOMPARE(shown.button->text(), QStringLiteral("Close"));
    }

    void aRegularAuditIsNoAnswer()
    {
        Shown shown;
        AuditReport report = equal(412, "88123");
        report.asked = false;
        shown.dialog.answered(1, report);
        QVERIFY(!shown.dialog.isDone());
    }

    void whatDiffersIsToldByName()
    {
        Shown shown;
        shown.dialog.answered(1, drifted());
        QVERIFY(shown.dialog.words().contains(QStringLiteral("3 objects differ")));
        const QStringList rows = shown.dialog.differences();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(spaced(rows[0]), QStringLiteral("web/<b>a</b>: missing here; the server has version 88120"));
        QCOMPARE(spaced(rows[1]), QStringLiteral("web/b: version 87001 here; missing on the server"));
        QVERIFY(rows[2].startsWith(QStringLiteral("node-1:")));
    }

    void oneVersionOfTwoContentsIsSaidToBeThat()
    {
        AuditReport report = drifted();
        report.differences[2].served = report.differences[2].held;
        Shown shown;
        shown.dialog.answered(1, report);
        QCOMPARE(spaced(shown.dialog.differences().at(2)),
                 QStringLiteral("node-1: version 87002 here and on the server, with different content"));
    }

    void anErrorSaysWhyNothingWasCompared()
    {
        Shown shown;
        Error error;
        error.kind = ErrorKind::TimedOut;
        error.text = "the watch stays behind the server";
        shown.dialog.answered(1, error);
        QVERIFY(shown.dialog.words().contains(QStringLiteral("Not compared.")));
        QVERIFY(shown.dialog.words().contains(QStringLiteral("stays behind")));
    }

    void closingCancelsWhatIsNotAnswered()
    {
        VerifyDialog dialog({{1, QStringLiteral("pods in web"), 10}, {2, QStringLiteral("pods in payments"), 20}});
        QSignalSpy cancelled(&dialog, &VerifyDialog::cancelled);
        dialog.answered(1, equal(10, "5"));
        QVERIFY(!dialog.isDone());
        dialog.reject();
        QCOMPARE(cancelled.size(), 1);
        QCOMPARE(cancelled[0][0].toUInt(), WatchId(2));
    }

    void aWatchThatIsClosedIsNotWaitedFor()
    {
        Shown shown;
        QSignalSpy cancelled(&shown.dialog, &VerifyDialog::cancelled);
        shown.dialog.forget(1);
        QVERIFY(shown.dialog.isDone());
        shown.dialog.reject();
        QVERIFY(cancelled.isEmpty());
    }
};

} // namespace tst_verifydialog

WK_TEST(tst_verifydialog, VerifyDialogTest, QApplication)
#include "tst_verifydialog.moc"
