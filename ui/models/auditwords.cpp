// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/auditwords.h"

#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>

namespace wk {

namespace {

struct AuditTr {
    Q_DECLARE_TR_FUNCTIONS(Audit)
};

QString reportSentence(const AuditReport &report)
{
    const QString version = format::version(report.version.text());
    const int differing = int(report.differences.size());
    switch (report.verdict) {
    case AuditReport::Verdict::Equal:
        return format::counted(AuditTr::tr("%n objects equal at resourceVersion %1.", nullptr, int(report.objects)),
                               std::int64_t(report.objects))
            .arg(version);
    case AuditReport::Verdict::HistoryReset:
        return AuditTr::
            tr("The server is at resourceVersion %1, older than what has been seen: it was restored from a backup, or "
               "it is another server. The watch lists again.")
                .arg(version);
    case AuditReport::Verdict::Undecided:
    case AuditReport::Verdict::Drifted: break;
    }
    return AuditTr::tr("%n objects differ at resourceVersion %1. The watch declares a gap and lists again.", nullptr,
                       differing)
        .arg(version);
}

} // namespace

QString auditSentence(const Result<AuditReport> &report)
{
    if (report)
        return reportSentence(*report);
    return AuditTr::tr("Not compared. %1").arg(errorWords(report.error()).sentence());
}

QString differenceText(const AuditDifference &difference)
{
    const QString name = displayText(difference.ns.empty() ? difference.name : difference.ns + '/' + difference.name);
    const QString held = format::version(difference.held.text());
    const QString served = format::version(difference.served.text());
    switch (difference.kind) {
    case AuditDifference::Kind::Missing:
        return AuditTr::tr("%1: missing here; the server has version %2").arg(name, served);
    case AuditDifference::Kind::Surplus:
        return AuditTr::tr("%1: version %2 here; missing on the server").arg(name, held);
    case AuditDifference::Kind::Content:
        if (difference.held == difference.served)
            return AuditTr::tr("%1: version %2 here and on the server, with different content").arg(name, held);
        return AuditTr::tr("%1: version %2 here; version %3 on the server").arg(name, held, served);
    }
    return {};
}

} // namespace wk
