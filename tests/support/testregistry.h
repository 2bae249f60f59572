// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QTest>

#include <functional>
#include <map>
#include <string>

/// The tests of a folder are one program, which takes the name of the test to run and what Qt Test understands:
///     build/dev/tests/core/base/base_tests tst_time -v2
/// A test is a file tst_NAME.cpp with its namespace tst_NAME in it, and WK_TEST(tst_NAME, Class, Application) behind
/// it, Application being QApplication, QCoreApplication or NoApplication.
namespace wk::test {

/// For a test that needs no application, or makes its own.
struct NoApplication {
    NoApplication(int &, char **) {}
};

using Run = std::function<int(int argc, char **argv)>;

/// What has registered itself, by name.
std::map<std::string, Run> &registry();

struct Registration {
    Registration(const char *name, Run run) { registry().emplace(name, std::move(run)); }
};

/// What Qt's own QTEST_MAIN does. Settings and files of the tests of one program stay apart by the application's name.
template <class Test, class Application>
int run(const char *name, int argc, char **argv)
{
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    QCoreApplication::setApplicationName(QString::fromLatin1(name));
    Application application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace wk::test

#define WK_TEST(name, Test, Application)                                                                               \
    namespace name {                                                                                                   \
    using wk::test::NoApplication;                                                                                     \
    const wk::test::Registration registration(#name, [](int argc, char **argv) {                                       \
        return wk::test::run<Test, Application>(#name, argc, argv);                                                    \
    });                                                                                                                \
    }
