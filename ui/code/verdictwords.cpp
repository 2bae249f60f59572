// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/verdictwords.h"

#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>
#include <QStringList>

namespace wk {

namespace {

struct VerdictTr {
    Q_DECLARE_TR_FUNCTIONS(Verdict)
};

QString names(const std::vector<FieldOwner> &owners)
{
    QStringList names;
    for (const FieldOwner &owner : owners) {
        const QString name = displayText(owner.manager);
        if (!names.contains(name))
            names << name;
    }
    return names.join(VerdictTr::tr(", ", "between names"));
}

QString doubtSentence(const AmbiguousWriter &verdict)
{
    const QString owners = names(verdict.candidates);
    const int count = int(verdict.candidates.size());
    switch (verdict.why) {
    case Doubt::NothingMoved:
        return VerdictTr::
            tr("Not certain: %1 own(s) this field, but no managedFields entry was updated. A write that only changes "
               "values or removes fields may leave no trace on this server.",
               nullptr, count)
                .arg(owners);
    case Doubt::NotTheWriters:
        return VerdictTr::tr(
                   "Not certain: %1 wrote this revision, but does not own this field. Defaulting or admission "
                   "may have changed it.")
            .arg(owners);
    case Doubt::SeveralMoved:
        return VerdictTr::tr("Not certain: several managers have written between these two revisions.");
    case Doubt::EntriesRewritten:
        return VerdictTr::tr("Not certain: managedFields itself was rewritten, or the servers' clocks disagree.");
    case Doubt::SeveralWrites: return VerdictTr::tr("Not certain: revisions between these two were not seen.");
    }
    return {};
}

} // namespace

namespace {

QString wordsOf(const FieldOwner &owner, const QString &time)
{
    QString words = displayText(owner.operation.empty() ? std::string("Update") : owner.operation);
    if (!owner.subresource.empty())
        words = VerdictTr::tr("%1 of %2", "an operation of a subresource").arg(words, displayText(owner.subresource));
    if (owner.time)
        words = VerdictTr::tr("%1, %2", "an operation and its time").arg(words, time);
    return VerdictTr::tr("%1 (%2)", "a manager and what it did").arg(displayText(owner.manager), words);
}

/// Of a write that was seen.
QString writerWords(const FieldOwner &writer)
{
    return wordsOf(writer, writer.time ? format::clock(*writer.time) : QString());
}

} // namespace

QString ownerWords(const FieldOwner &owner, WallTime now)
{
    return wordsOf(owner, owner.time ? format::moment(*owner.time, now) : QString());
}

QString verdictName(const Verdict &verdict)
{
    if (const auto *certain = std::get_if<CertainWriter>(&verdict))
        return displayText(certain->writer.manager);
    if (std::holds_alternative<ServerWriter>(verdict))
        return VerdictTr::tr("server");
    const auto *doubt = std::get_if<AmbiguousWriter>(&verdict);
    return doubt ? QStringLiteral("? ") + names(doubt->candidates) : QString();
}

std::string verdictWriter(const Verdict &verdict)
{
    if (const auto *certain = std::get_if<CertainWriter>(&verdict))
        return certain->writer.manager;
    const auto *doubt = std::get_if<AmbiguousWriter>(&verdict);
    return doubt && !doubt->candidates.empty() ? doubt->candidates.front().manager : std::string();
}

QString verdictTime(const Verdict &verdict)
{
    const auto *certain = std::get_if<CertainWriter>(&verdict);
    return certain && certain->writer.time ? format::clock(*certain->writer.time) : QString();
}

QString verdictSentence(const Verdict &verdict)
{
    if (const auto *certain = std::get_if<CertainWriter>(&verdict))
        return VerdictTr::tr("Written by %1.").arg(writerWords(certain->writer));
    if (const auto *doubt = std::get_if<AmbiguousWriter>(&verdict))
        return doubtSentence(*doubt);
    if (std::holds_alternative<ServerWriter>(verdict))
        return VerdictTr::tr("Maintained by the server itself, whoever made the request.");
    if (std::get<UnknownWriter>(verdict).why == UnknownWriter::Why::NobodyOwns)
        return VerdictTr::tr("Unknown: nobody owns this field, and no managedFields entry was updated.");
    return VerdictTr::tr("Unknown: this object has no managedFields.");
}

} // namespace wk
