// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// Replaces what looks like a secret in what is recorded (SECURITY.md, S10): values of environment variables, of keys
/// that are called like a secret, and of Secrets; PEM blocks, JSON Web Tokens, a user's name and password in a URL,
/// keys of clouds and services by their form, and what follows "password=" and the like. So in JSON within a string,
/// too.
///
/// In its place stands ‹redacted:8 bytes·3›: how long it was, and which of the different values it is that this
/// redactor has replaced, so that a change is seen, and no more. Nothing of the value can be had back from it. One
/// thread.
class Redactor
{
public:
    Redactor();
    ~Redactor();
    Redactor(const Redactor &) = delete;
    Redactor &operator=(const Redactor &) = delete;

    /// An object's JSON without secrets; nothing where there is none. What cannot be read becomes an empty object.
    std::optional<std::string> ofObject(std::string_view json);
    /// The same of any text.
    std::optional<std::string> ofText(std::string_view text);

    /// How many values it has replaced.
    std::uint64_t replaced() const;

private:
    struct Private;
    const std::unique_ptr<Private> d;
};

} // namespace wk
