// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/mutants/mutant.h"

#include <algorithm>

namespace wk::sim {

namespace {

bool isInferred(const EntryPtr &entry, EntryType type)
{
    return entry->origin == EntryClass::Inferred && entry->type == type;
}

template <EntryType Type>
class DropsInferred : public Mutant
{
    std::vector<EntryPtr> told(const std::vector<EntryPtr> &turn) override
    {
        std::vector<EntryPtr> rest = turn;
        std::erase_if(rest, [](const EntryPtr &entry) { return isInferred(entry, Type); });
        return rest;
    }
};

/// An object that went and came again under its name has merely changed.
class IgnoresUid : public Mutant
{
    std::vector<EntryPtr> told(const std::vector<EntryPtr> &turn) override
    {
        std::vector<EntryPtr> rest = turn;
        for (EntryPtr &entry : rest) {
            if (!isInferred(entry, EntryType::Added))
                continue;
            const auto gone = std::find_if(rest.begin(), rest.end(), [&](const EntryPtr &other) {
                return other && isInferred(other, EntryType::Deleted) && other->object->ns == entry->object->ns &&
                       other->object->name == entry->object->name;
            });
            if (gone == rest.end())
                continue;
            auto changed = std::make_shared<Entry>(*entry);
            changed->type = EntryType::Modified;
            changed->previous = (*gone)->object;
            entry = changed;
            m_merged.push_back(*gone);
        }
        std::erase_if(rest, [this](const EntryPtr &entry) {
            return std::find(m_merged.begin(), m_merged.end(), entry) != m_merged.end();
        });
        m_merged.clear();
        return rest;
    }
    std::vector<EntryPtr> m_merged;
};

class InferredAsLive : public Mutant
{
    std::vector<EntryPtr> told(const std::vector<EntryPtr> &turn) override
    {
        std::vector<EntryPtr> all;
        for (const EntryPtr &entry : turn) {
            auto relabelled = std::make_shared<Entry>(*entry);
            if (entry->origin == EntryClass::Inferred)
                relabelled->origin = EntryClass::Live;
            all.push_back(relabelled);
        }
        return all;
    }
};

/// Shows all, but records no more of a turn than its queue holds.
class DropsUnderLoad : public Mutant
{
    std::vector<EntryPtr> taped(const std::vector<EntryPtr> &told) override
    {
        constexpr std::size_t Most = 40;
        std::vector<EntryPtr> rest = told;
        if (rest.size() > Most)
            rest.resize(Most);
        return rest;
    }
};

class GoesOn : public Mutant
{
    bool stops() const override { return false; }
};

template <class Ear>
std::unique_ptr<Mutant> makeEar()
{
    return std::make_unique<Ear>();
}

} // namespace

const std::vector<MutantClass> &earMutants()
{
    static const std::vector<MutantClass> classes{
        {"infers no deletions", makeEar<DropsInferred<EntryType::Deleted>>},
        {"infers no changes", makeEar<DropsInferred<EntryType::Modified>>},
        {"ignores that the uid is another", makeEar<IgnoresUid>},
        {"shows what is inferred as live", makeEar<InferredAsLive>},
        {"records less under load", makeEar<DropsUnderLoad>},
        {"delivers after it was stopped", makeEar<GoesOn>},
    };
    return classes;
}

} // namespace wk::sim
