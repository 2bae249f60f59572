// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/transport.h"

#include <functional>

namespace wk {

/// Writes down what a request's observer hears.
class HttpRecorder : public HttpObserver
{
public:
    void head(const HttpHead &head) override
    {
        heads.push_back(head);
        if (onHead)
            onHead();
    }
    void body(QByteArrayView bytes) override
    {
        text += bytes.toByteArray();
        if (onBody)
            onBody();
    }
    void finished(std::optional<Error> ended) override
    {
        ++ends;
        error = std::move(ended);
        if (onFinished)
            onFinished();
    }

    /// "ok", "open", or the kind of its error.
    QByteArray outcome() const { return ends == 0 ? "open" : error ? kindName(error->kind) : "ok"; }

    std::vector<HttpHead> heads;
    QByteArray text;
    int ends = 0;
    std::optional<Error> error;
    std::function<void()> onHead;
    std::function<void()> onBody;
    std::function<void()> onFinished;
};

} // namespace wk
