// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/etcd/etcdtable.h"
#include "core/source/etcd/kubevalue.h"
#include "core/source/kube/decoder.h"
#include "tests/fuzz/fuzz.h"

/// Whatever a member of etcd answers is read or refused, and whatever a key holds is told as a row that can be read.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace wk;
    fuzz::Bytes bytes(data, size);
    EtcdReplyReader reader;
    const auto what = bytes.byte() % 3;
    if (what == 0) {
        static_cast<void>(reader.range(bytes.rest()));
    } else if (what == 1) {
        const auto line = reader.watchLine(bytes.rest());
        WK_MUST(!line || line->error || line->events.empty() || !line->events.front().now.key.empty());
    } else {
        EtcdEvent event;
        event.now.key = std::string(bytes.takeUntil('\n'));
        event.now.value = std::string(bytes.rest());
        event.now.created = event.now.modified = 7;
        Decoder decoder({}, Decoder::Bodies::Keep);
        const auto read = decoder.event(etcdtable::line(event), 0, Decoder::Place::Alone);
        WK_MUST(read.ok() && read->object != nullptr);
        WK_MUST(read->version.text() == "7");
    }
    return 0;
}
