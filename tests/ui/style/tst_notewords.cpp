// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/style/formats.h"
#include "ui/style/notewords.h"

#include <QTest>

namespace tst_notewords {

using namespace wk;
using namespace std::chrono_literals;

class TestNoteWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingToNoteIsNoWord();
    void aClockThatGoesOtherwiseIsNamedWithItsLead();
    void aGroupThatIsDownIsNamedWithItsReason();
    void aDiskThatTakesNothingIsNamedWithItsReason();
    void whatIsDamagedIsNamedWithItsPlaceAndTime();
    void warningsAreMadeSafe();
    void aDoubtAboutTheConfigurationIsNotTheServers();
    void severalNotesAreTheFirstAndANumber();
};

/// Numbers and units stand apart by spaces of several kinds.
QString plain(QString text)
{
    return text.replace(QChar(0x202f), u' ').replace(QChar(0xa0), u' ');
}

void TestNoteWords::nothingToNoteIsNoWord()
{
    const NoteWords words = noteWords({}, {});
    QVERIFY(words.brief.isEmpty());
    QVERIFY(words.lines.isEmpty());
}

void TestNoteWords::aClockThatGoesOtherwiseIsNamedWithItsLead()
{
    ServerNotes notes;
    notes.clockLead = 1h;
    QVERIFY2(plain(noteWords(notes, {}).brief).startsWith(QStringLiteral("cluster clock +1 h")),
             qPrintable(noteWords(notes, {}).brief));
    QVERIFY(noteWords(notes, {}).lines[0].contains(QStringLiteral("ahead")));
    notes.clockLead = -90s;
    QVERIFY(plain(noteWords(notes, {}).brief).startsWith(QStringLiteral("cluster clock −1 m 30 s")));
    QVERIFY(noteWords(notes, {}).lines[0].contains(QStringLiteral("behind")));
}

void TestNoteWords::aGroupThatIsDownIsNamedWithItsReason()
{
    const Error error{ErrorKind::ServerError, "no endpoints available", {}, 503, {}};
    const NoteWords words = noteWords({}, {{"metrics.k8s.io/v1beta1", error}});
    QCOMPARE(words.brief, QStringLiteral("metrics.k8s.io/v1beta1 unavailable"));
    QVERIFY(words.lines[0].contains(QStringLiteral("no endpoints available")));
}

void TestNoteWords::whatIsDamagedIsNamedWithItsPlaceAndTime()
{
    HistoryLosses losses;
    losses.pieces.push_back({"/x/a.000001.wklog", 4711, 2048, {}, {}});
    const HistoryLosses::Missing missing{1, WallTime(1'700'000'000s), WallTime(1'700'003'600s)};
    losses.pieces.push_back({"/x/a.000002.wklog", 8, 100, {}, missing});
    losses.pieces.push_back({"/x/a.000003.wklog", 0, 0, Error{ErrorKind::BrokenFrame, "It is later.", {}}, {}});
    const NoteWords words = noteWords({}, {}, {}, losses);
    QCOMPARE(words.lines.size(), 3);
    QVERIFY(words.brief.startsWith(QStringLiteral("history damaged")));
    QVERIFY(words.lines[0].contains(QStringLiteral("/x/a.000001.wklog")));
    QVERIFY(words.lines[0].contains(format::number(4711)));
    QVERIFY(words.lines[1].contains(format::dateTime(missing.from)));
    QVERIFY(words.lines[1].contains(format::dateTime(missing.to)));
    QVERIFY(words.lines[2].contains(QStringLiteral("It is later.")));
}

void TestNoteWords::aDiskThatTakesNothingIsNamedWithItsReason()
{
    const NoteWords words = noteWords({}, {}, Error{ErrorKind::FileWriteFailed, "No space left on device.", "/x"});
    QCOMPARE(words.brief, QStringLiteral("history in memory only"));
    QVERIFY2(words.lines[0].contains(QStringLiteral("No space left on device")), qPrintable(words.lines[0]));
}

void TestNoteWords::warningsAreMadeSafe()
{
    ServerNotes notes;
    notes.warnings = {"<b>bold</b>\x1b[31m\n\xe2\x80\xae"};
    const NoteWords words = noteWords(notes, {});
    QCOMPARE(words.lines[0],
             QStringLiteral("The server warns: <b>bold</b>‹U+001B›[31m‹U+000A›‹U+202E›")); // for a tooltip that escapes
}

void TestNoteWords::aDoubtAboutTheConfigurationIsNotTheServers()
{
    ServerNotes notes;
    notes.doubts = {"Of the context \"<b>\": \x1b[31m"};
    const NoteWords words = noteWords(notes, {});
    QCOMPARE(words.brief, QStringLiteral("configuration warning"));
    QCOMPARE(words.lines, QStringList{QStringLiteral("Of the context \"<b>\": ‹U+001B›[31m")});
}

void TestNoteWords::severalNotesAreTheFirstAndANumber()
{
    ServerNotes notes;
    notes.warnings = {"a", "b", "c"};
    const NoteWords words = noteWords(notes, {});
    QCOMPARE(words.lines.size(), 3);
    QVERIFY2(words.brief.startsWith(QStringLiteral("server warning, 2 more")), qPrintable(words.brief));
}

} // namespace tst_notewords

WK_TEST(tst_notewords, TestNoteWords, QApplication)
#include "tst_notewords.moc"
