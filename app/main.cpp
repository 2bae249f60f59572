// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("watchkeeper"));
    QCoreApplication::setApplicationVersion(QStringLiteral(WATCHKEEPER_VERSION));
    return 0;
}
