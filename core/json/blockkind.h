// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace wk::json {

/// How 64 bytes of a text are looked at together: one by one, as any processor can, or by registers of 32 or 64 bytes.
enum class BlockKind { Plain, Wide, Widest };

/// Whether this processor can. Any thread.
bool isAvailable(BlockKind kind);

/// The quickest that this processor can.
BlockKind bestBlockKind();

} // namespace wk::json
