// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/entrycopier.h"

#include <utility>

namespace wk {

EntryCopier::EntryCopier(Secrets secrets)
    : m_redactor(secrets == Secrets::Redacted ? std::make_unique<Redactor>() : nullptr)
{}

void EntryCopier::setWatch(WatchId watch, const WatchScope &scope)
{
    m_writers[watch] = m_bodies.writer(scope.resource.gvr);
}

EntryPtr EntryCopier::copy(const Entry &entry)
{
    auto made = std::make_shared<Entry>(entry);
    made->line = redacted(std::move(made->line));
    made->error.text = redacted(std::move(made->error.text));
    made->gap.reason = redacted(std::move(made->gap.reason));
    const auto writer = m_writers.find(entry.watch);
    if (writer == m_writers.end())
        return made;
    Objects &known = m_objects[entry.watch];
    if (entry.objects) {
        Objects listed;
        auto objects = std::make_shared<std::vector<ObjectPtr>>();
        objects->reserve(entry.objects->size());
        for (const ObjectPtr &object : *entry.objects) {
            objects->push_back(copy(object, known, *writer->second, false));
            if (!object->uid.empty())
                listed.insert_or_assign(object->uid, Copied{object, objects->back()});
        }
        known = std::move(listed);
        made->objects = std::move(objects);
    }
    if (entry.previous) // before the next one takes its place
        made->previous = copy(entry.previous, known, *writer->second, false);
    if (entry.object) {
        const bool isGone = entry.type == EntryType::Deleted;
        made->object = copy(entry.object, known, *writer->second, isGone);
        if (isGone)
            known.erase(entry.object->uid);
        else if (!entry.object->uid.empty())
            known[entry.object->uid] = {entry.object, made->object};
    }
    return made;
}

/// One of a revision that was copied before is that.
ObjectPtr EntryCopier::copy(const ObjectPtr &object, Objects &known, BodyWriter &to, bool isLast)
{
    const auto found = known.find(object->uid);
    if (found != known.end() && !isLast && isSameRevision(found->second.of, object))
        return found->second.made;
    auto made = makeCounted<Object>(*object);
    made->body = {};
    if (m_redactor)
        made->cells = redacted(*object);
    if (const std::string json = jsonOf(*object); !json.empty()) {
        const auto without = m_redactor ? m_redactor->ofObject(json) : std::nullopt;
        const std::string &kept = without ? *without : json;
        made->body = to.keep({object->uid, kept, kept, isLast});
    }
    return made;
}

std::string EntryCopier::jsonOf(const Object &object) const
{
    return m_history && !object.body.isNull() ? m_history->json(object) : object.body.object();
}

std::string EntryCopier::redacted(std::string text)
{
    auto without = m_redactor && !text.empty() ? m_redactor->ofText(text) : std::nullopt;
    return without ? *std::move(without) : std::move(text);
}

Cells EntryCopier::redacted(const Object &object)
{
    std::vector<std::pair<Cell, std::optional<std::string>>> cells;
    bool isAny = false;
    for (const Cell cell : object.cells) {
        const auto *text = std::get_if<std::string_view>(&cell);
        cells.emplace_back(cell, text ? m_redactor->ofText(*text) : std::nullopt);
        isAny = isAny || cells.back().second;
    }
    if (!isAny)
        return object.cells;
    Cells::Builder builder(object.name, object.node);
    for (const auto &[cell, without] : cells)
        builder.add(without ? Cell(std::string_view(*without)) : cell);
    return builder.cells();
}

} // namespace wk
