// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/uisettings.h"
#include "ui/models/view.h"
#include "ui/style/theme.h"
#include "ui/window/mainwindow.h"

#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

class EmptyView : public View
{
public:
    explicit EmptyView(QString title)
        : m_title(std::move(title))
    {
    }
    QString title() const override { return m_title; }
    void applyBatch(const Batch &) override {}

private:
    QString m_title;
};

/// Twenty minutes of a cluster's life: calm, three bursts, one gap. The seed fixes it.
Batch history(const ObjectPtr &object)
{
    std::mt19937 random(42); // NOLINT: the same picture every time
    std::vector<EntryPtr> entries;
    for (int second = 0; second < 1380; ++second) {
        const WallTime when = Now - std::chrono::seconds(second);
        if (second > 760 && second < 780)
            continue;
        const bool burst = (second > 580 && second < 640) || (second > 200 && second < 240);
        const int events = static_cast<int>(random() % 3) + (burst ? 5 : 0);
        for (int i = 0; i < events; ++i)
            entries.push_back(at(modified(1, object, object), when));
        if (random() % (burst ? 2 : 9) == 0)
            entries.push_back(added(1, object, when));
        if (random() % (burst ? 3 : 12) == 0)
            entries.push_back(deleted(1, object, when));
    }
    std::ranges::reverse(entries);
    entries.push_back(gap(1, 8'121'640, 8'121'702, Now - 761s));
    return batch(std::move(entries), {live(1), live(2)});
}

} // namespace

/// Leaves pictures of the window in build/screenshots, for people to look at beside the design.
class PicturesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFrameInBothThemes_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void theFrameInBothThemes()
    {
        QFETCH(bool, dark);
        m_theme.setScheme(dark ? ColourScheme::Dark : ColourScheme::Light);
        m_clock.setWall(Now);
        MainWindow window(WindowContext{m_theme, m_settings, m_clock});
        for (const char *title : {"Overview", "Pods", "Stream", "Timeline", "Charts", "Events", "Watches"})
            window.addView(new EmptyView(QString::fromLatin1(title)));
        window.setNavigator(new QWidget);
        window.setInspector(new QWidget);
        window.setClusters({QStringLiteral("prod-eu"), QStringLiteral("staging")}, QStringLiteral("prod-eu"));
        window.state().setNamespaces({"payments", "web"});
        window.applyBatch(history(shared(pod({.name = "web-1"}))));
        window.resize(1440, 872);
        window.show();
        m_clock.advance(1s);
        QVERIFY(save(window, dark ? QStringLiteral("frame-dark") : QStringLiteral("frame-light")));
    }

private:
    bool save(QWidget &widget, const QString &name)
    {
        const QDir folder(QStringLiteral(WATCHKEEPER_BINARY_DIR "/../screenshots"));
        QCoreApplication::processEvents();
        return folder.mkpath(QStringLiteral(".")) && widget.grab().save(folder.filePath(name + QStringLiteral(".png")));
    }

    QTemporaryDir m_folder;
    QSettings m_store{m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    UiSettings m_settings{m_store};
    Theme m_theme;
    ManualClock m_clock;
};

QTEST_MAIN(PicturesTest)
#include "tst_pictures.moc"
