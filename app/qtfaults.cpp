// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/qtfaults.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace wk {

namespace {

class Faults
{
    Q_DECLARE_TR_FUNCTIONS(QtFaults)
};

struct Version {
    int minor;
    int patch;
};

/// Of Qt 6, from one version on and before another.
struct Range {
    Version since;
    Version mended;
};

struct Fault {
    const char *name;
    std::vector<Range> ranges;
};

struct Part {
    QString whyUnreached;
    std::vector<Fault> faults;
};

bool has(const QVersionNumber &version, const Fault &fault)
{
    return std::ranges::any_of(fault.ranges, [&version](const Range &range) {
        return version >= QVersionNumber(6, range.since.minor, range.since.patch) &&
               version < QVersionNumber(6, range.mended.minor, range.mended.patch);
    });
}

std::vector<Part> parts()
{
    return {
        {Faults::tr("HTTP of Qt: not used, Watchkeeper speaks HTTP/1.1 by itself"),
         {{"CVE-2023-32762", {{{0, 0}, {2, 9}}, {{3, 0}, {5, 1}}}},
          {"CVE-2023-51714", {{{0, 0}, {2, 11}}, {{3, 0}, {5, 4}}, {{6, 0}, {6, 2}}}},
          {"CVE-2024-39936", {{{0, 0}, {2, 13}}, {{3, 0}, {5, 7}}, {{6, 0}, {7, 3}}}},
          {"CVE-2025-5991", {{{9, 0}, {9, 1}}}},
          {"CVE-2026-95620", {{{9, 0}, {11, 3}}}},
          {"CVE-2026-96432", {{{8, 0}, {8, 10}}, {{9, 0}, {11, 3}}}}}},
        {Faults::tr("TLS with the system's CAs beside those that were named: every connection names all of its own"),
         {{"CVE-2023-34410", {{{0, 0}, {2, 9}}, {{3, 0}, {5, 2}}}}}},
        {Faults::tr("QDnsLookup: not used"), {{"CVE-2023-33285", {{{0, 0}, {2, 9}}, {{3, 0}, {5, 1}}}}}},
        {Faults::tr("XML: none is read"),
         {{"CVE-2023-37369", {{{0, 0}, {2, 9}}, {{3, 0}, {5, 2}}}},
          {"CVE-2023-38197", {{{0, 0}, {2, 10}}, {{3, 0}, {5, 3}}}}}},
        {Faults::tr("Pictures: only the program's own are drawn"),
         {{"CVE-2023-32763", {{{0, 0}, {2, 9}}, {{3, 0}, {5, 1}}}},
          {"CVE-2024-25580", {{{0, 0}, {2, 12}}, {{3, 0}, {5, 5}}, {{6, 0}, {6, 2}}}}}}};
}

} // namespace

QStringList qtFaults(const QVersionNumber &version)
{
    QStringList lines;
    for (const Part &part : parts()) {
        QStringList names;
        for (const Fault &fault : part.faults) {
            if (has(version, fault))
                names << QString::fromLatin1(fault.name);
        }
        if (!names.isEmpty())
            lines << Faults::tr("%1 (%2)", "a part of Qt and why its faults are out of reach, the faults")
                         .arg(part.whyUnreached, names.join(QStringLiteral(", ")));
    }
    return lines;
}

} // namespace wk
