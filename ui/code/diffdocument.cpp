// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/diffdocument.h"

#include "core/json/yamlwriter.h"
#include "core/resource/linediff.h"
#include "core/resource/yamlparents.h"
#include "ui/code/textlines.h"
#include "ui/code/verdictwords.h"
#include "ui/code/yamldocument.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <map>
#include <set>

namespace wk {

namespace {

struct DiffTr {
    Q_DECLARE_TR_FUNCTIONS(DiffText)
};

/// One side of the comparison.
struct Side {
    std::string yaml;
    std::vector<YamlPlace> places; ///< of its lines
};

/// A count or a clock that moves with every write, or without one.
bool isQuiet(const FieldChange &change)
{
    return change.worth <= ChangeWorth::Heartbeat || change.path.ends_with(".observedGeneration") ||
           change.path.ends_with(".resourceVersion");
}

/// The places of what is quiet between two revisions.
struct QuietPlaces {
    explicit QuietPlaces(const AllChanges &all)
    {
        for (const PathChange &change : all.changes) {
            if (!isQuiet(change.field))
                continue;
            before.insert(change.pointerBefore);
            after.insert(change.pointerAfter);
        }
    }

    std::set<std::string> before;
    std::set<std::string> after;
};

/// The verdicts on all changes between two revisions, by place.
class Verdicts
{
public:
    Verdicts(const AllChanges &all, const Judge &judge)
    {
        for (const PathChange &change : all.changes) {
            const Verdict verdict = judge(change);
            if (change.field.kind != FieldChange::Kind::Added)
                m_before.emplace(change.pointerBefore, verdict);
            if (change.field.kind != FieldChange::Kind::Removed)
                m_after.emplace(change.pointerAfter, verdict);
        }
    }

    const Verdict *before(const std::string &pointer) const { return find(m_before, pointer); }
    const Verdict *after(const std::string &pointer) const { return find(m_after, pointer); }

private:
    using ByPointer = std::map<std::string, Verdict>;

    /// Of the field itself, of the first inside it that changed, or of the list around it.
    static const Verdict *find(const ByPointer &verdicts, std::string pointer)
    {
        const auto first = verdicts.lower_bound(pointer);
        if (first != verdicts.end() && (first->first == pointer || first->first.starts_with(pointer + '/')))
            return &first->second;
        while (!pointer.empty()) {
            pointer.resize(std::min(pointer.rfind('/'), pointer.size()));
            if (const auto above = verdicts.find(pointer); above != verdicts.end())
                return &above->second;
        }
        return nullptr;
    }

    ByPointer m_before;
    ByPointer m_after;
};

/// The YAML without the line of metadata.resourceVersion, its lines and their places.
Result<Side> sideOf(std::string_view json)
{
    const Result<std::string> whole = yaml::fromJson(json, yaml::Writer::ManagedFields::LeftOut);
    if (!whole)
        return whole.error();
    Side side;
    side.yaml.reserve(whole->size());
    YamlWalk walk;
    forEachLine(*whole, [&](std::string_view line) {
        YamlPlace place = walk.next(line);
        if (place.path == "/metadata/resourceVersion")
            return;
        side.yaml.append(line) += '\n';
        side.places.push_back(std::move(place));
    });
    return side;
}

/// What is wanted before what is observed, and what the server keeps of an object last.
int rankOf(const YamlPlace &place)
{
    const auto isUnder = [&](std::string_view key) {
        const std::string_view path = place.path;
        return path.starts_with(key) && (path.size() == key.size() || path[key.size()] == '/');
    };
    return isUnder("/status") ? 1 : isUnder("/metadata") ? 2 : 0;
}

Side inOrderOfWorth(const Side &side)
{
    Side sorted;
    sorted.yaml.reserve(side.yaml.size());
    for (int rank = 0; rank <= 2; ++rank) {
        std::size_t at = 0;
        forEachLine(side.yaml, [&](std::string_view line) {
            const YamlPlace &place = side.places[at++];
            if (rankOf(place) != rank)
                return;
            sorted.yaml.append(line) += '\n';
            sorted.places.push_back(place);
        });
    }
    return sorted;
}

std::vector<bool> quietLines(const Side &side, const std::set<std::string> &quiet)
{
    std::vector<bool> lines;
    lines.reserve(side.places.size());
    for (const YamlPlace &place : side.places)
        lines.push_back(quiet.contains(place.path));
    return lines;
}

/// The keys that each line stands under, without the places in lists, which move.
std::vector<std::string> keysOf(const Side &side)
{
    std::vector<std::string> keys;
    keys.reserve(side.places.size());
    for (const YamlPlace &place : side.places) {
        std::string &path = keys.emplace_back();
        for (std::string_view rest = place.path; !rest.empty();) {
            const std::string_view step = rest.substr(0, rest.find('/', 1));
            const bool isOfList = step.size() > 1 && step.find_first_not_of("0123456789", 1) == std::string_view::npos;
            path += isOfList ? std::string_view("/") : step;
            rest.remove_prefix(step.size());
        }
    }
    return keys;
}

/// "status" of "  - status:".
QString keyName(std::string_view key)
{
    key.remove_prefix(std::min(key.find_first_not_of(" -"), key.size()));
    if (key.ends_with(':'))
        key.remove_suffix(1);
    return displayText(key);
}

/// "status › conditions › type: Ready", from the headings of a diff.
QString breadcrumb(const std::vector<std::string> &headings)
{
    QStringList steps;
    for (const std::string &heading : headings)
        steps << keyName(heading);
    return steps.join(QStringLiteral(" › "));
}

int shownOffset(std::string_view line, std::size_t bytes)
{
    return int(codeLine(line.substr(0, bytes)).text.size());
}

/// Builds the document line by line.
class DiffBuilder
{
public:
    DiffBuilder(const Side &before, const Side &after, const Verdicts &verdicts)
        : m_before(before)
        , m_after(after)
        , m_verdicts(verdicts)
        , m_document(std::make_shared<CodeDocument>())
        , m_collector(m_document.get())
    {
        m_document->gutter = CodeGutter::Blame;
        forEachLine(after.yaml, [this](std::string_view line) { m_afterLines.push_back(line); });
    }

    CodeDocumentPtr build(const std::vector<DiffLine> &lines)
    {
        for (std::size_t at = 0; at < lines.size();) {
            const bool isFold = lines[at].kind == DiffLine::Kind::Skipped || lines[at].kind == DiffLine::Kind::Heading;
            at = isFold ? addFold(lines, at) : addLine(lines, at);
        }
        putTimeBehindName();
        return m_document;
    }

private:
    /// What was skipped and the headings of what follows become one line, with the skipped lines behind it.
    std::size_t addFold(const std::vector<DiffLine> &lines, std::size_t at)
    {
        const DiffLine *skipped = nullptr;
        std::vector<std::string> headings;
        for (; at < lines.size(); ++at) {
            if (lines[at].kind == DiffLine::Kind::Skipped && !skipped && headings.empty())
                skipped = &lines[at];
            else if (lines[at].kind == DiffLine::Kind::Heading)
                headings.push_back(lines[at].text);
            else
                break;
        }
        CodeLine header;
        header.kind = LineKind::Heading;
        header.text = breadcrumb(headings);
        if (skipped && !skipped->hidden.empty())
            header.text = sayQuiet(*skipped, header.text);
        endRun();
        const int line = int(m_document->lines.size());
        if (!m_collector.add(std::move(header)) || !skipped)
            return at;
        addSkipped(*skipped);
        endRun();
        const int count = int(m_document->lines.size()) - line - 1;
        if (count > 0)
            m_document->folds.push_back({line, count, true, skipped->hidden.empty()});
        return at;
    }

    /// The names of what differs behind the fold, once each.
    static QString sayQuiet(const DiffLine &skipped, const QString &place)
    {
        QStringList names;
        for (const DiffLine &line : skipped.hidden) {
            if (line.kind == DiffLine::Kind::Same)
                continue;
            const QString name = keyName(yamlKey(line.text));
            if (!name.isEmpty() && !names.contains(name))
                names << name;
        }
        const QString quiet = names.join(QStringLiteral(", "));
        return place.isEmpty() ? quiet : QString(quiet + QStringLiteral(" · ") + place);
    }

    void addSkipped(const DiffLine &skipped)
    {
        for (std::size_t i = 0; i < skipped.hidden.size();)
            i = addLine(skipped.hidden, i);
        if (!skipped.hidden.empty())
            return;
        const auto first = std::size_t(std::max(skipped.after, 1) - 1);
        const std::size_t end = std::min(m_afterLines.size(), first + std::size_t(skipped.count));
        for (std::size_t i = first; i < end; ++i)
            m_collector.add(codeLine(m_afterLines[i]));
    }

    std::size_t addLine(const std::vector<DiffLine> &lines, std::size_t at)
    {
        const DiffLine &from = lines[at];
        CodeLine line = codeLine(from.text);
        if (from.kind == DiffLine::Kind::Same) {
            endRun();
        } else {
            line.kind = from.kind == DiffLine::Kind::Added ? LineKind::Added : LineKind::Removed;
            for (const ByteRange &range : from.changed) {
                const int start = shownOffset(from.text, range.begin);
                line.marks.push_back({start, shownOffset(from.text, range.begin + range.length) - start});
            }
            blame(line, verdictOf(from));
        }
        if (line.gutter.isEmpty() && !m_time.isEmpty())
            line.gutter = std::exchange(m_time, QString());
        m_collector.add(std::move(line));
        return at + 1;
    }

    const Verdict *verdictOf(const DiffLine &line) const
    {
        const bool isAdded = line.kind == DiffLine::Kind::Added;
        const Side &side = isAdded ? m_after : m_before;
        const auto number = std::size_t(isAdded ? line.after : line.before);
        if (number == 0 || number > side.places.size())
            return nullptr;
        const std::string &pointer = side.places[number - 1].path;
        return isAdded ? m_verdicts.after(pointer) : m_verdicts.before(pointer);
    }

    /// The manager stands on the first line of its run, the time on the next.
    void blame(CodeLine &line, const Verdict *verdict)
    {
        if (!verdict) {
            endRun();
            return;
        }
        line.hint = verdictSentence(*verdict);
        if (m_run && *m_run == *verdict)
            return;
        putTimeBehindName();
        m_run = *verdict;
        line.gutter = verdictName(*verdict);
        line.gutterStrong = !line.gutter.isEmpty();
        line.writer = verdictWriter(*verdict);
        m_time = verdictTime(*verdict);
    }

    void endRun()
    {
        putTimeBehindName();
        m_run.reset();
    }

    /// Of a run that ends with its first line: the next is of another, or nobody wrote it.
    void putTimeBehindName()
    {
        const QString time = std::exchange(m_time, QString());
        if (!time.isEmpty() && !m_document->lines.empty() && m_document->lines.back().gutterStrong)
            m_document->lines.back().gutterEnd = time;
    }

    const Side &m_before;
    const Side &m_after;
    const Verdicts &m_verdicts;
    std::vector<std::string_view> m_afterLines;
    std::shared_ptr<CodeDocument> m_document;
    LineCollector m_collector;
    std::optional<Verdict> m_run;
    QString m_time; ///< of the run, while it waits for a line
};

} // namespace

Result<DiffText> diffText(std::string_view before, std::string_view after, RevisionSpan span)
{
    const Attribution attribution(before, after, span);
    return diffText(before, after, [&](const PathChange &change) { return attribution.of(change); });
}

Result<DiffText> diffText(std::string_view before, std::string_view after, const Judge &judge)
{
    const Result<Side> wholeOld = sideOf(before);
    if (!wholeOld)
        return wholeOld.error();
    const Result<Side> wholeNow = sideOf(after);
    if (!wholeNow)
        return wholeNow.error();
    const Side old = inOrderOfWorth(*wholeOld);
    const Side now = inOrderOfWorth(*wholeNow);
    const AllChanges all = allChanges(before, after);
    const QuietPlaces quiet(all);
    const Result<LineDiff> diff =
        diffLines(old.yaml, now.yaml, {},
                  {keysOf(old), keysOf(now), quietLines(old, quiet.before), quietLines(now, quiet.after)});
    if (!diff)
        return diff.error();
    return DiffText{DiffBuilder(old, now, Verdicts(all, judge)).build(diff->lines), diff->added, diff->removed};
}

Result<DiffText> firstRevisionText(std::string_view json, bool isBirth)
{
    const Result<Side> side = sideOf(json);
    if (!side)
        return side.error();
    const auto document = std::make_shared<CodeDocument>();
    LineCollector collector(document.get());
    CodeLine heading;
    heading.kind = LineKind::Heading;
    heading.text = DiffTr::tr("No earlier revision to compare with.");
    collector.add(std::move(heading));
    forEachLine(side->yaml, [&](std::string_view text) {
        CodeLine line = codeLine(text);
        line.kind = isBirth ? LineKind::Added : LineKind::Plain;
        collector.add(std::move(line));
    });
    return DiffText{document, isBirth ? int(side->places.size()) : 0, 0};
}

} // namespace wk
