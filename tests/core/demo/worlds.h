// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/build/podtemplate.h"
#include "core/demo/decide/podfacts.h"
#include "core/demo/decide/write.h"

#include <nlohmann/json.hpp>

#include <QString>
#include <QStringList>

/// Objects in few words, for the tests of what components decide.
namespace wk::demo {

inline const WallTime Noon{std::chrono::seconds(1795262400)}; // 2026-11-21T12:00:00Z

inline Json workload(const char *kind, const std::string &name, int replicas, const std::string &image)
{
    const Json labels{{"app", name}};
    const Json container{{"name", name}, {"image", image}};
    return Json{
        {"kind", kind},
        {"apiVersion", "apps/v1"},
        {"metadata",
         {{"name", name},
          {"namespace", "web"},
          {"uid", "uid-" + name},
          {"generation", 1},
          {"creationTimestamp", "2026-11-21T11:00:00Z"}}},
        {"spec",
         {{"replicas", replicas},
          {"selector", {{"matchLabels", labels}}},
          {"template", {{"metadata", {{"labels", labels}}}, {"spec", {{"containers", Json::array({container})}}}}}}}};
}

inline PodFacts podFacts(const std::string &name, const std::string &phase = "Running", bool ready = true)
{
    PodFacts facts;
    facts.ns = "web";
    facts.name = name;
    facts.uid = "uid-" + name;
    facts.phase = phase;
    facts.ready = ready;
    facts.node = phase == "Pending" ? "" : "node-01";
    return facts;
}

/// "create pods web-x1c2v; status replicasets.apps": the writes, without what is in them.
inline QString inWords(const Writes &writes)
{
    QStringList words;
    for (const Write &write : writes) {
        const char *verb = write.verb == Write::Verb::Create         ? "create"
                           : write.verb == Write::Verb::Update       ? "update"
                           : write.verb == Write::Verb::UpdateStatus ? "status"
                           : write.verb == Write::Verb::Bind         ? "bind"
                                                                     : "delete";
        words << QStringLiteral("%1 %2 %3")
                     .arg(QString::fromLatin1(verb), QString::fromStdString(write.resource),
                          QString::fromStdString(nameOf(write.object)));
    }
    return words.join(QStringLiteral("; "));
}

/// The object that a write would leave behind; null when there is none of this verb and resource.
inline Json resultOf(const Writes &writes, Write::Verb verb, const std::string &resource)
{
    for (const Write &write : writes) {
        if (write.verb == verb && write.resource == resource)
            return write.object;
    }
    return {};
}

} // namespace wk::demo
