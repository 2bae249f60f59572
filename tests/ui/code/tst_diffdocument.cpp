// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/code/diffdocument.h"
#include "ui/code/sidebyside.h"

#include <QTest>

#include <algorithm>

namespace tst_diffdocument {

using namespace wk;

namespace {

/// JSON with ' for ", so that it reads well here.
std::string json(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

std::string pod(const std::string &ready, const std::string &restarts, const std::string &version)
{
    return json("{'kind':'Pod','metadata':{'name':'web','resourceVersion':'" + version +
                "','managedFields':[{'manager':'kubelet','operation':'Update','time':'2026-11-21T10:41:1" +
                (version == "2" ? "1" : "0") +
                "Z','fieldsV1':{'f:status':{"
                "'f:conditions':{'k:{\\'type\\':\\'Ready\\'}':{'.':{},'f:status':{}}},"
                "'f:restarts':{}}}},{'manager':'scaler','time':'2026-11-21T10:41:09Z',"
                "'fieldsV1':{'f:status':{'f:scaled':{}}}}]},"
                "'spec':{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8},"
                "'status':{'conditions':[{'type':'Ready','status':'" +
                ready + "'}],'restarts':" + restarts + ",'scaled':" + restarts + "}}");
}

/// Sign, text, gutter and marks of each line: "- status: \"False\" | kubelet | False".
QString text(const CodeDocument &document)
{
    QStringList lines;
    for (const CodeLine &line : document.lines) {
        static constexpr QStringView signs = u" +-@";
        QString words = signs.at(int(line.kind)) + line.text;
        QStringList marks;
        for (const CodeSpan &mark : line.marks)
            marks << line.text.mid(mark.start, mark.length);
        if (!line.gutter.isEmpty() || !marks.isEmpty())
            words += QStringLiteral(" | ") + (line.gutterStrong ? line.gutter : QString()) + QStringLiteral(" | ") +
                     marks.join(u',');
        lines << words;
    }
    return lines.join(u'\n');
}

QString changedLines(const CodeDocument &document)
{
    QStringList changed;
    for (const CodeLine &line : document.lines) {
        if (line.kind == LineKind::Added || line.kind == LineKind::Removed)
            changed << (line.kind == LineKind::Added ? u'+' : u'-') + line.text.trimmed();
    }
    return changed.join(u' ');
}

/// What is seen at first.
QString shownLines(const CodeDocument &document)
{
    CodeRows rows;
    rows.reset(std::make_shared<CodeDocument>(document));
    QStringList shown;
    for (int row = 0; row < rows.count(); ++row) {
        const CodeLine &line = document.lines[std::size_t(rows.lineAt(row))];
        static constexpr QStringView signs = u" +-@";
        shown << signs.at(int(line.kind)) + line.text;
    }
    return shown.join(u'|');
}

DiffText diff(const std::string &before, const std::string &after)
{
    const Result<DiffText> result = diffText(before, after, RevisionSpan::OneWrite);
    return result.ok() ? *result : DiffText{};
}

} // namespace

class tst_diffdocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changedLinesAreToldToTheirWriters()
    {
        const DiffText made = diff(pod("False", "6", "1"), pod("True", "7", "2"));
        QCOMPARE(made.added, 3);
        QCOMPARE(made.removed, 3);
        const QString shown = text(*made.document);
        QVERIFY2(shown.contains(QStringLiteral("-  - status: \"False\" | kubelet | False\n+  - status: \"True\"")),
                 qPrintable(shown));
        QVERIFY2(shown.contains(QStringLiteral("  scaled: 6 | ? kubelet | 6")), qPrintable(shown));
        const auto doubted = std::ranges::find(made.document->lines, QStringLiteral("? kubelet"), &CodeLine::gutter);
        QCOMPARE(doubted->writer, std::string("kubelet"));
        QVERIFY2(!shown.contains(QStringLiteral("resourceVersion")), qPrintable(shown));
        QVERIFY2(!shown.contains(QStringLiteral("managedFields")), qPrintable(shown));
    }

    void theTimeStandsOnTheSecondLineOfARun()
    {
        const DiffText made = diff(pod("False", "6", "1"), pod("True", "6", "2"));
        const auto &lines = made.document->lines;
        const auto named = std::ranges::find_if(lines, &CodeLine::gutterStrong);
        QVERIFY(named != lines.end());
        QCOMPARE(named->gutter, QStringLiteral("kubelet"));
        QVERIFY(std::next(named)->gutter.contains(QStringLiteral(":11")));
        QVERIFY2(named->hint.contains(QStringLiteral("kubelet (Update, ")), qPrintable(named->hint));
    }

    void theTimeOfOneLineStandsOnIt()
    {
        std::string before = pod("True", "1", "1");
        const std::string field = json("'restarts':1,");
        before.erase(before.find(field), field.size());
        const DiffText made = diff(before, pod("True", "1", "2"));
        const auto &lines = made.document->lines;
        const auto added =
            std::ranges::find_if(lines, [](const CodeLine &line) { return line.text.contains(u"restarts: 1"); });
        QVERIFY(added != lines.end());
        QCOMPARE(added->gutter, QStringLiteral("kubelet"));
        QVERIFY2(added->gutterEnd.contains(QStringLiteral(":11")), qPrintable(added->gutterEnd));
        for (const CodeLine &line : lines)
            QVERIFY(line.kind == LineKind::Added || line.kind == LineKind::Removed || line.gutter.isEmpty());
    }

    void unchangedStretchesAreFoldedBehindTheirPlace()
    {
        const DiffText made = diff(pod("False", "6", "1"), pod("True", "6", "2"));
        QVERIFY(!made.document->folds.empty());
        const CodeFold &fold = made.document->folds.front();
        QVERIFY(fold.closed);
        QVERIFY(fold.unchanged);
        QCOMPARE(made.document->lines[std::size_t(fold.header)].kind, LineKind::Heading);
        CodeRows rows;
        rows.reset(made.document);
        QVERIFY(rows.count() < int(made.document->lines.size()));
    }

    void whatIsWantedStandsBeforeWhatIsObservedAndMetadataLast()
    {
        const auto object = [](const char *value) {
            return json(std::string("{'kind':'K','metadata':{'name':'n','labels':{'l':'") + value +
                        "'}},'data':{'d':'" + value + "'},'spec':{'s':'" + value + "'},'status':{'t':'" + value +
                        "'}}");
        };
        QCOMPARE(changedLines(*diff(object("v"), object("w")).document),
                 QStringLiteral("-d: v +d: w -s: v +s: w -t: v +t: w -l: v +l: w"));
    }

    void countsAndHeartbeatsAreFoldedAndNamed()
    {
        const auto object = [](const char *number, const char *phase) {
            return json(std::string("{'metadata':{'generation':") + number +
                        ",'name':'n'},'status':{'a':1,'b':1,'c':1,'conditions':[{'lastHeartbeatTime':'12:0" + number +
                        "','status':'True','type':'Ready'}],'observedGeneration':" + number + ",'p':1,'phase':'" +
                        phase + "'}}");
        };
        const DiffText made = diff(object("1", "Pending"), object("2", "Running"));
        QCOMPARE(shownLines(*made.document),
                 QStringLiteral("@lastHeartbeatTime, observedGeneration · status|   p: 1|-  phase: Pending|"
                                "+  phase: Running| metadata:|@generation"));
        QCOMPARE(made.added, 4);
        const DiffSides sides = sidesOf(*made.document);
        QCOMPARE(sides.before->folds.size(), std::size_t(2));
        QCOMPARE(shownLines(*sides.before),
                 QStringLiteral("@lastHeartbeatTime, observedGeneration · status|   p: 1|-  phase: Pending| metadata:|"
                                "@generation"));
        QCOMPARE(shownLines(*sides.after),
                 QStringLiteral("@lastHeartbeatTime, observedGeneration · status|   p: 1|+  phase: Running| metadata:|"
                                "@generation"));

        const DiffText beat = diff(object("1", "Running"), object("2", "Running"));
        QVERIFY2(changedLines(*beat.document).contains(QStringLiteral("+observedGeneration: 2")),
                 "where nothing else differs it is what there is to see");
        QVERIFY(shownLines(*beat.document).contains(QStringLiteral("+  generation: 2")));
    }

    void aLeasesRenewalIsFoldedBesideANewHolder()
    {
        const auto lease = [](const char *holder, const char *time) {
            return json(std::string("{'spec':{'holderIdentity':'") + holder + "','renewTime':'" + time + "'}}");
        };
        QCOMPARE(shownLines(*diff(lease("a", "1"), lease("b", "2")).document),
                 QStringLiteral(" spec:|-  holderIdentity: a|+  holderIdentity: b|@renewTime"));
    }

    /// What had been its state is its last one now.
    void aRestartChangesWhatItChangesAndNoMore()
    {
        const auto container = [](const char *last, const char *count, const char *now) {
            return json(std::string("{'status':{'containerStatuses':[{'image':'i','lastState':") + last +
                        ",'name':'main','ready':false,'restartCount':" + count + ",'started':false,'state':" + now +
                        "}]}}");
        };
        const char *const ended = "{'terminated':{'exitCode':1,'finishedAt':'t','reason':'Error'}}";
        const DiffText made =
            diff(container("{}", "19", ended), container(ended, "20", "{'waiting':{'reason':'Back'}}"));
        QCOMPARE(changedLines(*made.document),
                 QStringLiteral("-lastState: {} +lastState: +terminated: +exitCode: 1 +finishedAt: t +reason: Error "
                                "-restartCount: 19 +restartCount: 20 -terminated: -exitCode: 1 -finishedAt: t "
                                "-reason: Error +waiting: +reason: Back"));
    }

    void withoutAWriterTheGutterStaysEmpty()
    {
        const DiffText made = diff(json("{'a':1}"), json("{'a':2}"));
        QCOMPARE(text(*made.document), QStringLiteral("-a: 1 |  | 1\n+a: 2 |  | 2"));
    }

    void equalRevisionsHaveNoLines()
    {
        const DiffText made = diff(pod("True", "6", "1"), pod("True", "6", "2"));
        QCOMPARE(made.document->lines.size(), std::size_t(0));
    }

    void theFirstRevisionIsWholeWithoutWhatADiffLeavesOut()
    {
        const Result<DiffText> made = firstRevisionText(pod("True", "6", "1"), true);
        QVERIFY(made.ok());
        const QString shown = text(*made->document);
        QVERIFY2(shown.startsWith(QStringLiteral("@No earlier revision to compare with.\n"
                                                 "+kind: Pod\n+metadata:\n+  name: web\n+spec:\n")),
                 qPrintable(shown));
        QCOMPARE(made->added, int(made->document->lines.size()) - 1);
        QCOMPARE(made->removed, 0);
        QVERIFY(!firstRevisionText("{", true).ok());
    }

    /// It had been there, or may have.
    void whatAListShowsFirstIsNotAdded()
    {
        const Result<DiffText> made = firstRevisionText(pod("True", "6", "1"), false);
        QVERIFY(made.ok());
        const QString shown = text(*made->document);
        QVERIFY2(shown.startsWith(QStringLiteral("@No earlier revision to compare with.\n kind: Pod\n metadata:\n")),
                 qPrintable(shown));
        QCOMPARE(made->added, 0);
    }

    void marksFallOnTheRightLettersOfAnyScript()
    {
        const DiffText made =
            diff(json("{'a':'\xE2\x80\xAE\xE4\xB8\xAD old'}"), json("{'a':'\xE2\x80\xAE\xE4\xB8\xAD new'}"));
        QVERIFY2(text(*made.document).contains(QStringLiteral("|  | old")), qPrintable(text(*made.document)));
    }

    void whatIsNoJsonIsAnError()
    {
        QVERIFY(!diffText("{", "{}", RevisionSpan::OneWrite).ok());
        QVERIFY(!diffText("{}", "[", RevisionSpan::OneWrite).ok());
    }
};

} // namespace tst_diffdocument

WK_TEST(tst_diffdocument, tst_diffdocument, QCoreApplication)
#include "tst_diffdocument.moc"
