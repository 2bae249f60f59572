// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/exportdialog.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "ui/models/uisettings.h"
#include "ui/style/theme.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

namespace tst_exportdialog {

using namespace wk;

/// Numbers, of which the form of the file has words for the first `sayable`.
class Numbers : public CsvSource
{
public:
    Numbers(std::size_t rows, std::size_t sayable, std::shared_ptr<std::atomic_bool> mayEnd)
        : CsvSource({"n"}, rows,
                    [rows, mayEnd = std::move(mayEnd)](std::size_t row) {
                        while (row + 1 == rows && !*mayEnd)
                            std::this_thread::yield();
                        return CsvSource::Cells{std::to_string(row)};
                    })
        , m_unsayable(rows - sayable)
    {}
    std::uint64_t unsayable() const override { return m_unsayable; }

private:
    std::uint64_t m_unsayable;
};

/// Four rows; the last of them is written when the test says so.
class FourRows : public FileExport
{
public:
    using FileExport::FileExport;
    std::shared_ptr<std::atomic_bool> mayEnd = std::make_shared<std::atomic_bool>(true);
    std::size_t sayable = 4;

protected:
    std::shared_ptr<ExportSource> source(const std::string &) override
    {
        return std::make_shared<Numbers>(4, sayable, mayEnd);
    }
};

class tst_exportdialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock = std::make_unique<ManualClock>();
        m_clock->setWall(WallTime(std::chrono::seconds(1795257672)));
        m_window = std::make_unique<QWidget>();
        m_window->show();
        m_export = std::make_unique<FourRows>(*m_clock);
        m_dialog = std::make_unique<ExportDialog>(*m_export, m_settings, m_window.get());
        m_store.clear();
        m_result.reset();
        connect(m_export.get(), &FileExport::finished, this,
                [this](const Result<ExportProgress> &result) { m_result = result; });
    }
    void cleanup()
    {
        *m_export->mayEnd = true;
        m_dialog.reset();
        m_export.reset();
        m_window.reset();
    }

    void theProposedNameCarriesTheTimeAndNoPath_data()
    {
        QTest::addColumn<QString>("stem");
        QTest::addColumn<QString>("name");
        const auto row = [](const char *what, const char *stem, const char *name) {
            QTest::newRow(what) << QString::fromUtf8(stem) << QString::fromUtf8(name);
        };
        row("a kind", "deployments.apps", "deployments.apps-20261121-104112Z.csv");
        row("a path is none", "../../etc/passwd", "etcpasswd-20261121-104112Z.csv");
        row("other letters are left out", "p\u202eods", "pods-20261121-104112Z.csv");
    }
    void theProposedNameCarriesTheTimeAndNoPath()
    {
        QFETCH(QString, stem);
        m_dialog->ask(stem, {ExportFormat::Csv}, m_clock->wallNow());
        QFETCH(QString, name);
        QCOMPARE(QFileInfo(files()->selectedFiles().value(0)).fileName(), name);
        files()->close();
    }

    void aFormatHasItsSuffix()
    {
        m_dialog->ask(QStringLiteral("stream"), {ExportFormat::WatchLines, ExportFormat::Csv}, m_clock->wallNow());
        QCOMPARE(files()->defaultSuffix(), QStringLiteral("jsonl"));
        Q_EMIT files()->filterSelected(files()->nameFilters().value(1));
        QCOMPARE(files()->defaultSuffix(), QStringLiteral("csv"));
        files()->close();
    }

    void theEndIsTold()
    {
        choose(QStringLiteral("whole.csv"));
        QTRY_VERIFY(m_result);
        const auto *box = m_window->findChild<QMessageBox *>();
        QVERIFY(box && box->isVisible());
        QCOMPARE(box->textFormat(), Qt::PlainText);
        QVERIFY2(box->text().endsWith(QStringLiteral("written from 4 rows.")), qPrintable(box->text()));
        QCOMPARE(box->informativeText(), path(QStringLiteral("whole.csv")));
        QCOMPARE(box->buttons().size(), 2); // the folder can be opened
        QVERIFY(QFile::exists(path(QStringLiteral("whole.csv"))));
    }

    void oneFileIsToldOfAtATime()
    {
        for (const char *name : {"first.csv", "second.csv"}) {
            m_result.reset();
            choose(QString::fromLatin1(name));
            QTRY_VERIFY(m_result);
            const QList<QMessageBox *> boxes = m_window->findChildren<QMessageBox *>();
            QCOMPARE(boxes.size(), 1);
            QCOMPARE(boxes.first()->informativeText(), path(QString::fromLatin1(name)));
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
    }

    void rowsThatHaveNoLineAreTold()
    {
        m_export->sayable = 2;
        choose(QStringLiteral("whole.csv"));
        QTRY_VERIFY(m_result);
        const auto *box = m_window->findChild<QMessageBox *>();
        QVERIFY(box);
        QVERIFY2(box->text().contains(QStringLiteral("written from 2 rows. 2 about the watches themselves")),
                 qPrintable(box->text()));
    }

    void theNextFileIsPutWhereTheLastWas()
    {
        m_dialog->ask(QStringLiteral("pods"), {ExportFormat::Csv}, m_clock->wallNow());
        QVERIFY(files()->directory().absolutePath() != QDir::currentPath());
        Q_EMIT files()->fileSelected(path(QStringLiteral("first.csv")));
        files()->close();
        QTRY_VERIFY(m_result);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        m_dialog->ask(QStringLiteral("pods"), {ExportFormat::Csv}, m_clock->wallNow());
        QCOMPARE(files()->directory().absolutePath(), QDir(m_folder.path()).absolutePath());
        files()->close();
    }

    /// Whichever view it was asked for, and when.
    void anotherViewsFileIsPutThereToo()
    {
        m_settings.setExportFolder(m_folder.path());
        m_dialog->ask(QStringLiteral("pods"), {ExportFormat::Csv}, m_clock->wallNow());
        QCOMPARE(files()->directory().absolutePath(), QDir(m_folder.path()).absolutePath());
        files()->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        m_settings.setExportFolder(path(QStringLiteral("gone")));
        m_dialog->ask(QStringLiteral("pods"), {ExportFormat::Csv}, m_clock->wallNow());
        QVERIFY2(files()->directory().exists(), "what has gone is not offered");
        files()->close();
    }

    void theTitleHasRoom()
    {
        *m_export->mayEnd = false;
        choose(QStringLiteral("title.csv"));
        progress()->show();
        // Besides the title stand the window's buttons: twice its width is enough.
        QVERIFY(progress()->width() >=
                2 * progress()->fontMetrics().horizontalAdvance(QStringLiteral("Export – Watchkeeper")));
    }

    void cancelLeavesNoFile()
    {
        *m_export->mayEnd = false;
        choose(QStringLiteral("none.csv"));
        QVERIFY(m_export->isRunning());
        progress()->findChild<QPushButton *>()->click();
        *m_export->mayEnd = true;
        QTRY_VERIFY(m_result);
        QCOMPARE(m_result->error().kind, ErrorKind::Cancelled);
        QVERIFY(!QFile::exists(path(QStringLiteral("none.csv"))));
        QVERIFY(QDir(m_folder.path()).entryList({QStringLiteral("none*")}).isEmpty());
    }

private:
    QFileDialog *files() const { return m_window->findChild<QFileDialog *>(); }
    QProgressDialog *progress() const { return m_window->findChild<QProgressDialog *>(); }
    QString path(const QString &name) const { return m_folder.filePath(name); }
    void choose(const QString &name)
    {
        m_dialog->ask(QStringLiteral("pods"), {ExportFormat::Csv}, m_clock->wallNow());
        Q_EMIT files()->fileSelected(path(name));
        files()->close();
    }

    Theme m_theme;
    QTemporaryDir m_folder;
    QTemporaryDir m_home;
    QSettings m_store{m_home.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<FourRows> m_export;
    std::unique_ptr<ExportDialog> m_dialog;
    std::optional<Result<ExportProgress>> m_result;
};

} // namespace tst_exportdialog

WK_TEST(tst_exportdialog, tst_exportdialog, QApplication)
#include "tst_exportdialog.moc"
