// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/consentfacts.h"

#include <QCryptographicHash>

namespace wk {

std::string consentFact(const char *label, const std::string &value)
{
    std::string line = std::string("\n") + label + ": ";
    for (const char c : value)
        line += c == '\n' ? std::string("‹U+000A›") : std::string(1, c);
    return line;
}

QByteArray consentSubject(const std::vector<std::string> &parts)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const std::string &part : parts) {
        hash.addData(QByteArray::number(qulonglong(part.size())).append(':'));
        hash.addData(QByteArrayView(part.data(), qsizetype(part.size())));
    }
    return hash.result().toHex();
}

} // namespace wk
