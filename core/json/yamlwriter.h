// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/json/printbounds.h"

#include <memory>
#include <string>
#include <string_view>

namespace wk::yaml {

/// Writes JSON as `kubectl get -o yaml` does: keys in go-yaml's order, two blanks a level, sequences not indented under
/// their key, text quoted only where it must be, several lines as a block, long lines folded at 80. Any thread, one at
/// a time; use one for many objects, its buffers stay. The exceptions: core/json/yamlscalar.h.
class Writer
{
public:
    enum class ManagedFields { Kept, LeftOut };

    explicit Writer(ManagedFields managedFields = ManagedFields::Kept, json::PrintBounds bounds = {});
    Writer(Writer &&) noexcept;
    ~Writer();

    /// Ends with a newline; valid until the next call. Fails with BrokenFrame or TooLarge.
    Result<std::string_view> write(std::string_view json);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The same for a single text.
Result<std::string> fromJson(std::string_view json, Writer::ManagedFields managedFields = Writer::ManagedFields::Kept,
                             json::PrintBounds bounds = {});

} // namespace wk::yaml
