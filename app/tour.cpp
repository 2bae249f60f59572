// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tour.h"

#include "app/language.h"
#include "app/workbench.h"
#include "core/recording/loglines.h"
#include "ui/models/streammodel.h"
#include "ui/stream/streamview.h"
#include "ui/style/theme.h"

#include <QDir>
#include <QPixmap>

#include <algorithm>
#include <numeric>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto FirstLook = 12s; ///< so that something has happened before the first picture
constexpr auto Look = 1500ms;   ///< at a view, before its picture

} // namespace

Tour::Tour(Workbench &bench, Theme &theme, Language &language, QString folder)
    : m_bench(bench)
    , m_theme(theme)
    , m_language(language)
    , m_folder(std::move(folder))
{}

void Tour::start()
{
    if (!m_steps.empty())
        return;
    m_failed = !QDir().mkpath(m_folder);
    m_bench.window().resize(1440, 900);
    plan();
    next();
}

void Tour::plan()
{
    m_steps.push_back({FirstLook, [this] { m_theme.setScheme(ColourScheme::Dark); }});
    m_steps.push_back({0ms, [this] { m_language.set(QStringLiteral("en")); }});
    planViews(QStringLiteral("dark-en"));
    m_steps.push_back({0ms, [this] { m_theme.setScheme(ColourScheme::Light); }});
    planViews(QStringLiteral("light-en"));
    m_steps.push_back({0ms, [this] { m_language.set(QStringLiteral("zh_CN")); }});
    planViews(QStringLiteral("light-zh"));
    m_steps.push_back({0ms, [this] { m_theme.setScheme(ColourScheme::Dark); }});
    planViews(QStringLiteral("dark-zh"));
    m_steps.push_back({0ms, [this] { exportLog(); }});
    m_steps.push_back({0ms, [this] { Q_EMIT finished(m_failed ? 1 : 0); }});
}

void Tour::planViews(const QString &suffix)
{
    for (const auto &[name, view] : m_bench.views()) {
        m_steps.push_back({100ms, [this, view = view] { m_bench.window().showView(view); }});
        m_steps.push_back({Look, [this, file = QString(name + QStringLiteral("-") + suffix)] { take(file); }});
    }
}

void Tour::next()
{
    if (m_done >= m_steps.size())
        return;
    m_alarm = m_clock.after(m_steps[m_done].pause, [this] {
        const std::size_t step = m_done++;
        m_steps[step].act();
        next();
    });
}

void Tour::take(const QString &name)
{
    if (!m_bench.window().grab().save(m_folder + QStringLiteral("/") + name + QStringLiteral(".png")))
        m_failed = true;
}

void Tour::exportLog()
{
    const HistoryPtr &history = m_bench.history().newest();
    std::vector<RowId> rows(history->size());
    std::iota(rows.begin(), rows.end(), history->begin());
    LogLinesSource source(history, std::move(rows));
    const std::string path = m_folder.toStdString() + "/watch.jsonl";
    if (!exportToFile(source, path, {}, [](const ExportProgress &) {}))
        m_failed = true;
}

} // namespace wk
