// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/windowrecorder.h"

#include "app/recordings/recorddialog.h"
#include "core/base/clock.h"
#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/window/banner.h"
#include "ui/window/mainwindow.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>

#include <map>
#include <utility>

namespace wk {

namespace {

std::vector<ResourceInfo> kindsOf(const HistorySnapshot &history)
{
    std::map<GroupVersionResource, ResourceInfo> kinds;
    for (const auto &[watch, scope] : history.scopes())
        kinds.emplace(scope.resource.gvr, scope.resource);
    std::vector<ResourceInfo> all;
    for (auto &[gvr, kind] : kinds)
        all.push_back(std::move(kind));
    return all;
}

/// "1:02:33".
QString lasted(std::chrono::seconds time)
{
    return QStringLiteral("%1:%2:%3")
        .arg(time.count() / 3600)
        .arg(time.count() / 60 % 60, 2, 10, QLatin1Char('0'))
        .arg(time.count() % 60, 2, 10, QLatin1Char('0'));
}

} // namespace

WindowRecorder::WindowRecorder(MainWindow &window, const HistoryFeed &history, UiSettings &settings, Clock &clock)
    : QObject(&window)
    , m_window(window)
    , m_history(history)
    , m_settings(settings)
    , m_clock(clock)
{
    connect(&window, &MainWindow::recordAsked, this, &WindowRecorder::toggle);
    connect(&window, &MainWindow::saveRangeAsked, this, [this](const TimeRange &range) { ask(range); });
    connect(&history, &HistoryFeed::moved, this, [this] {
        if (m_recorder && m_rangeEnd == 0)
            m_recorder->follow(m_history.newest());
    });
    m_tick.setInterval(std::chrono::seconds(1));
    connect(&m_tick, &QTimer::timeout, this, &WindowRecorder::say);
}

WindowRecorder::~WindowRecorder()
{
    if (!m_recorder)
        return;
    stop();
    m_recorder->wait();
    if (const auto progress = m_recorder->progress(); progress.result && *progress.result)
        m_settings.setRecordingOpened(QString::fromStdString(m_recorder->path()));
}

void WindowRecorder::toggle()
{
    m_recorder ? stop() : ask({});
}

/// In the folder of the last one, by the cluster and the time.
QString WindowRecorder::usualFile() const
{
    static const QRegularExpression Odd(QStringLiteral("[^A-Za-z0-9._-]+"));
    const QString folder = m_settings.exportFolder().isEmpty() ? QDir::homePath() : m_settings.exportFolder();
    QString cluster = QString::fromUtf8(m_window.state().clusters().names().nameOf(1).data(),
                                        qsizetype(m_window.state().clusters().names().nameOf(1).size()));
    cluster.replace(Odd, QStringLiteral("-"));
    const QString time = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd-HHmmss"));
    return QDir(folder).filePath((cluster.isEmpty() ? QStringLiteral("watchkeeper") : cluster.left(60)) + u'-' + time +
                                 QStringLiteral(".wklog"));
}

void WindowRecorder::ask(const std::optional<TimeRange> &range)
{
    if (m_recorder)
        return m_window.sayInPassing(tr("Another recording is under way."));
    const WindowState &state = m_window.state();
    QStringList shown{state.filter().trimmed()};
    for (const std::string &ns : state.namespaces())
        shown << QStringLiteral("ns:") + displayText(ns);
    shown.removeAll(QString());
    RecordDialog::Offer offer{usualFile(),
                              kindsOf(m_history.now()),
                              {state.activeFilter(), state.namespaces(), {}, {}},
                              shown.join(u' '),
                              range ? format::span(range->from, range->to, m_clock.wallNow()) : QString()};
    auto *dialog = new RecordDialog(std::move(offer), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RecordDialog::wanted, this, [this, dialog, range] { begin(*dialog, range); });
    dialog->open();
}

void WindowRecorder::begin(const RecordDialog &asked, const std::optional<TimeRange> &range)
{
    const HistoryPtr history = m_history.newest();
    HistoryRecorder::Begin begin{history, history->end(), m_clock.wallNow()};
    if (range) { // what came at that very time is in it
        begin.at = history->rowAfter(range->from - std::chrono::microseconds(1));
        begin.time = range->from;
    }
    const Recorder::Options options = asked.options();
    m_settings.setExportFolder(QFileInfo(QString::fromStdString(options.path)).absolutePath());
    m_since = m_clock.wallNow();
    m_recorder = std::make_unique<HistoryRecorder>(options, asked.rows(), begin, [this] {
        QMetaObject::invokeMethod(this, &WindowRecorder::ended, Qt::QueuedConnection);
    });
    m_rangeEnd = range ? std::max(history->rowAfter(range->to), begin.at) : 0;
    if (range)
        m_recorder->finish(history, m_rangeEnd, std::min(range->to, m_clock.wallNow()));
    m_tick.start();
    say();
}

void WindowRecorder::stop()
{
    m_recorder->finish(m_history.newest(), m_history.now().end(), m_clock.wallNow());
}

void WindowRecorder::leave(std::function<void()> go)
{
    if (!m_recorder)
        return go();
    const QString file = displayText(m_recorder->path());
    auto *box = new QMessageBox(QMessageBox::Question, QStringLiteral("Watchkeeper"),
                                tr("A recording is being written to %1.").arg(file), QMessageBox::Cancel, &m_window);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        tr("It ends when something else is opened. What was recorded until then stays in the file."));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton *end = box->addButton(tr("End the recording"), QMessageBox::AcceptRole);
    connect(end, &QPushButton::clicked, this, [this, go = std::move(go)] { stopAndLeave(go); });
    box->open();
}

void WindowRecorder::stopAndLeave(std::function<void()> go)
{
    if (!m_recorder) // it has ended meanwhile
        return go();
    m_go = std::move(go);
    stop();
}

void WindowRecorder::say()
{
    if (!m_recorder)
        return m_window.showRecorder(false, {}, {});
    const HistoryRecorder::Progress progress = m_recorder->progress();
    const auto events = static_cast<int>(progress.rows);
    const QString counted = format::counted(tr("%n events", nullptr, events), events);
    const auto time = std::chrono::floor<std::chrono::seconds>(m_clock.wallNow() - m_since);
    const QString so =
        m_rangeEnd > 0 ? tr("saving, %1").arg(counted) : QStringLiteral("%1 · %2").arg(lasted(time), counted);
    const QString words = QStringLiteral("%1 · %2").arg(so, format::bytes(progress.bytes));
    const QString trouble = progress.error ? errorWords(*progress.error).sentence() : QString();
    m_window.showRecorder(true, words, trouble);
}

void WindowRecorder::ended()
{
    const std::unique_ptr<HistoryRecorder> recorder = std::exchange(m_recorder, nullptr);
    if (!recorder)
        return;
    recorder->wait();
    m_tick.stop();
    say();
    const std::function<void()> go = std::exchange(m_go, nullptr);
    const HistoryRecorder::Progress progress = recorder->progress();
    const QString file = displayText(recorder->path());
    if (progress.result && !*progress.result) {
        const QString why = errorWords(progress.result->error()).sentence();
        m_window.tell([file, why] {
            return tr("The recording could not be written to its end: %1 What there is of it lies in %2.part.")
                .arg(why, file);
        });
        return;
    }
    const auto events = static_cast<int>(progress.rows);
    const QString counted = format::counted(tr("%n events", nullptr, events), events);
    const QString size = format::bytes(progress.bytes);
    const QString path = QString::fromStdString(recorder->path());
    Banner &note = m_window.tell([file, counted, size, replaced = progress.replaced] {
        return replaced > 0 ? tr("Recorded %1 (%2) in %3. Values that looked like secrets were replaced: %4.")
                                  .arg(counted, size, file, format::number(std::int64_t(replaced)))
                            : tr("Recorded %1 (%2) in %3.").arg(counted, size, file);
    });
    note.addButton([] { return tr("Open it"); }, [this, path] { Q_EMIT openAsked(path); });
    m_settings.setRecordingOpened(path);
    if (go)
        go();
}

} // namespace wk
