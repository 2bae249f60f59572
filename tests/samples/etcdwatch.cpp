// SPDX-License-Identifier: GPL-3.0-or-later
// An informer without an API server: lists the keys of etcd that begin with a prefix, prints them, watches them from
// there, and prints what happens until it is interrupted.
//
//     etcdwatch http://127.0.0.1:2379 /app/
#include "core/base/clock.h"
#include "core/cluster/credentials.h"
#include "core/cluster/etcd/etcdtransport.h"
#include "core/informer/sharedinformer.h"
#include "core/source/etcd/etcdlisterwatcher.h"

#include <QCoreApplication>

#include <cstdio>

using namespace wk;

namespace {

void say(const char *what, const Object &object)
{
    std::printf("%s %s %s\n", what, std::string(object.name.view()).c_str(), object.version.text().c_str());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.size() != 3)
        return std::fputs("usage: etcdwatch URL PREFIX\n", stderr), 2;

    SystemClock clock;
    EtcdAccess access;
    access.endpoints = {QUrl(words[1])};
    const auto nobody = makeCredentialSource({}, clock, {}); // who signs in takes an EtcdLogin
    EtcdTransport transport(access, clock, *nobody);

    WatchScope scope;
    scope.resource.gvr.resource = words[2].toStdString();
    SharedInformer::Options options;
    options.random = [] { return 0.5; };
    options.statusChanged = [](const WatchStatus &status) {
        if (status.error)
            std::fprintf(stderr, "%s\n", status.error->text.c_str());
    };
    SharedInformer informer(1, std::make_unique<EtcdListerWatcher>(transport, clock, scope), clock, options);
    informer.addHandler(ResourceEventHandler{
        [](const ObjectPtr &object, bool isListed) { say(isListed ? "LISTED" : "ADDED", *object); },
        [](const ObjectPtr &, const ObjectPtr &object) { say("MODIFIED", *object); },
        [](const ObjectPtr &object, bool) { say("DELETED", *object); },
    });
    informer.start();
    return QCoreApplication::exec();
}
