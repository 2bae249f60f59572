// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"

namespace wk {

/// Reads -o, with the template or the columns that it names, and the file that they are in; `templateText` is
/// --template's. Sets format, templateText, pathTemplate and customColumns of `get`. A mistake is an Error of kind
/// Invalid in kubectl's words, a file that cannot be read one of kind FileUnreadable. Sources: k8s.io/cli-runtime
/// genericclioptions (JSONPathPrintFlags), k8s.io/kubectl pkg/cmd/get (CustomColumnsPrintFlags).
Result<> readOutputFormat(GetArguments &get, const QString &format, const QString &templateText);

} // namespace wk
