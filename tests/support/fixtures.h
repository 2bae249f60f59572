// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

#include <cstdint>
#include <random>
#include <string>

namespace wk::test {

/// A file under tests/fixtures, whole; empty when it cannot be read, which a test should find out.
inline std::string fixture(const std::string &name)
{
    QFile file(QStringLiteral(WATCHKEEPER_SOURCE_DIR "/tests/fixtures/") + QString::fromStdString(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// The seed of a property test: WATCHKEEPER_SEED, else a new one; it is printed, so that a failure can be had again.
inline std::uint64_t seed()
{
    const QByteArray given = qgetenv("WATCHKEEPER_SEED");
    const std::uint64_t value = given.isEmpty() ? std::random_device()() : given.toULongLong();
    qInfo("WATCHKEEPER_SEED=%llu", static_cast<unsigned long long>(value));
    return value;
}

/// How often a randomised test goes round: WATCHKEEPER_ROUNDS times as often in the long runs (label slow).
inline int rounds(int usual)
{
    const int factor = qEnvironmentVariableIntValue("WATCHKEEPER_ROUNDS");
    return factor > 0 ? usual * factor : usual;
}

} // namespace wk::test
