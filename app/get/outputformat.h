// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

namespace wk {

/// The values of -o; what ends in "=" is followed by a template, columns or a file.
QStringList outputFormatNames();

/// Reads -o, with the template or the columns that it names, and the file that they are in; `templateText` is
/// --template's. Sets format, templateText, pathTemplate and customColumns of `get`. A mistake is an Error of kind
/// Invalid in kubectl's words, a file that cannot be read one of kind FileUnreadable. Sources: k8s.io/cli-runtime
/// genericclioptions (JSONPathPrintFlags), k8s.io/kubectl pkg/cmd/get (CustomColumnsPrintFlags).
Result<> readOutputFormat(GetArguments &get, const QString &format, const QString &templateText);

} // namespace wk
