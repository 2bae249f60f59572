// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/diffcommand.h"

#include "app/recordings/openedrecording.h"
#include "core/base/displaysafe.h"
#include "core/history/eventsubject.h"
#include "core/recording/historydifference.h"

namespace wk {

namespace {

/// An object that differs, as a filter asks about it.
class DifferenceSubject : public FilterSubject
{
public:
    explicit DifferenceSubject(const ObjectDifference &difference)
        : m_difference(difference)
    {}
    bool answers(const FilterTerm &term) const override
    {
        const Object &object = m_difference.after ? *m_difference.after : *m_difference.before;
        const Changes *changes = m_difference.changes.get();
        switch (term.field()) {
        case FilterField::Kind: return term.matches(m_difference.resourceKind);
        case FilterField::Manager:
            return changes &&
                   std::ranges::any_of(changes->managers, [&](const auto &one) { return term.matches(one); });
        case FilterField::Changed:
            for (const ToldChange &change : changes ? changes->first : ToldChanges()) {
                if (term.matches(change.path))
                    return true;
            }
            return false;
        default: return objectAnswers(object, term);
        }
    }

private:
    const ObjectDifference &m_difference;
};

std::string lineOf(const ObjectDifference &difference)
{
    const Object &object = difference.after ? *difference.after : *difference.before;
    const std::string ns = object.ns;
    const std::string name(object.name);
    const char *sign = difference.kind == ObjectDifference::Kind::Added     ? "+ "
                       : difference.kind == ObjectDifference::Kind::Removed ? "- "
                                                                            : "~ ";
    std::string text =
        sign + terminalSafe(difference.resourceKind) + ' ' + terminalSafe(ns.empty() ? name : ns + '/' + name);
    if (!difference.changes)
        return text + '\n';
    const Changes &changes = *difference.changes;
    for (const ToldChange &change : changes.first)
        text += "  " + terminalSafe(std::string(change.path)) + ' ' +
                (change.before.empty() ? std::string("none") : terminalSafe(std::string(change.before))) + " → " +
                (change.after.empty() ? std::string("none") : terminalSafe(std::string(change.after)));
    if (changes.total > int(changes.first.size()))
        text += "  and " + std::to_string(changes.total - int(changes.first.size())) + " more";
    std::string writers;
    for (const std::string &writer : changes.managers)
        writers += (writers.empty() ? "" : ", ") + terminalSafe(writer);
    return text + (writers.empty() ? std::string() : "  (" + writers + ')') + '\n';
}

std::optional<std::pair<HistoryMoment, HistoryMoment>>
momentsOf(const ReadingArguments &arguments, const HistoryPtr &first, const HistoryPtr &second, const Console &console)
{
    if (arguments.at.isEmpty())
        return std::pair{HistoryMoment{first, first->end()}, HistoryMoment{second, second->end()}};
    std::vector<HistoryMoment> moments;
    for (const QString &text : arguments.at) {
        const auto time = recordedTime(*first, text);
        if (!time) {
            console.sayError(time.error());
            return {};
        }
        moments.push_back({first, first->rowAfter(*time)});
    }
    return std::pair{moments[0], moments[1]};
}

} // namespace

int runDiff(const ReadingArguments &arguments, const Console &console)
{
    constexpr int Trouble = 2;
    const auto first = OpenedRecording::open(arguments.file, console);
    const bool isOfTwo = !arguments.other.isEmpty();
    const auto other = first && isOfTwo ? OpenedRecording::open(arguments.other, console) : nullptr;
    if (!first || (isOfTwo && !other))
        return Trouble;
    const auto moments = momentsOf(arguments, first->history, other ? other->history : first->history, console);
    if (!moments)
        return Trouble;
    bool isAny = false;
    for (const ObjectDifference &difference : differenceOf(moments->first, moments->second)) {
        if (!arguments.filter.matches(DifferenceSubject(difference)))
            continue;
        isAny = true;
        console.out(lineOf(difference));
    }
    first->sayState(console);
    if (other)
        other->sayState(console);
    return isAny ? 1 : 0;
}

} // namespace wk
