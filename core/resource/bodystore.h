// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/body.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Keeps the bodies of one resource's objects: zstd, with a dictionary trained once from the first of them. keep()
/// belongs to one thread; what it returns is read from any and outlives the store. The delta chain of revisions will
/// replace only what is inside. Numbers: facts/data-plane.md, 1 (a pod of 7.7 KB: 2,447 bytes without a dictionary, 647
/// with 16 KiB).
class BodyStore
{
public:
    struct Dictionary;

    /// How many bodies are looked at before the dictionary is made; those few stay compressed without one.
    static constexpr std::size_t SampleCount = 200;
    static constexpr std::size_t DictionaryBytes = 16 * 1024;
    static constexpr int Level = 3;

    BodyStore();
    ~BodyStore();
    BodyStore(const BodyStore &) = delete;
    BodyStore &operator=(const BodyStore &) = delete;

    /// `line` as it came, and where in it the object's JSON is.
    [[nodiscard]] Body keep(std::string_view line, std::size_t objectOffset, std::size_t objectLength);
    /// An object that came on no line of its own: it is its own line.
    [[nodiscard]] Body keep(std::string_view object) { return keep(object, 0, object.size()); }

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
