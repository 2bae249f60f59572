// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/gate.h"
#include "core/apiserver/request.h"

#include <memory>
#include <string>

namespace wk::apiserver {

/// Reads HTTP/1.1 requests out of bytes, one after the other; no I/O. Bounds: head 16 KiB (S26), body 3 MiB
/// (kube-apiserver's MaxRequestBodyBytes). One thread.
class RequestReader
{
public:
    enum class State { Empty, Head, Body, Complete, Broken };
    static constexpr std::size_t HeadBytes = 16 * 1024;
    static constexpr std::size_t BodyBytes = 3 * 1024 * 1024;

    RequestReader();
    ~RequestReader();

    /// Takes what it can use from the front of `bytes`.
    State feed(std::string &bytes);

    State state() const { return m_state; }

    /// The status to refuse a Broken request with: 400, 413 or 431.
    int refusal() const { return m_refusal; }

    /// Whether the client waits for "100 Continue" before it sends the body. True once.
    bool takeExpectation();

    // Of a Complete request.
    Request request() const;
    Credentials credentials() const;
    bool keepsAlive() const;

    /// Ready for the next request.
    void restart();

private:
    struct Parser;
    State step(std::string &bytes);

    std::unique_ptr<Parser> m_parser;
    State m_state = State::Empty;
    int m_refusal = 400;
    bool m_expectationSeen = false;
};

} // namespace wk::apiserver
