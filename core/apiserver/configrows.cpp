// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/cells.h"
#include "core/apiserver/rows.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

std::vector<std::string> textsOf(const Json &list, const char *member)
{
    std::vector<std::string> texts;
    if (!list.is_array())
        return texts;
    for (const Json &entry : list) {
        const std::string text = member ? textOf(find(entry, {member})) : textOf(entry);
        if (!text.empty())
            texts.push_back(text);
    }
    return texts;
}

std::string externalAddress(const Json &document)
{
    const std::string type = textOf(find(document, {"spec", "type"}));
    if (type == "ExternalName")
        return textOf(find(document, {"spec", "externalName"}));
    std::vector<std::string> addresses = textsOf(find(document, {"status", "loadBalancer", "ingress"}), "ip");
    for (const std::string &address : textsOf(find(document, {"spec", "externalIPs"}), nullptr))
        addresses.push_back(address);
    if (addresses.empty() && type == "LoadBalancer")
        return "<pending>";
    return joined(addresses);
}

/// "80/TCP,443:30443/TCP"
std::string servicePorts(const Json &document)
{
    std::vector<std::string> texts;
    const Json &ports = find(document, {"spec", "ports"});
    if (ports.is_array()) {
        for (const Json &port : ports) {
            const std::int64_t node = numberOf(find(port, {"nodePort"}));
            const std::string protocol = textOf(find(port, {"protocol"}));
            texts.push_back(std::to_string(numberOf(find(port, {"port"}))) +
                            (node > 0 ? ":" + std::to_string(node) : "") + "/" + (protocol.empty() ? "TCP" : protocol));
        }
    }
    return joined(texts);
}

PrintedRow printService(const Json &document)
{
    const std::string type = textOf(find(document, {"spec", "type"}));
    return {{nameCell(document), textCell(type.empty() ? "ClusterIP" : type),
             textOrNone(textOf(find(document, {"spec", "clusterIP"}))), textCell(externalAddress(document)),
             textCell(servicePorts(document)), objectAge(document),
             textCell(mapText(find(document, {"spec", "selector"})))}};
}

PrintedRow printEndpointSlice(const Json &document)
{
    std::vector<std::string> ports;
    std::vector<std::string> addresses;
    if (const Json &list = find(document, {"ports"}); list.is_array()) {
        for (const Json &port : list)
            ports.push_back(std::to_string(numberOf(find(port, {"port"}))));
    }
    if (const Json &list = find(document, {"endpoints"}); list.is_array()) {
        for (const Json &endpoint : list) {
            for (const std::string &address : textsOf(find(endpoint, {"addresses"}), nullptr))
                addresses.push_back(address);
        }
    }
    return {{nameCell(document), textCell(textOf(find(document, {"addressType"}))),
             textCell(ports.empty() ? "<unset>" : joined(ports)),
             textCell(addresses.empty() ? "<unset>" : joined(addresses)), objectAge(document)}};
}

PrintedRow printConfigMap(const Json &document)
{
    const size_t count = countOf(find(document, {"data"})) + countOf(find(document, {"binaryData"}));
    return {{nameCell(document), numberCell(std::int64_t(count)), objectAge(document)}};
}

PrintedRow printSecret(const Json &document)
{
    return {{nameCell(document), textCell(textOf(find(document, {"type"}))),
             numberCell(std::int64_t(countOf(find(document, {"data"})))), objectAge(document)}};
}

PrintedRow printServiceAccount(const Json &document)
{
    return {{nameCell(document), numberCell(std::int64_t(countOf(find(document, {"secrets"})))), objectAge(document)}};
}

PrintedRow printLease(const Json &document)
{
    return {{nameCell(document), textCell(textOf(find(document, {"spec", "holderIdentity"}))), objectAge(document)}};
}

PrintedRow printDefinition(const Json &document)
{
    return {{nameCell(document), textCell(textOf(find(document, {"metadata", "creationTimestamp"})))}};
}

} // namespace

Printer servicePrinter()
{
    return {{nameColumn(),
             {"Type", "string", "", "How the service is exposed."},
             {"Cluster-IP", "string", "", "The address of the service inside the cluster."},
             {"External-IP", "string", "", "Addresses of the service outside the cluster."},
             {"Port(s)", "string", "", "The ports that are exposed by this service."},
             ageColumn(),
             {"Selector", "string", "", "Which pods get the service's traffic, by label.", 1}},
            printService};
}

Printer endpointSlicePrinter()
{
    return {{nameColumn(),
             {"AddressType", "string", "", "The type of the addresses: IPv4, IPv6 or FQDN."},
             {"Ports", "string", "", "The ports of each endpoint in this slice."},
             {"Endpoints", "string", "", "The addresses in this slice."},
             ageColumn()},
            printEndpointSlice};
}

Printer configMapPrinter()
{
    return {{nameColumn(), {"Data", "string", "", "The number of entries."}, ageColumn()}, printConfigMap};
}

Printer secretPrinter()
{
    return {{nameColumn(),
             {"Type", "string", "", "Used to facilitate programmatic handling of secret data."},
             {"Data", "string", "", "The number of entries."},
             ageColumn()},
            printSecret};
}

Printer serviceAccountPrinter()
{
    return {{nameColumn(), {"Secrets", "string", "", "The number of secrets it may use."}, ageColumn()},
            printServiceAccount};
}

Printer leasePrinter()
{
    return {{nameColumn(), {"Holder", "string", "", "Who holds the lease at the moment."}, ageColumn()}, printLease};
}

Printer definitionPrinter()
{
    return {{nameColumn(), {"Created At", "date", "", "When the definition was created."}}, printDefinition};
}

} // namespace wk::apiserver
