// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/bodywriter.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Keeps the bodies of one resource's objects, each by itself: zstd, with a dictionary trained once from the first of
/// them. For whoever holds no history; a session keeps RevisionBodies. Numbers: facts/data-plane.md, 1 (a pod of 7.7
/// KB: 2,447 bytes without a dictionary, 647 with 16 KiB).
class BodyStore : public BodyWriter
{
public:
    struct Dictionary;

    /// How many bodies are looked at before the dictionary is made; those few stay compressed without one.
    static constexpr std::size_t SampleCount = 200;
    static constexpr std::size_t DictionaryBytes = 16 * 1024;
    static constexpr int Level = 3;

    BodyStore();
    ~BodyStore() override;
    BodyStore(const BodyStore &) = delete;
    BodyStore &operator=(const BodyStore &) = delete;

    [[nodiscard]] Body keep(const BodyLine &line) override;
    /// An object that came on no line of its own: it is its own line.
    [[nodiscard]] Body keep(std::string_view object) { return keep(BodyLine{{}, object, object}); }

    bool isTrained() const { return m_dictionary != nullptr; }

private:
    void sample(std::string_view line);
    void train();

    std::shared_ptr<const Dictionary> m_dictionary;
    std::string m_samples;
    std::vector<std::size_t> m_sampleSizes;
    bool m_sampling = true;
};

} // namespace wk
