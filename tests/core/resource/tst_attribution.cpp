// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/attribution.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_attribution {

using namespace wk;

class TestAttribution : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changes_data();
    void changes();
    void writersAreTheEntriesThatMoved();
    void brokenTextsAccuseNobody();
};

namespace {

/// An object whose managedFields are given one a line: "manager operation second fields", JSON with ' for ".
std::string object(const QByteArray &body, const QByteArray &entries)
{
    QByteArray fields;
    for (const QByteArray &line : entries.split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.size() < 4)
            continue;
        fields += (fields.isEmpty() ? "" : ",") + QByteArray("{'manager':'") + words[0] + "','operation':'" + words[1] +
                  "','apiVersion':'v1','time':'2026-11-22T06:00:" + words[2] + "Z','fieldsV1':" + words[3] + "}";
    }
    const QByteArray text = "{'metadata':{'resourceVersion':'1','managedFields':[" + fields + "]" +
                            (body.isEmpty() ? "" : "},") + body + (body.isEmpty() ? "}}" : "}");
    return QByteArray(text).replace('\'', '"').toStdString();
}

QString names(const std::vector<FieldOwner> &owners)
{
    QStringList names;
    for (const FieldOwner &owner : owners)
        names += QString::fromStdString(owner.manager);
    return names.join(u' ');
}

QString told(const Verdict &verdict)
{
    if (const auto *certain = std::get_if<CertainWriter>(&verdict))
        return QString::fromStdString(certain->writer.manager);
    if (const auto *doubt = std::get_if<AmbiguousWriter>(&verdict)) {
        static const QStringList Why{QStringLiteral("nothing moved"), QStringLiteral("not the writer's"),
                                     QStringLiteral("several moved"), QStringLiteral("rewritten"),
                                     QStringLiteral("several writes")};
        return QStringLiteral("%1? %2").arg(names(doubt->candidates), Why.at(int(doubt->why)));
    }
    if (const auto *unknown = std::get_if<UnknownWriter>(&verdict))
        return unknown->why == UnknownWriter::Why::NobodyOwns ? QStringLiteral("nobody's") : QStringLiteral("unknown");
    return QStringLiteral("server");
}

/// "path: verdict", one a line, without those of metadata.
QString verdicts(const std::string &before, const std::string &after, RevisionSpan span)
{
    const Attribution attribution(before, after, span);
    QStringList lines;
    for (const PathChange &change : allChanges(before, after).changes) {
        if (!change.field.path.starts_with("metadata."))
            lines += QString::fromStdString(change.field.path) + QStringLiteral(": ") + told(attribution.of(change));
        else if (told(attribution.of(change)) != QStringLiteral("server"))
            lines += QString::fromStdString(change.field.path) + QStringLiteral(" is the server's");
    }
    return lines.join(u'\n');
}

} // namespace

void TestAttribution::changes_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("entriesBefore");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("entriesAfter");
    QTest::addColumn<RevisionSpan>("span");
    QTest::addColumn<QString>("verdicts");
    const auto row = [](const char *name, const char *before, const char *entriesBefore, const char *after,
                        const char *entriesAfter, const char *verdicts, RevisionSpan span = RevisionSpan::OneWrite) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(entriesBefore) << QByteArray(after)
                            << QByteArray(entriesAfter) << span << QString::fromUtf8(verdicts);
    };
    const char *owned = "kubectl Update 01 {'f:a':{}}";
    row("a new entry that owns the field", "'a':1", "", "'a':2", owned, "a: kubectl");
    row("a later time", "'a':1", owned, "'a':2", "kubectl Update 02 {'f:a':{}}", "a: kubectl");
    row("more fields within the second", "'a':1", owned, "'a':1,'b':1", "kubectl Update 01 {'f:a':{},'f:b':{}}",
        "b: kubectl");
    row("one takes a field from another", "'a':1", owned, "'a':2", "edit Update 02 {'f:a':{}}", "a: edit");
    row("a value changed and nobody moved", "'a':1", owned, "'a':2", owned, "a: kubectl? nothing moved");
    row("so with a field that two own", "'a':1", "x Apply 01 {'f:a':{}}\ny Apply 01 {'f:a':{}}", "'a':2",
        "x Apply 01 {'f:a':{}}\ny Apply 01 {'f:a':{}}", "a: x y? nothing moved");
    row("nobody owns it and nobody moved", "'b':1", owned, "'b':2", owned, "b: nobody's");
    row("a kind without managedFields", "'a':1", "", "'a':2", "", "a: unknown");
    row("all entries are gone", "'a':1", owned, "'a':2", "", "a: nobody's");
    row("the writer does not own all that changed", "'a':1,'b':1", "", "'a':2,'b':2", owned,
        "a: kubectl\nb: kubectl? not the writer's");
    row("a field that went was the writer's", "'a':1,'b':1", "kubectl Update 01 {'f:a':{},'f:b':{}}", "'a':2",
        "kubectl Update 02 {'f:a':{}}", "a: kubectl\nb: kubectl");
    row("a field that went was another's", "'a':1,'b':1", "x Update 01 {'f:b':{}}", "'a':2",
        "kubectl Update 02 {'f:a':{}}", "a: kubectl\nb: kubectl? not the writer's");
    row("a field that went without a trace", "'a':1,'b':1", "x Update 01 {'f:a':{},'f:b':{}}", "'a':1",
        "x Update 01 {'f:a':{}}", "b: x? nothing moved");
    row("two moved and both own it", "'a':1", "", "'a':2", "x Apply 02 {'f:a':{}}\ny Apply 02 {'f:a':{}}",
        "a: x y? several moved");
    row("two moved and one owns it: more than one write, so who came after?", "'a':1", "", "'a':2",
        "x Update 02 {'f:a':{}}\ny Update 02 {'f:b':{}}", "a: x? several moved");
    row("a time that went back", "'a':1", "kubectl Update 05 {'f:a':{}}", "'a':2", "kubectl Update 02 {'f:a':{}}",
        "a: kubectl? rewritten");
    row("fields gained in the past", "'a':1", "kubectl Update 01 {'f:b':{}}\nx Update 05 {'f:c':{}}", "'a':2",
        "kubectl Update 01 {'f:a':{},'f:b':{}}\nx Update 05 {'f:c':{}}", "a: kubectl? rewritten");
    row("a new entry from the past", "'a':1", "x Update 05 {'f:c':{}}", "'a':2",
        "kubectl Update 01 {'f:a':{}}\nx Update 05 {'f:c':{}}", "a: kubectl? rewritten");
    row("revisions between were not seen", "'a':1", "", "'a':2", owned, "a: kubectl? several writes",
        RevisionSpan::MaybeSeveral);
    row("a first apply: the server's own entry is no writer", "'a':1,'b':1", "", "'a':2,'b':1",
        "kubectl Apply 02 {'f:a':{}}\nbefore-first-apply Update 02 {'f:a':{},'f:b':{}}", "a: kubectl");
    row("old entries put together by the server", "'a':1", "x Update 01 {'f:b':{}}\ny Update 02 {'f:c':{}}", "'a':2",
        "ancient-changes Update 02 {'f:b':{},'f:c':{}}\nz Update 03 {'f:a':{}}", "a: z");
    row("another operation is another entry", "'a':1", "kubectl Update 01 {'f:a':{},'f:b':{}}", "'a':2",
        "kubectl Update 01 {'f:b':{}}\nkubectl Apply 02 {'f:a':{}}", "a: kubectl");
    row("an element of a list by its key", "'l':[{'name':'x','v':1}]", "", "'l':[{'name':'n'},{'name':'x','v':2}]",
        "kubectl Update 02 {'f:l':{'k:{\'name\':\'x\'}':{'f:v':{}}}}",
        "l[name=n].name: kubectl? not the writer's\n"
        "l[name=x].v: kubectl");
    row("an atomic list", "'l':['a']", "", "'l':['b']", "kubectl Update 02 {'f:l':{}}", "l[0]: kubectl");
    row("a set of which the writer owns a part", "'l':['a']", "x Update 01 {'f:l':{'v:\'a\'':{}}}", "'l':['a','b']",
        "x Update 01 {'f:l':{'v:\'a\'':{}}}\ny Update 02 {'f:l':{'v:\'b\'':{}}}", "l: y");
    row("a field in a map that somebody owns empty", "'m':{}", "x Update 01 {'f:m':{}}", "'m':{'k':1}",
        "x Update 01 {'f:m':{}}\ny Update 02 {'f:m':{'f:k':{}}}", "m.k: y");
}

void TestAttribution::changes()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, entriesBefore);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, entriesAfter);
    QFETCH(RevisionSpan, span);
    QFETCH(QString, verdicts);
    // Quotes inside a string of JSON are escaped: k:{\"name\":\"x\"}.
    const auto escaped = [](QByteArray entries) {
        return entries.replace("k:{'name':'x'}", "k:{\\'name\\':\\'x\\'}")
            .replace("v:'a'", "v:\\'a\\'")
            .replace("v:'b'", "v:\\'b\\'");
    };
    QCOMPARE(
        tst_attribution::verdicts(object(before, escaped(entriesBefore)), object(after, escaped(entriesAfter)), span),
        verdicts);
}

void TestAttribution::writersAreTheEntriesThatMoved()
{
    const Attribution attribution(object("'a':1", "x Update 01 {'f:b':{}}"),
                                  object("'a':2", "x Update 01 {'f:b':{}}\ny Update 02 {'f:a':{}}"),
                                  RevisionSpan::OneWrite);
    QCOMPARE(names(attribution.writers()), QStringLiteral("y"));
    QCOMPARE(attribution.writers().front().time, parseTime("2026-11-22T06:00:02Z"));
}

void TestAttribution::brokenTextsAccuseNobody()
{
    const Attribution attribution("{", "[]", RevisionSpan::OneWrite);
    PathChange change;
    change.field.path = "a";
    change.pointerAfter = "nonsense";
    QCOMPARE(told(attribution.of(change)), QStringLiteral("unknown"));
}

} // namespace tst_attribution

WK_TEST(tst_attribution, TestAttribution, QCoreApplication)
#include "tst_attribution.moc"
