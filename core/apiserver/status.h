// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QtGlobal>

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace wk::apiserver {

struct ResourceType;

/// Why one field is not accepted, as it stands in details.causes of a Status.
struct Cause {
    std::string reason{}; ///< "FieldValueInvalid", "FieldValueRequired", …
    std::string message{};
    std::string field{};
};

/// A refusal, as metav1.Status says it. A value, any thread. Words and reasons: k8s.io/apimachinery
/// pkg/api/errors.
struct Status {
    int code = 500;
    std::string reason{};
    std::string message{};
    std::string details{}; ///< a JSON object, or empty
    int retryAfterSeconds = 0;

    /// The Status document.
    std::string json() const;
    /// The same for callers inside the process.
    Error toError() const;
};

/// A value or the Status that says why not.
template <class T = std::monostate>
class [[nodiscard]] Outcome
{
public:
    Outcome(T value)
        : m_content(std::in_place_index<0>, std::move(value))
    {}

    Outcome(Status status)
        : m_content(std::in_place_index<1>, std::move(status))
    {}

    explicit operator bool() const { return m_content.index() == 0; }

    const T &operator*() const &
    {
        Q_ASSERT(*this);
        return *std::get_if<0>(&m_content);
    }

    T &&operator*() &&
    {
        Q_ASSERT(*this);
        return std::move(*std::get_if<0>(&m_content));
    }

    const T *operator->() const { return &**this; }

    const Status &status() const
    {
        Q_ASSERT(!*this);
        return *std::get_if<1>(&m_content);
    }

private:
    std::variant<T, Status> m_content;
};

inline Outcome<> done()
{
    return std::monostate{};
}

Status badRequest(std::string message);
Status internalError(std::string message);
/// 503: whoever keeps the objects cannot be asked now. Whoever hears it has waited for that already: it says nothing of
/// when to try again, which would make client-go ask ten times more. Source: errors.NewServiceUnavailable;
/// client-go rest/with_retry.go.
Status unavailable(std::string message);
/// 504: it is not known whether it was done. Source: errors.NewTimeoutError.
Status timedOut(std::string message);
Status notFound(const ResourceType &type, const std::string &name);
Status noSuchResource();
Status alreadyExists(const ResourceType &type, const std::string &name);
/// 409 on a stale resourceVersion, a uid that differs, and the like; `why` ends the sentence.
Status conflict(const ResourceType &type, const std::string &name, std::string_view why);
/// 409: server-side apply would change what others own.
Status applyConflicts(const ResourceType &type, const std::string &name, std::string message,
                      const std::vector<Cause> &causes);
Status staleVersion(const ResourceType &type, const std::string &name);
Status invalid(const ResourceType &type, const std::string &name, std::vector<Cause> causes);
/// 422 about the request's own options (meta.k8s.io ListOptions).
Status invalidOptions(std::vector<Cause> causes);
Status forbidden(const ResourceType &type, const std::string &name, std::string_view why);
Status unauthorized();
Status methodNotAllowed();
Status watchNotSupported(const ResourceType &type);
Status notAcceptable();
/// `advice` says what can be done instead; a sentence's end, or empty.
Status unsupportedMediaType(std::string_view accepted, std::string_view advice = {});
Status requestTooLarge(std::string_view why = "limit is 3145728");
Status versionTooLarge(unsigned long long wanted, unsigned long long current);
Status expiredWatch(unsigned long long wanted, unsigned long long oldest);
Status expiredList();
/// A page token that is too old; `continuation` goes on with an inconsistent rest.
Status expiredPage(const std::string &continuation);

} // namespace wk::apiserver
