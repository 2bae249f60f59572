// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/steeringvariables.h"

#include <algorithm>
#include <array>

namespace wk {

bool steersPrograms(std::string_view variable)
{
    static constexpr std::array<std::string_view, 31> names{"PATH",
                                                            "BASH_ENV",
                                                            "BASHOPTS",
                                                            "CDPATH",
                                                            "ENV",
                                                            "GCONV_PATH",
                                                            "GETCONF_DIR",
                                                            "GIT_ASKPASS",
                                                            "GIT_EXEC_PATH",
                                                            "GIT_SSH",
                                                            "GIT_SSH_COMMAND",
                                                            "GLIBC_TUNABLES",
                                                            "IFS",
                                                            "JAVA_TOOL_OPTIONS",
                                                            "JDK_JAVA_OPTIONS",
                                                            "LOCPATH",
                                                            "NODE_OPTIONS",
                                                            "NODE_PATH",
                                                            "PERL5LIB",
                                                            "PERL5OPT",
                                                            "PROMPT_COMMAND",
                                                            "PS4",
                                                            "PYTHONHOME",
                                                            "PYTHONPATH",
                                                            "PYTHONSTARTUP",
                                                            "RUBYLIB",
                                                            "RUBYOPT",
                                                            "SHELLOPTS",
                                                            "ZDOTDIR",
                                                            "_JAVA_OPTIONS",
                                                            "OPENSSL_CONF"};
    const bool isLinkers = variable.starts_with("LD_") || variable.starts_with("DYLD_");
    const bool isFunction = variable.starts_with("BASH_FUNC_");
    return isLinkers || isFunction || std::ranges::find(names, variable) != names.end();
}

} // namespace wk
