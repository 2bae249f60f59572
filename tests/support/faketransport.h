// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/transport.h"

#include <QString>

#include <deque>
#include <memory>
#include <vector>

namespace wk {

/// A Transport that the test plays by hand: it keeps what was asked, and says what it is told to the last or the oldest
/// asker.
class FakeTransport : public Transport
{
public:
    struct Asked {
        HttpRequest request;
        HttpObserver *observer = nullptr; ///< null once the call was destroyed or has ended
        std::chrono::milliseconds silence{0};

        /// "/api/v1/pods?limit=500&…", decoded.
        QByteArray target() const
        {
            QByteArray text = request.path;
            for (const auto &[key, value] : request.query)
                text += QByteArray(text.contains('?') ? "&" : "?") + key + "=" + value;
            return text;
        }
        void ok() const { observer->head(HttpHead{200, "application/json", {}, {}}); }
        void say(const QByteArray &bytes) const { observer->body(bytes); }
        void end() { std::exchange(observer, nullptr)->finished(std::nullopt); }
        void end(const Error &error) { std::exchange(observer, nullptr)->finished(error); }
        /// A whole answer.
        void answer(const QByteArray &body)
        {
            ok();
            if (observer)
                say(body);
            if (observer)
                end();
        }
    };

    std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override
    {
        auto asked = std::make_shared<Asked>(Asked{std::move(request), observer, {}});
        asked->silence = asked->request.silence;
        all.push_back(asked);
        return std::make_unique<Call>(asked);
    }
    void forgetConnections() override {}

    Asked &last() { return *all.back(); }
    /// The one that asked for this target; null when nobody did.
    Asked *find(const QByteArray &target) const
    {
        for (const auto &asked : all) {
            if (asked->target() == target)
                return asked.get();
        }
        return nullptr;
    }
    int running() const
    {
        int count = 0;
        for (const auto &asked : all)
            count += asked->observer != nullptr;
        return count;
    }

    std::vector<std::shared_ptr<Asked>> all;

private:
    struct Call : HttpCall {
        explicit Call(std::shared_ptr<Asked> asked)
            : asked(std::move(asked))
        {}
        ~Call() override { asked->observer = nullptr; }
        void setSilence(std::chrono::milliseconds silence) override { asked->silence = silence; }
        std::shared_ptr<Asked> asked;
    };
};

} // namespace wk
