// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/bodystore.h"
#include "tests/core/informer/informerrig.h"

namespace wk::heldrig {

using namespace std::chrono_literals;

inline ObjectPtr saying(const char *name, const char *version, const char *body)
{
    static BodyStore bodies;
    Object made = *makeObject("n", name, (std::string("u") + name).c_str(), version);
    made.body = bodies.keep({made.uid, body, body, false});
    return makeCounted<const Object>(std::move(made));
}

inline Columns under(const char *column)
{
    return std::make_shared<const std::vector<Column>>(std::vector<Column>{{column, "string", "", ""}});
}

/// a at version 3 and b at 5, of ten hours before; the watch had come to 7.
inline HeldState yesterdays()
{
    return {{makeObject("n", "a", "ua", "3"), makeObject("n", "b", "ub", "5")},
            {},
            ManualClock().wallNow() - 10h,
            ResourceVersion("7")};
}

/// An informer that goes on, and what it tells.
struct HeldRig : InformerRig {
    explicit HeldRig(HeldState from = yesterdays())
        : InformerRig(from)
        , then(from.until)
    {
        informer.addListener([this](const std::vector<EntryPtr> &entries) {
            told.insert(told.end(), entries.begin(), entries.end());
            for (const EntryPtr &entry : entries) {
                if (entry->type == EntryType::Gap)
                    gap = entry->gap;
            }
        });
        heard.clear(); // the state, told to one who joined late
    }
    void lists(std::vector<ObjectPtr> objects, const char *version)
    {
        (*source)->listed(page(std::move(objects), version));
    }
    QString states() const { return heard.join(u", "); }

    WallTime then;
    std::vector<EntryPtr> told;
    std::optional<Gap> gap;
};

} // namespace wk::heldrig
