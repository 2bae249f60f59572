// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/answers/latesttask.h"
#include "ui/code/codepainter.h"
#include "ui/code/codeview.h"
#include "ui/code/findbar.h"
#include "ui/style/fonts.h"
#include "ui/style/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

namespace tst_codeview {

using namespace wk;

namespace {

CodeDocumentPtr document(const QString &text)
{
    const auto made = std::make_shared<CodeDocument>();
    made->language = CodeLanguage::Yaml;
    made->gutter = CodeGutter::Numbers;
    for (const QString &line : text.split(u'\n')) {
        CodeLine content;
        content.text = line;
        content.number = int(made->lines.size()) + 1;
        made->lines.push_back(content);
    }
    made->folds = indentationFolds(made->lines);
    return made;
}

/// A line that somebody signs, with the time behind the name.
CodeDocumentPtr blamed(const QString &name)
{
    const auto made = std::make_shared<CodeDocument>();
    made->gutter = CodeGutter::Blame;
    CodeLine line;
    line.text = QStringLiteral("phase: Running");
    line.gutter = name;
    line.gutterStrong = true;
    line.gutterEnd = name.isEmpty() ? QString() : QStringLiteral("10:41:09");
    line.hint = QStringLiteral("Said of it.");
    made->lines.push_back(line);
    return made;
}

QString manyLines(int count)
{
    QStringList lines;
    for (int i = 0; i < count; ++i)
        lines << QStringLiteral("key%1: value").arg(i);
    return lines.join(u'\n');
}

CodeLine lineOf(const QString &text, LineKind kind)
{
    CodeLine line;
    line.text = text;
    line.kind = kind;
    return line;
}

} // namespace

class tst_codeview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<Theme>(); }

    void init()
    {
        m_view = std::make_unique<CodeView>();
        m_view->resize(400, 200);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }

    void aDocumentAtItsBoundsPaintsLikeAShortOne()
    {
        m_view->setDocument(document(manyLines(CodeLinesMax)));
        m_view->grab();
        m_view->setDocument(document(QString(4096, u'x')));
        m_view->grab();
        QVERIFY(m_view->horizontalScrollBar()->maximum() > 4096 * 4);
        QTest::keyClick(m_view.get(), Qt::Key_End);
        QVERIFY(m_view->horizontalScrollBar()->value() > 4096 * 4);
    }

    void theMenuIsOfTheWriterOfItsLine()
    {
        const auto made = std::make_shared<CodeDocument>(*document(QStringLiteral("a: 1\nb: 2\nc: 3")));
        made->gutter = CodeGutter::Blame;
        made->lines[0].gutter = QStringLiteral("kubelet +1");
        made->lines[0].gutterStrong = true;
        made->lines[0].writer = "kubelet";
        made->lines[1].gutterGoesOn = true;
        m_view->setDocument(made);
        QStringList writers;
        connect(m_view.get(), &CodeView::menuOpened, this, [&](QMenu *menu, const std::string &writer) {
            writers.append(QString::fromStdString(writer));
            QTimer::singleShot(0, menu, &QMenu::close);
        });
        CodePainter painter;
        painter.setFonts(fontOf(TextRole::MonoBody), fontOf(TextRole::Caption));
        painter.setDocument(made);
        const int height = painter.geometry().lineHeight;
        for (int line = 0; line < 4; ++line) {
            const QPoint at(5, line * height + height / 2);
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, m_view->viewport()->mapToGlobal(at));
            QApplication::sendEvent(m_view->viewport(), &event);
        }
        QCOMPARE(writers, (QStringList{QStringLiteral("kubelet"), QStringLiteral("kubelet"), QString(), QString()}));
    }

    void theGutterIsAsWideAsItsWidestName()
    {
        const auto widthWith = [](const QString &name) {
            const auto made = std::make_shared<CodeDocument>();
            made->gutter = CodeGutter::Blame;
            for (const QString &text : {QStringLiteral("kubelet"), name}) {
                CodeLine line;
                line.gutter = text;
                line.gutterStrong = true;
                made->lines.push_back(line);
            }
            CodePainter painter;
            painter.setFonts(QFont(), QFont());
            painter.setDocument(made);
            return painter.geometry().signX;
        };
        QVERIFY(widthWith(QStringLiteral("a")) < widthWith(QStringLiteral("kube-scheduler")));
        QCOMPARE(widthWith(QStringLiteral("a")), widthWith(QString()));
        QCOMPARE(widthWith(QString(50, u'm')), widthWith(QString(500, u'm')));
    }

    void enterAndAClickOnTheChevronFold()
    {
        m_view->setDocument(document(QStringLiteral("a:\n  b: 1\nc: 2")));
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(m_view->visibleText(), (QStringList{QStringLiteral("a:"), QStringLiteral("c: 2")}));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, {40, 6});
        QCOMPARE(m_view->visibleText().size(), 3);
    }

    void shiftAndArrowsSelectAndCopyTakesIt()
    {
        m_view->setDocument(document(QStringLiteral("name: web\nready: true")));
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(m_view.get(), Qt::Key_End, Qt::ShiftModifier);
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("name: web\nready: true"));
    }

    void whatIsCopiedHoldsNoHeadings()
    {
        const auto made = std::make_shared<CodeDocument>();
        made->gutter = CodeGutter::Blame;
        for (const auto &[text, kind] :
             {std::pair{"a: 1", LineKind::Removed}, {"status", LineKind::Heading}, {"b: 2", LineKind::Plain}})
            made->lines.push_back(lineOf(QString::fromLatin1(text), kind));
        m_view->setDocument(made);
        m_view->selectAll();
        m_view->copy();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("-a: 1\n b: 2"));
    }

    void withoutASelectionAllIsAskedFor()
    {
        m_view->setDocument(document(QStringLiteral("name: web")));
        const QSignalSpy asked(m_view.get(), &CodeView::copyAllAsked);
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(asked.count(), 1);
        m_view->selectAll();
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(asked.count(), 1);
    }

    void theMouseSelectsWords()
    {
        m_view->setDocument(document(QStringLiteral("name: web")));
        const int x = m_view->width() / 4;
        QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, {x, 8});
        QVERIFY(!m_view->selectedText().isEmpty());
    }

    void aNewerTextStaysWhereTheUserReads()
    {
        m_view->setDocument(document(manyLines(500)));
        m_view->verticalScrollBar()->setValue(200);
        m_view->updateDocument(document(manyLines(490)));
        QCOMPARE(m_view->visibleText().first(), QStringLiteral("key200: value"));
        m_view->setDocument(document(manyLines(490)));
        QCOMPARE(m_view->visibleText().first(), QStringLiteral("key0: value"));
    }

    void findOpensFoldsAndCounts()
    {
        FindBar bar(m_view.get());
        m_view->setDocument(document(QStringLiteral("a:\n  web: 1\n  Web: 2")));
        m_view->setFoldClosed(0, true);
        QTest::keyClick(m_view.get(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(bar.isVisible());
        auto *field = bar.findChild<QLineEdit *>();
        QTest::keyClicks(field, QStringLiteral("web"));
        QCOMPARE(m_view->foundCount(), 2);
        QCOMPARE(m_view->foundCurrent(), 0);
        QVERIFY(!m_view->isFoldClosed(0));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(m_view->foundCurrent(), 1);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(m_view->foundCurrent(), 0);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
    }

    void theKeyToFindIsItsOwn()
    {
        const auto takes = [this] {
            QKeyEvent key(QEvent::ShortcutOverride, Qt::Key_F, Qt::ControlModifier);
            key.ignore();
            QCoreApplication::sendEvent(m_view.get(), &key);
            return key.isAccepted();
        };
        m_view->setDocument({});
        QVERIFY2(!takes(), "there is nothing to be found");
        m_view->setDocument(document(QStringLiteral("a: 1")));
        QVERIFY(takes());
    }

    void whatTheGutterLeavesOutIsInTheHint()
    {
        CodePainter painter;
        painter.setFonts(fontOf(TextRole::Mono), fontOf(TextRole::Caption));
        painter.setDocument(blamed(QStringLiteral("kubelet")));
        painter.setWidth(1000);
        const int roomy = painter.geometry().signX;
        QCOMPARE(painter.hint(0), QStringLiteral("Said of it."));
        painter.setWidth(300);
        QVERIFY(painter.geometry().signX < roomy - 30);
        QCOMPARE(painter.hint(0), QStringLiteral("kubelet 10:41:09\nSaid of it."));
        painter.setDocument(blamed(QStringLiteral("kube-controller-manager")));
        QVERIFY(painter.geometry().signX <= 300 / 3);
        QVERIFY2(painter.hint(0).startsWith(QStringLiteral("kube-controller-manager")), qPrintable(painter.hint(0)));
        painter.setWidth(1000);
        QVERIFY(painter.geometry().signX <= 1000 / 3);
        QCOMPARE(painter.hint(0), QStringLiteral("Said of it.")); // the longest of names is whole where there is room
    }

    void markupStaysText()
    {
        m_view->setDocument(document(QStringLiteral("<img src=\"/dev/zero\"><table>")));
        m_view->grab();
        QCOMPARE(m_view->visibleText().first(), QStringLiteral("<img src=\"/dev/zero\"><table>"));
    }

    void withoutADocumentItSaysWhy()
    {
        m_view->setPlaceholder(QStringLiteral("Nothing is selected."));
        m_view->setDocument(nullptr);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton);
        m_view->grab();
        QCOMPARE(m_view->accessibleDescription(), QStringLiteral("Nothing is selected."));
    }

    void onlyTheNewestTaskIsHeardOf()
    {
        QList<int> heard;
        LatestTask<int> task([&](int value) { heard.append(value); });
        for (int i = 1; i <= 50; ++i)
            task.run([i] { return i; });
        QTRY_COMPARE(heard, QList<int>{50});
        task.run([] { return 51; });
        task.forget();
        task.run([] { return 52; });
        QTRY_COMPARE(heard, (QList<int>{50, 52}));
    }

private:
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<CodeView> m_view;
};

} // namespace tst_codeview

WK_TEST(tst_codeview, tst_codeview, QApplication)
#include "tst_codeview.moc"
