// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/json/printbounds.h"

#include <memory>
#include <string>
#include <string_view>

namespace wk::json {

/// How an object is written. The default is `kubectl get -o json --show-managed-fields`: four blanks a level, keys
/// sorted.
struct PrintOptions {
    enum class Layout { Indented, Compact } layout = Layout::Indented;
    enum class Keys { Sorted, AsGiven } keys = Keys::Sorted;
    bool managedFields = true; ///< false: without the metadata.managedFields of the object, or of each object of a list
    PrintBounds bounds{};
};

/// Writes JSON as kubectl does. Any thread, one at a time; use one for many objects, its buffers stay.
/// Whole numbers within 64 bits stand as written, others as Go writes them, and those beyond a double as text; of equal
/// keys the last one stands (unless Keys::AsGiven, which keeps all). Sources: kubectl 1.32, Go's encoding/json.
class Printer
{
public:
    explicit Printer(PrintOptions options = {});
    Printer(Printer &&) noexcept;
    ~Printer();

    /// Without a newline at the end; valid until the next call. Fails with BrokenFrame or TooLarge.
    Result<std::string_view> print(std::string_view json);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The same for a single object.
Result<std::string> prettyPrinted(std::string_view json, PrintOptions options = {});

} // namespace wk::json
