// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/transport.h"

#include <QByteArray>

#include <functional>
#include <memory>
#include <optional>

namespace wk {

/// Fetches one small document whole. Answers once, later; destroying it takes the question back. May be destroyed by
/// its own answer. Worker thread; bounded by the transport's lane.
class DocumentFetch : private HttpObserver
{
public:
    using Answer = std::function<void(Result<QByteArray>)>;

    DocumentFetch(Transport &transport, HttpRequest request, Answer answer);

private:
    void head(const HttpHead &) override {}
    void body(QByteArrayView bytes) override { m_text.append(bytes); }
    void finished(std::optional<Error> error) override;

    Answer m_answer;
    QByteArray m_text;
    std::unique_ptr<HttpCall> m_call;
};

} // namespace wk
