// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <string>
#include <vector>

namespace wk {

// How a question for consent is put together, of whatever. Any thread.

/// "\nLabel: value", on one line: a line break in a stranger's value would pass for another fact.
std::string consentFact(const char *label, const std::string &value);

/// Hex SHA-256 over the parts, each with its length in front, so that no two lists give the same.
QByteArray consentSubject(const std::vector<std::string> &parts);

} // namespace wk
