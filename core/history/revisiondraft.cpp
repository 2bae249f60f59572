// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisiondraft.h"

#include "core/base/limits.h"
#include "core/history/keyframesathand.h"
#include "core/history/revisiontools.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// A splice that is longer than a quarter of its line is another object's, more or less: a keyframe is no larger then,
/// and quicker to read.
constexpr std::size_t WorthwhilePart = 4;

/// Of a tiny object a delta may be that long in any case.
constexpr std::size_t TinyBytes = 64;

/// A shorter splice is not packed. Measured on generated pods: up to 31 bytes are none less then, up to 63 seven, and a
/// sixth of all is no longer.
constexpr std::size_t PackedBytes = 64;

} // namespace

json::ReadText RevisionDraft::objectBefore()
{
    readBefore();
    return m_before ? m_before->readObject() : json::ReadText();
}

void RevisionDraft::readBefore()
{
    if (const RevisionSnapshot revisions = std::exchange(m_revisions, {}); revisions.directory()) {
        const auto view = revisions.view(m_previous, m_keyframes.get());
        // What was written anew is a keyframe here, but not in a file that has it from before: there the depths would
        // differ.
        const bool isWhereItWas = revisions.directory()->locate(m_previous) == m_previous;
        if (view)
            m_before.emplace().assign({view->line, view->objectOffset, view->objectLength},
                                      isWhereItWas ? view->depth : RevisionRecord::MaxDepth);
    }
    m_hadBefore = m_before.has_value();
}

void RevisionDraft::make(const RevisionLine &line, json::ReadValues values)
{
    RevisionTools &tools = RevisionTools::ofThisThread();
    const std::string_view text = line.line;
    if (text.size() > limits::ListPageBytes)
        return; // the store keeps no such line
    readBefore();
    const bool isBase = m_before && m_before->depth() < m_mostDepth;
    const auto splice =
        isBase ? tools.splices.make(m_before->line(), text, std::max(TinyBytes, text.size() / WorthwhilePart))
               : std::nullopt;
    if (splice) {
        m_form = Form::Delta;
        m_depth = m_before->depth() + 1;
        pack(m_splices, *splice);
    } else if (m_lines && (m_before || !line.isAlone())) {
        m_form = Form::Keyframe;
        pack(*m_lines, text);
    }
    if (!splice && line.isAlone()) {
        m_before.reset(); // most of what a list brought never changes
        return;
    }
    if (!m_before)
        m_before.emplace();
    m_before->assign(line, m_depth, std::move(values));
}

void RevisionDraft::pack(const Taught &taught, std::string_view text)
{
    const bool isPlain = m_form == Form::Delta && (taught.number == 0 || text.size() < PackedBytes);
    const std::string_view packed =
        isPlain ? text : RevisionTools::ofThisThread().packer.pack(taught.dictionary.get(), text);
    m_isPacked = packed.size() < text.size();
    m_dictionary = m_isPacked ? taught.number : 0;
    m_payload = packed;
}

} // namespace wk
