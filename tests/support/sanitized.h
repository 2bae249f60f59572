// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Whether this is built with a sanitizer: for figures of memory and time that are the sanitizer's then. GCC says so by
/// macros, clang by features.
namespace wk {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool HasAsan = true;
#elif defined(__has_feature)
inline constexpr bool HasAsan = __has_feature(address_sanitizer);
#else
inline constexpr bool HasAsan = false;
#endif

#if defined(__SANITIZE_THREAD__)
inline constexpr bool HasTsan = true;
#elif defined(__has_feature)
inline constexpr bool HasTsan = __has_feature(thread_sanitizer);
#else
inline constexpr bool HasTsan = false;
#endif

inline constexpr bool IsSanitized = HasAsan || HasTsan;

} // namespace wk
