// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/lineblame.h"

#include "ui/code/verdictwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <utility>
#include <variant>

namespace wk {

namespace {

struct BlameTr {
    Q_DECLARE_TR_FUNCTIONS(LineBlame)
};

QString atTheLatest(const QString &time)
{
    return BlameTr::tr("≤ %1", "a time at the latest").arg(time);
}

} // namespace

void LineBlame::sign(CodeLine &line, std::string_view pointer, std::vector<CodeLine> &before)
{
    // What is in a mapping or list was written by others, perhaps, and at other times.
    const bool isLeaf = !line.text.endsWith(u':');
    const Signature signature = isLeaf || m_writes.of(pointer) ? signatureOf(pointer) : Signature();
    line.hint = signature.hint;
    if (!m_run.isEmpty() && (signature.hint == m_run || (signature.hint.isEmpty() && !isLeaf))) {
        line.gutterGoesOn = true;
        line.gutter = std::exchange(m_time, QString());
        return;
    }
    if (signature.hint.isEmpty() && !isLeaf)
        return;
    finish(before);
    m_run = signature.hint;
    m_named = before.size();
    m_time = signature.time;
    line.gutter = m_run.isEmpty() ? QStringLiteral("–") : signature.name;
    line.gutterStrong = !m_run.isEmpty();
    line.writer = signature.writer;
}

void LineBlame::finish(std::vector<CodeLine> &lines)
{
    if (m_named < lines.size()) // it may have been left out of a long text
        lines[m_named].gutterEnd = std::exchange(m_time, QString());
}

LineBlame::Signature LineBlame::signatureOf(std::string_view pointer) const
{
    const std::vector<FieldOwner> owning = m_owners.blame(pointer);
    const FieldWrite *write = m_writes.of(pointer);
    if (write && std::holds_alternative<ServerWriter>(write->by))
        return {};
    if (!write && owning.empty())
        return {};
    Signature signature = write ? writers(*write) : owners(owning);
    QStringList hint{signature.hint};
    if (!owning.empty())
        hint << BlameTr::tr("Owners, with when each wrote last, to any of its fields:");
    for (const FieldOwner &owner : owning)
        hint << ownerWords(owner, m_now);
    hint.removeAll(QString());
    signature.hint = hint.join(u'\n');
    return signature;
}

LineBlame::Signature LineBlame::writers(const FieldWrite &write) const
{
    const auto *certain = std::get_if<CertainWriter>(&write.by);
    const WallTime time = certain && certain->writer.time ? *certain->writer.time : write.arrived;
    const QString name = verdictName(write.by).trimmed();
    QString hint = verdictSentence(write.by);
    if (!certain)
        hint += u'\n' + BlameTr::tr("The change was seen at %1.").arg(format::moment(write.arrived, m_now));
    return {name.isEmpty() ? QStringLiteral("?") : name, format::clockOrDay(time, m_now), hint,
            verdictWriter(write.by)};
}

/// Nobody was seen to write it.
LineBlame::Signature LineBlame::owners(const std::vector<FieldOwner> &owners) const
{
    const std::string &writer = owners.front().manager;
    QString name = displayText(writer);
    if (owners.size() > 1)
        name += QStringLiteral(" +%1").arg(owners.size() - 1);
    const std::optional<WallTime> &since = m_writes.since();
    const std::optional<WallTime> &wrote = owners.front().time;
    if (!since)
        return {name, wrote ? atTheLatest(format::clockOrDay(*wrote, m_now)) : QString(), {}, writer};
    const QString moment = format::moment(*since, m_now);
    if (m_writes.isSinceCreation())
        return {name, format::clockOrDay(*since, m_now),
                BlameTr::tr("Unchanged since the object was created, at %1.").arg(moment), writer};
    const WallTime latest = wrote ? std::min(*wrote, *since) : *since;
    return {name, atTheLatest(format::clockOrDay(latest, m_now)),
            BlameTr::tr("Unchanged since %1 at least.").arg(moment), writer};
}

} // namespace wk
