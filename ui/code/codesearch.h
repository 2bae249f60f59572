// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/code/codecaret.h"

namespace wk {

/// Every place where a needle occurs in a document, in any case. Any thread; a value.
class CodeSearch
{
public:
    static constexpr int FoundMax = 10'000;

    void run(const CodeDocument *document, const QString &needle);

    const QString &needle() const { return m_needle; }
    int count() const { return int(m_found.size()); }
    /// Index of the place that the selection covers; -1 when it covers none.
    int indexOf(const CodeCaret &caret) const;
    /// The places after and before the caret, round the end. Only when count() is not 0.
    CodePosition next(const CodeCaret &caret) const;
    CodePosition previous(const CodeCaret &caret) const;

private:
    QString m_needle;
    std::vector<CodePosition> m_found;
};

} // namespace wk
