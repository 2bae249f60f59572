// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/errorlines.h"

#include "ui/style/errorwords.h"

#include <QCoreApplication>

namespace wk {

namespace {

struct ErrorLinesTr {
    Q_DECLARE_TR_FUNCTIONS(ErrorLines)
};

/// The answer of an API server, and not of what is in front of it.
bool isServersAnswer(const Error &error)
{
    return error.httpStatus >= 400 && error.kind != ErrorKind::ProxyRefused && error.kind != ErrorKind::NotKubernetes;
}

std::string serverLines(const Error &error)
{
    if (error.kind == ErrorKind::Unauthorized) {
        const ErrorWords words = errorWords(error);
        return "error: You must be logged in to the server (" + error.text + ")\n" +
               ErrorWords{words.what, {}, words.advice}.sentence().toStdString();
    }
    return "Error from server" + (error.reason.empty() ? "" : " (" + error.reason + ")") + ": " + error.text;
}

std::string sentence(const Error &error)
{
    return errorWords(error).sentence().toStdString();
}

QString howToConsent()
{
    return ErrorLinesTr::tr(
        "Add --allow-exec to run a credential plugin, --allow-files to read files in unusual places, or --allow-insecure to "
        "continue without certificate checks.");
}

} // namespace

std::string errorLines(const Error &error)
{
    if (isServersAnswer(error))
        return serverLines(error);
    switch (error.kind) {
    case ErrorKind::Refused:
        if (!error.place.empty())
            return "The connection to the server " + error.place +
                   " was refused - did you specify the right host or port?";
        [[fallthrough]];
    case ErrorKind::NameNotFound:
    case ErrorKind::TimedOut:
    case ErrorKind::ProxyFailed:
    case ErrorKind::ProxyRefused:
    case ErrorKind::TlsUntrusted:
    case ErrorKind::TlsFailed: return "Unable to connect to the server: " + sentence(error);
    case ErrorKind::Invalid:
    case ErrorKind::NotFound: return "error: " + error.text; // what was asked for is not to be had: we say it ourselves
    case ErrorKind::ConsentNeeded:                           // what would be run is told a fact a line
        return "error: " + error.text + '\n' + howToConsent().toStdString();
    default: return "error: " + sentence(error);
    }
}

} // namespace wk
