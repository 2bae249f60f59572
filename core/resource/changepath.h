// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace wk {

/// Adds a step to a JSON pointer, escaped. Source: RFC 6901.
void appendPointerStep(std::string &pointer, std::string_view step);

/// Where a walk over two revisions stands: in words, and as JSON pointers into either. A value; any thread.
class ChangePath
{
public:
    enum class Pointers { Kept, None };
    explicit ChangePath(Pointers pointers)
        : m_hasPointers(pointers == Pointers::Kept)
    {}

    const std::string &words() const { return m_words; }
    const std::string &before() const { return m_before; }
    const std::string &after() const { return m_after; }

    void clear();
    void goInto(std::string_view key);
    /// An element of a list: its subscript ("[name=web]"), and its index in either revision.
    void goInto(std::string_view subscript, std::size_t before, std::size_t after);

    /// Takes back, at the end of its life, what was added to the path.
    class Descent
    {
    public:
        explicit Descent(ChangePath &path)
            : m_path(path)
            , m_words(path.m_words.size())
            , m_before(path.m_before.size())
            , m_after(path.m_after.size())
        {}
        ~Descent()
        {
            m_path.m_words.resize(m_words);
            m_path.m_before.resize(m_before);
            m_path.m_after.resize(m_after);
        }
        Descent(const Descent &) = delete;
        Descent &operator=(const Descent &) = delete;

    private:
        ChangePath &m_path;
        std::size_t m_words;
        std::size_t m_before;
        std::size_t m_after;
    };

private:
    bool m_hasPointers;
    std::string m_words;
    std::string m_before;
    std::string m_after;
};

} // namespace wk
