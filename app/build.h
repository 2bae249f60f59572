// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace wk {

/// Which Watchkeeper this is: its version, the commit that it was built of, for which processor and by what, and the
/// versions of Qt and of the libraries, as they were found at run time where they tell. Lines without a last line end;
/// English, to be pasted into a report. Any thread.
QString buildText();

} // namespace wk
