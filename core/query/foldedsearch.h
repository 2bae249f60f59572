// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace wk {

/// A text to be looked for in many others, ignoring case: for letters beyond ASCII as Unicode folds them. Any thread; a
/// value.
class FoldedSearch
{
public:
    explicit FoldedSearch(std::string_view needle);

    /// True for an empty needle.
    bool isIn(std::string_view text) const;

private:
    std::string m_folded; ///< lower case; only ASCII when m_wide is empty
    QString m_wide;
};

} // namespace wk
