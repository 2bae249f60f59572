// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/entrycopier.h"

#include "core/base/limits.h"

#include <utility>

namespace wk {

namespace {

constexpr std::size_t MostTextBytes = 32 * limits::MiB;

} // namespace

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
            objects->push_back(copy(object, known, *writer->second, false).made);
            if (!object->uid.empty())
                listed.insert_or_assign(object->uid, Copied{object, objects->back()}); // most of them never change
        }
        for (const auto &[uid, copied] : known)
            m_textBytes -= copied.text.line.size();
        known = std::move(listed);
        made->objects = std::move(objects);
    }
    if (entry.previous) // before the next one takes its place
        made->previous = copy(entry.previous, known, *writer->second, false).made;
    if (entry.object) {
        const bool isGone = entry.type == EntryType::Deleted;
        Copied copied = copy(entry.object, known, *writer->second, isGone);
        made->object = copied.made;
        forget(known, entry.object->uid);
        if (!isGone && !entry.object->uid.empty())
            remember(known, std::move(copied));
    }
    return made;
}

void EntryCopier::remember(Objects &known, Copied copied)
{
    if (m_textBytes + copied.text.line.size() > MostTextBytes)
        copied.text = {};
    m_textBytes += copied.text.line.size();
    const Uid uid = copied.of->uid;
    known.insert_or_assign(uid, std::move(copied));
}

void EntryCopier::forget(Objects &known, const Uid &uid)
{
    const auto found = known.find(uid);
    if (found == known.end())
        return;
    m_textBytes -= found->second.text.line.size();
    known.erase(found);
}

/// One of a revision that was copied before is that.
EntryCopier::Copied EntryCopier::copy(const ObjectPtr &object, const Objects &known, BodyWriter &to, bool isLast)
{
    const auto found = known.find(object->uid);
    const Copied *before = found != known.end() ? &found->second : nullptr;
    if (before && !isLast && isSameRevision(before->of, object))
        return {object, before->made};
    auto made = makeCounted<Object>(*object);
    made->body = {};
    if (m_redactor)
        made->cells = redacted(*object);
    RevisionText text = textOf(*object, before);
    if (const std::string_view json = text.object(); !json.empty()) {
        const auto without = m_redactor ? m_redactor->ofObject(json) : std::nullopt;
        const std::string_view kept = without ? *without : json;
        made->body = to.keep({object->uid, kept, kept, isLast});
    }
    return {object, std::move(made), std::move(text)};
}

RevisionText EntryCopier::textOf(const Object &object, const Copied *before) const
{
    if (const RevisionRef revision = revisionOf(object.body); !revision.isNull()) {
        const RevisionSnapshot kept = m_history ? m_history->revisionsOf(object) : revisionsOf(object.body);
        const bool isNext = before && !before->text.line.empty() && before->of->body.keeper() == object.body.keeper();
        auto text =
            isNext ? kept.readBehind(revisionOf(before->of->body), before->text.line, revision) : kept.read(revision);
        if (text)
            return std::move(text).value();
    }
    std::string json = object.body.object();
    const std::size_t size = json.size();
    return {std::move(json), 0, size};
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
