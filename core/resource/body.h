// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/counted.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace wk {

/// A handle on the JSON of one revision of one object, and on the wire line that brought it: whose they are, and under
/// which number. Any thread, cheap to copy. How the bytes are kept is its keeper's affair.
class Body
{
public:
    /// Keeps bytes of one body or of many, told apart by their keys; calls are made from any thread. Bytes that are
    /// gone, or were damaged on a disk, read as empty.
    struct Keeper {
        virtual ~Keeper() = default;

        virtual std::string object(std::uint64_t key) const = 0;
        virtual std::string line(std::uint64_t key) const = 0;
        virtual std::size_t objectBytes(std::uint64_t key) const = 0;
        virtual std::size_t heldBytes(std::uint64_t key) const = 0;

        ReferenceCount references{};
    };

    Body() = default;
    /// `heldBytes`: what the keeper would say, told to whoever asks without a call of it; 0 to ask the keeper.
    explicit Body(Counted<const Keeper> keeper, std::uint64_t key = 0, std::size_t heldBytes = 0)
        : m_keeper(std::move(keeper))
        , m_key(key)
        , m_heldBytes(heldBytes)
    {}

    bool isNull() const { return !m_keeper; }
    /// Null when this is.
    const Keeper *keeper() const { return m_keeper.get(); }
    std::uint64_t key() const { return m_key; }
    /// Another of the same keeper.
    Body withKey(std::uint64_t key) const { return Body(m_keeper, key); }
    /// The object's JSON, byte for byte as it came. Empty when null (a Secret's body is never fetched).
    std::string object() const { return m_keeper ? m_keeper->object(m_key) : std::string(); }
    /// The whole watch line as it came, without its newline; for an object of a list the object itself.
    std::string line() const { return m_keeper ? m_keeper->line(m_key) : std::string(); }
    std::size_t objectBytes() const { return m_keeper ? m_keeper->objectBytes(m_key) : 0; }
    /// What it costs us, in bytes.
    std::size_t heldBytes() const { return m_heldBytes > 0 || !m_keeper ? m_heldBytes : m_keeper->heldBytes(m_key); }

    /// The same bytes of the same keeper.
    bool operator==(const Body &other) const { return m_keeper == other.m_keeper && m_key == other.m_key; }

private:
    Counted<const Keeper> m_keeper;
    std::uint64_t m_key = 0;
    std::size_t m_heldBytes = 0;
};

} // namespace wk
