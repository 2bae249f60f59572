// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/protobufbody.h"
#include "core/apiserver/protoschema.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/protobytes.h"

#include <nlohmann/json.hpp>

#include <iterator>
#include <string>

namespace {

using namespace wk::apiserver;

/// A body as it came, or an object of one of the kinds that is put into one.
std::string bodyOf(wk::fuzz::Bytes &bytes)
{
    constexpr std::pair<const char *, const char *> Kinds[] = {
        {"v1", "Pod"},       {"v1", "Service"},       {"v1", "ConfigMap"},       {"v1", "Event"},
        {"batch/v1", "Job"}, {"batch/v1", "CronJob"}, {"apps/v1", "Deployment"}, {"coordination.k8s.io/v1", "Lease"}};
    const std::size_t which = bytes.byte() % (std::size(Kinds) + 1);
    if (which == 0)
        return std::string(bytes.rest());
    const auto &[apiVersion, kind] = Kinds[which - 1];
    const std::string envelope = wk::test::kubeEnvelope(apiVersion, kind, {});
    const std::string type = envelope.substr(0, envelope.size() - 2); // but for the object, which is empty
    return type + wk::test::ProtoBytes().bytes(2, bytes.rest()).text();
}

} // namespace

/// What comes in protobuf is a document that JSON can say, each member once, or refused with words.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    wk::fuzz::Bytes bytes(data, size);
    const std::string body = bodyOf(bytes);
    const Outcome<Json> read = protobufBody(body);
    if (!read) {
        WK_MUST(read.status().code == 400 || read.status().code == 415);
        WK_MUST(!read.status().message.empty());
        return 0;
    }
    WK_MUST(ProtoSchema::published().kind(textOf(find(*read, {"apiVersion"})), textOf(find(*read, {"kind"}))));
    const wk::Result<Json> again = parseDocument(read->dump()); // of two members of one name it keeps one
    WK_MUST(again && *again == *read);
    // An object that says what nobody published is refused, and of two objects the last one counts.
    WK_MUST(!protobufBody(body + wk::test::ProtoBytes().bytes(2, "\xf8\xff\xff\xff\x0f\x01").text()));
    return 0;
}
