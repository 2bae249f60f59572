// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/fittedwords.h"

#include <QTest>

Q_DECLARE_METATYPE(wk::EventWords)

namespace tst_fittedwords {

using namespace wk;

namespace {

/// Every character is one pixel wide.
QString cut(const EventWords::Piece &piece, Qt::TextElideMode mode, int width)
{
    const QString &text = piece.text;
    const int kept = width - 1;
    const QString sign = QStringLiteral("…");
    switch (mode) {
    case Qt::ElideLeft: return sign + text.right(kept);
    case Qt::ElideMiddle: return text.left(kept / 2) + sign + text.right(kept - kept / 2);
    case Qt::ElideRight:
    case Qt::ElideNone: break;
    }
    return text.left(kept) + sign;
}

const WordsRuler ruler{[](const EventWords::Piece &piece) { return int(piece.text.size()); }, cut};

EventWords::Piece path(const char *text)
{
    return {QString::fromUtf8(text), true};
}

EventWords::Piece value(const char *text)
{
    return {QString::fromUtf8(text), false, true};
}

EventWords::Piece words(const char *text)
{
    return {QString::fromUtf8(text), false};
}

} // namespace

class FittedWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theValueIsKeptAndThePathIsCut_data()
    {
        QTest::addColumn<EventWords>("given");
        QTest::addColumn<int>("room");
        QTest::addColumn<QString>("shown");
        const EventWords restarts{{path("status.containerStatuses[fraud].restartCount"), value(" 3 → 4")}};
        const EventWords two{{path("spec.replicas"), value(" 3 → 5"), words(", "), path("metadata.generation"),
                              value(" 7 → 8"), words(", 2 more")}};
        const EventWords note{{path("BackOff"), words(" Back-off restarting failed container")}};
        const auto row = [](const char *name, const EventWords &given, int room, const char *shown) {
            QTest::newRow(name) << given << room << QString::fromUtf8(shown);
        };
        row("all is shown where there is room", restarts, 60, "status.containerStatuses[fraud].restartCount 3 → 4");
        row("a path is cut at its left", restarts, 30, "…ses[fraud].restartCount 3 → 4");
        const EventWords deletion{{path("metadata.deletionTimestamp"), value(" 2026-11-21T10:41:09Z")}};
        row("a path's last word is whole before its value is", deletion, 36, "….deletionTimestamp 2026-11…0:41:09Z");
        row("unless it would take nearly all", deletion, 24, "…mestamp 2026-1…0:41:09Z");
        row("dots in brackets end no word", {{path("metadata.labels[a.b/c-d-e]"), value(" 2026-11-21T10:41:09Z")}}, 36,
            "….labels[a.b/c-d-e] 2026-11…0:41:09Z");
        const EventWords image{{path("spec.containers[web].image"), value(" registry/a/web:1 → registry/a/web:2")}};
        row("values are whole where there is room", image, 62,
            "spec.containers[web].image registry/a/web:1 → registry/a/web:2");
        row("what they begin with alike goes first", image, 61, "spec.containers[web].image …web:1 → …web:2");
        row("and then of the path", image, 30, "…rs[web].image …web:1 → …web:2");
        row("a path keeps a third, and values are cut in their middle",
            {{path("spec.containers[web].image"), value(" registry-web:1 → registry-web:2")}}, 30,
            "…eb].image registry…stry-web:2");
        row("the second path is cut if its value fits", two, 40, "spec.replicas 3 → 5, …a.generation 7 → 8");
        row("a second change without room is not begun", two, 27, "spec.replicas 3 → 5, …");
        row("half of the room is not left empty",
            {{path("Ready"), value(" True → False"), words(", "), path("status.message"),
              value(" containers with unready status: [web]")}},
            48, "Ready True → False, ….message containe…us: [web]");
        row("that there are more is said without a comma", two, 21, "spec.replicas 3 → 5…");
        row("a path is cut to make room for saying it", two, 19, "…ec.replicas 3 → 5…");
        row("a sentence is cut at its end", note, 20, "BackOff Back-off re…");
        row("no room, nothing", restarts, 0, "");
    }
    void theValueIsKeptAndThePathIsCut()
    {
        QFETCH(EventWords, given);
        QFETCH(int, room);
        QString shown;
        for (const EventWords::Piece &piece : fittedWords(given, room, ruler))
            shown += piece.text;
        QTEST(shown, "shown");
        QVERIFY(shown.size() <= room);
    }
};

} // namespace tst_fittedwords

WK_TEST(tst_fittedwords, FittedWordsTest, NoApplication)
#include "tst_fittedwords.moc"
