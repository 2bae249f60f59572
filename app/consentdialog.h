// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/namedfiles.h"

#include <functional>

class QWidget;

namespace wk {

class Consents;

/// All ask over `window` and return at once; `answered` is called when the user has chosen, unless the window has
/// gone before. Whatever is not a clear yes is a no. Gui thread.
using ConsentAnswered = std::function<void(bool agreed)>;

/// Whether a kubeconfig's program may be run, with everything of the request.
void askForPlugin(const ExecRequest &request, QWidget &window, ConsentAnswered answered);

/// Whether files of a kubeconfig may be read that lie in unusual places.
void askForFiles(const FileRequest &request, QWidget &window, ConsentAnswered answered);

/// Whether the login shell may be run to learn its PATH, for a plugin that is not on ours; `commandLine` is what is
/// run.
void askForLoginShell(const std::string &commandLine, const std::string &plugin, QWidget &window,
                      ConsentAnswered answered);

/// Whether to connect where nobody checks who answers (insecure-skip-tls-verify), unless that need not be asked: then
/// `agreed` is called at once. A yes is kept.
void askForInsecure(const ClusterAccess &access, Consents &consents, QWidget &window, std::function<void()> agreed);

} // namespace wk
