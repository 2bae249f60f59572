// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/etcd/etcderror.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <string>

namespace wk {

namespace {

constexpr std::size_t MostTextBytes = 2048;

// google.rpc.Code
constexpr int DeadlineExceeded = 4;
constexpr int NotFound = 5;
constexpr int PermissionDenied = 7;
constexpr int ResourceExhausted = 8;
constexpr int OutOfRange = 11;
constexpr int Unavailable = 14;
constexpr int Unauthenticated = 16;

bool holds(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

ErrorKind kindOf(int httpStatus, int code, std::string_view text)
{
    // One code for both (OutOfRange).
    if (holds(text, "has been compacted"))
        return ErrorKind::Expired;
    if (code == OutOfRange || holds(text, "is a future revision"))
        return ErrorKind::VersionTooLarge;
    if (code == Unauthenticated || httpStatus == 401 || holds(text, "authentication failed") ||
        holds(text, "user name is empty") || holds(text, "CommonName of client"))
        return ErrorKind::Unauthorized;
    if (code == PermissionDenied || httpStatus == 403)
        return ErrorKind::Forbidden;
    if (code == NotFound || httpStatus == 404)
        return ErrorKind::NotFound;
    if (code == ResourceExhausted || httpStatus == 429)
        return ErrorKind::TooManyRequests;
    if (code == Unavailable || code == DeadlineExceeded || httpStatus >= 500)
        return ErrorKind::ServerError;
    return ErrorKind::Invalid;
}

/// What somebody can do about it.
std::string_view adviceFor(std::string_view text)
{
    if (holds(text, "CommonName of client"))
        return " (etcd's gateway refuses a client certificate that has a CN while its authentication is on: use one "
               "without a CN, and sign in with a user and a password)";
    if (holds(text, "user name is empty"))
        return " (etcd wants to know who asks: give a user and a password)";
    return {};
}

} // namespace

Error etcdError(int httpStatus, int grpcCode, std::string_view text)
{
    Error error;
    error.kind = kindOf(httpStatus, grpcCode, text);
    error.text = std::string(text.substr(0, MostTextBytes)).append(adviceFor(text));
    error.httpStatus = httpStatus;
    return error;
}

Error etcdError(int httpStatus, std::string_view body)
{
    const QJsonObject said =
        QJsonDocument::fromJson(QByteArray(body.data(), static_cast<qsizetype>(body.size()))).object();
    std::string text = said.value(QLatin1String("error")).toString().toStdString();
    if (text.empty())
        text = said.value(QLatin1String("message")).toString().toStdString();
    if (said.isEmpty()) {
        const bool isPage = body.find('<') != std::string_view::npos;
        text = isPage ? "The answer is a web page, not etcd's." : std::string(body.substr(0, body.find('\n')));
    }
    if (text.empty())
        text = "HTTP status " + std::to_string(httpStatus);
    return etcdError(httpStatus, said.value(QLatin1String("code")).toInt(), text);
}

} // namespace wk
