// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/nametable.h"

#include <QHostInfo>

#include <dlfcn.h>
#include <netdb.h>

#include <cstring>

namespace wk::matrix {

NameTable &NameTable::instance()
{
    static NameTable table;
    return table;
}

void NameTable::set(const std::string &name, std::vector<std::string> addresses)
{
    const std::lock_guard lock(m_mutex);
    m_addresses[name] = std::move(addresses);
}

std::optional<std::vector<std::string>> NameTable::addresses(const std::string &name)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_addresses.find(name);
    return found == m_addresses.end() ? std::nullopt : std::optional(found->second);
}

void NameTable::forgetWhatQtKeeps()
{
    static int next = 0;
    for (int i = 0; i < 130; ++i) {
        const std::string name = "other-" + std::to_string(next++) + ".invalid"; // RFC 6761: nobody's
        set(name, {"127.0.0.1"});
        QHostInfo::fromName(QString::fromStdString(name));
    }
}

} // namespace wk::matrix

namespace {

using Lookup = int(const char *, const char *, const addrinfo *, addrinfo **);

/// Addresses one after the other, in one list, as getaddrinfo gives them: freeaddrinfo frees each for itself.
int join(Lookup *lookup, const std::vector<std::string> &addresses, const char *service, const addrinfo *hints,
         addrinfo **found)
{
    addrinfo *first = nullptr;
    addrinfo **end = &first;
    for (const std::string &address : addresses) {
        addrinfo numeric{};
        numeric.ai_flags = AI_NUMERICHOST;
        numeric.ai_socktype = hints ? hints->ai_socktype : 0;
        numeric.ai_protocol = hints ? hints->ai_protocol : 0;
        if (lookup(address.c_str(), service, &numeric, end) != 0)
            continue;
        while (*end)
            end = &(*end)->ai_next;
    }
    *found = first;
    return first ? 0 : EAI_NONAME;
}

} // namespace

/// In place of the C library's, for all libraries of this program.
extern "C" int getaddrinfo(const char *name, const char *service, const addrinfo *hints, addrinfo **found)
{
    static Lookup *const lookup = reinterpret_cast<Lookup *>(dlsym(RTLD_NEXT, "getaddrinfo"));
    const auto addresses = wk::matrix::NameTable::instance().addresses(name ? name : "");
    return addresses ? join(lookup, *addresses, service, hints, found) : lookup(name, service, hints, found);
}
