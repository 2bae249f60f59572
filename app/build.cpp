// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/build.h"

#include "commit.h"

#include <QStringList>

#include <openssl/crypto.h>
#include <zlib.h>
#include <zstd.h>
#if WATCHKEEPER_HAS_TCMALLOC
#include <gperftools/tcmalloc.h>
#endif

namespace wk {

namespace {

QString compiler()
{
#ifdef __clang__
    return QStringLiteral("clang " __clang_version__).trimmed();
#else
    return QStringLiteral("GCC " __VERSION__);
#endif
}

QStringList libraries()
{
    // What is no library at run time, or tells no version there, is what it was built with.
    QStringList lines{
        QStringLiteral("Boost " WATCHKEEPER_BOOST_VERSION),
        QStringLiteral("nlohmann-json " WATCHKEEPER_NLOHMANN_VERSION),
        QString::fromLatin1(OpenSSL_version(OPENSSL_VERSION)).section(u' ', 0, 1),
        QStringLiteral("simdjson " WATCHKEEPER_SIMDJSON_VERSION),
        QStringLiteral("yaml-cpp " WATCHKEEPER_YAML_VERSION),
        QStringLiteral("zlib ") + QLatin1String(zlibVersion()),
        QStringLiteral("zstd ") + QLatin1String(ZSTD_versionString()),
    };
#if WATCHKEEPER_HAS_TCMALLOC
    int major = 0;
    int minor = 0;
    const char *patch = "";
    tc_version(&major, &minor, &patch);
    lines +=
        QStringLiteral("tcmalloc %1.%2%3").arg(QString::number(major), QString::number(minor), QLatin1String(patch));
#endif
    return lines;
}

} // namespace

QString buildText()
{
    const QString commit = QStringLiteral(WATCHKEEPER_COMMIT);
    const QString qt = QLatin1String(qVersion());
    QStringList lines{
        QStringLiteral("watchkeeper " WATCHKEEPER_VERSION),
        QStringLiteral("commit ") + (commit.isEmpty() ? QStringLiteral("unknown") : commit),
        QStringLiteral("built by %1 for " WATCHKEEPER_BUILT_FOR).arg(compiler()),
        QStringLiteral("Qt ") + qt +
            (qt == QStringLiteral(QT_VERSION_STR) ? QString() : QStringLiteral(" (built with " QT_VERSION_STR ")")),
    };
    return (lines + libraries()).join(u'\n');
}

} // namespace wk
