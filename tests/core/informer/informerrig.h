// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/sharedinformer.h"
#include "tests/support/fakesource.h"
#include "tests/support/manualclock.h"

#include <QString>
#include <QStringList>

namespace wk {

inline QString print(const Entry &entry)
{
    QString text = QString::fromLatin1(typeName(entry.type));
    if (entry.origin != EntryClass::Live)
        text += QStringLiteral("/") + QString::fromLatin1(className(entry.origin));
    if (entry.object)
        text += QStringLiteral(" ") + QString::fromStdString(entry.object->name);
    if (entry.objects)
        text += QStringLiteral(" %1").arg(entry.objects->size());
    if (entry.type == EntryType::Gap)
        text += QStringLiteral(" %1-%2").arg(QString::fromStdString(entry.gap.from.text()),
                                             QString::fromStdString(entry.gap.to.text()));
    else
        text += QStringLiteral("@") + QString::fromStdString(entry.version.text());
    if (!entry.line.empty())
        text += QStringLiteral(": ") + QString::fromStdString(entry.line);
    return text;
}

/// An informer on a source that the test plays, with one handler that writes down what it hears.
struct InformerRig {
    /// `from` is what it goes on from.
    explicit InformerRig(std::optional<HeldState> from = {})
        : held(std::move(from))
    {}

    ManualClock clock;
    std::optional<HeldState> held;
    FakeSource *source = new FakeSource;
    QStringList heard;
    QList<WatchState> states;
    QStringList arrived; ///< how many at once, "anew" when that was said
    RelistCounts found;  ///< by the last relist
    int statuses = 0;
    SharedInformer informer{7, std::unique_ptr<ListerWatcher>(source), clock, options()};
    int handler = informer.addHandler([this](const std::vector<EntryPtr> &entries) {
        for (const EntryPtr &entry : entries) {
            heard.append(print(*entry));
            if (entry->type == EntryType::Relist)
                found = entry->found;
        }
    });

    SharedInformer::Options options()
    {
        return {[] { return 0.0; },
                {},
                [this](const WatchStatus &status) {
                    ++statuses;
                    if (states.isEmpty() || states.last() != status.state)
                        states.append(status.state);
                },
                false,
                [this](const Arrivals &some) {
                    arrived.append(some.isAnew ? QStringLiteral("anew") : QString::number(some.objects.size()));
                },
                held};
    }
    static ListPage page(std::vector<ObjectPtr> objects, const char *version, const char *token = "")
    {
        ListPage page;
        page.objects = std::move(objects);
        page.version = ResourceVersion(version);
        page.continueToken = token;
        return page;
    }
    void bringUp()
    {
        informer.start();
        (*source)->listed(page({makeObject("n", "a", "ua", "3"), makeObject("n", "b", "ub", "5")}, "7"));
        (*source)->watchOpened();
        heard.clear();
    }
};

} // namespace wk
