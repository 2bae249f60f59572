// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QWidget;

namespace wk {

/// What a FindBar searches: a text, a table. Gui thread.
class Searchable
{
public:
    virtual ~Searchable() = default;

    /// Looks for the text, in any case; empty ends the search.
    virtual void setNeedle(const QString &needle) = 0;
    /// Not all has been looked at: foundCount() grows, and a step may be taken later.
    virtual bool isLooking() const { return false; }
    virtual int foundCount() const = 0;
    /// Index of the found place that is selected; -1 when none is.
    virtual int foundCurrent() const = 0;
    /// From the selected place on, and around the end.
    virtual void findNext() = 0;
    virtual void findPrevious() = 0;
    /// What the user may want to look for.
    virtual QString selectedText() const = 0;
    /// Who gets the focus when the search is over.
    virtual QWidget *searched() = 0;
};

} // namespace wk
