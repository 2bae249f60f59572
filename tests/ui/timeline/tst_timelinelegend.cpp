// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelegend.h"

#include "tests/support/testregistry.h"

#include <QImage>
#include <QTest>

namespace tst_timelinelegend {

using namespace wk;

class tst_TimelineLegend : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatDoesNotFitIsLeftOutWhole()
    {
        TimelineLegend legend;
        legend.resize(legend.sizeHint());
        constexpr int LastItem = 40;
        QVERIFY2(!isBlank(legend, LastItem), "all of it fits");
        legend.resize(legend.width() - 1, legend.height());
        QVERIFY(isBlank(legend, LastItem));
        QVERIFY(!isBlank(legend, legend.width()));
    }

private:
    /// At its right end, in px.
    static bool isBlank(TimelineLegend &legend, int width)
    {
        const QImage image = legend.grab(QRect(legend.width() - width, 0, width, legend.height())).toImage();
        QImage blank(image.size(), image.format());
        blank.fill(image.pixel(0, 0));
        return image == blank;
    }
};

} // namespace tst_timelinelegend

WK_TEST(tst_timelinelegend, tst_TimelineLegend, QApplication)
#include "tst_timelinelegend.moc"
