// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace wk {

/// A handle on the JSON of one revision of one object, and on the wire line that brought it, kept compressed.
/// Any thread, cheap to copy. How the bytes are kept is BodyStore's affair.
class Body
{
public:
    /// How a store keeps bytes; both calls are made from any thread.
    struct Encoded {
        virtual ~Encoded() = default;
        virtual std::string object() const = 0;
        virtual std::string line() const = 0;
        virtual std::size_t objectBytes() const = 0;
        virtual std::size_t heldBytes() const = 0;
    };

    Body() = default;
    explicit Body(std::shared_ptr<const Encoded> encoded)
        : m_encoded(std::move(encoded))
    {}

    bool isNull() const { return !m_encoded; }
    /// The object's JSON, byte for byte as it came. Empty when null (a Secret's body is never fetched).
    std::string object() const { return m_encoded ? m_encoded->object() : std::string(); }
    /// The whole watch line as it came, without its newline; for an object of a list the object itself.
    std::string line() const { return m_encoded ? m_encoded->line() : std::string(); }
    std::size_t objectBytes() const { return m_encoded ? m_encoded->objectBytes() : 0; }
    /// What it costs us, in bytes.
    std::size_t heldBytes() const { return m_encoded ? m_encoded->heldBytes() : 0; }

private:
    std::shared_ptr<const Encoded> m_encoded;
};

} // namespace wk
