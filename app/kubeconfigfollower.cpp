// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kubeconfigfollower.h"

#include "core/base/clock.h"
#include "core/base/handover.h"
#include "core/cluster/kubeconfigwatch.h"

#include <QThread>

#include <functional>
#include <utility>

namespace wk {

struct KubeconfigFollower::Private {
    void order(std::function<void()> what)
    {
        if (orders.post(std::move(what)))
            QMetaObject::invokeMethod(
                worker,
                [this] {
                    for (const auto &each : orders.take())
                        each();
                },
                Qt::QueuedConnection);
    }
    /// In the thread.
    void tell(const std::shared_ptr<const KubeconfigSet> &set, int of)
    {
        KubeconfigNews news{set};
        for (const ContextInUse &context : inUse) {
            const OfferedContext *there = set->find(context.file, context.name);
            const auto files = there ? set->unusualFiles(there->name) : std::nullopt;
            if (there && (!files || context.mayRead(*files)))
                news.inUse.push_back({context, set->resolve(there->name, context.as)});
        }
        if (letters.post({of, std::move(news)}))
            ring();
    }

    QThread thread;
    QObject *worker = nullptr; ///< lives in the thread, which deletes it
    std::function<void()> ring;
    Handover<std::function<void()>> orders;
    /// With which follow() they are of: whoever follows other files by now does not want them.
    Handover<std::pair<int, KubeconfigNews>> letters;
    int following = 0; ///< how often follow() was called
    // The thread's.
    SystemClock clock;
    std::unique_ptr<KubeconfigWatch> watch;
    std::vector<ContextInUse> inUse;
};

KubeconfigFollower::KubeconfigFollower()
    : d(std::make_unique<Private>())
{
    d->ring = [this] { QMetaObject::invokeMethod(this, &KubeconfigFollower::moved, Qt::QueuedConnection); };
    d->worker = new QObject;
    d->worker->moveToThread(&d->thread);
    connect(&d->thread, &QThread::finished, d->worker, &QObject::deleteLater);
    connect(d->worker, &QObject::destroyed, [d = d.get()] { d->watch.reset(); });
    d->thread.setObjectName(QStringLiteral("kubeconfigs"));
    d->thread.start();
}

KubeconfigFollower::~KubeconfigFollower()
{
    d->thread.quit();
    d->thread.wait();
}

void KubeconfigFollower::follow(const KubeconfigSources &sources)
{
    const int number = ++d->following;
    d->order([d = d.get(), sources, number] {
        d->watch = std::make_unique<KubeconfigWatch>(
            sources, d->clock, [d, number](const std::shared_ptr<const KubeconfigSet> &set) { d->tell(set, number); });
    });
}

void KubeconfigFollower::setInUse(std::vector<ContextInUse> contexts)
{
    d->order([d = d.get(), contexts = std::move(contexts)]() mutable { d->inUse = std::move(contexts); });
}

KubeconfigNews KubeconfigFollower::takeNews()
{
    KubeconfigNews newest;
    for (auto &[number, news] : d->letters.take()) {
        if (number == d->following)
            newest = std::move(news);
    }
    return newest;
}

} // namespace wk
