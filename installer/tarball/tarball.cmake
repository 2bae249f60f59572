# A tarball that runs wherever it is unpacked: `cpack` in a build folder with WATCHKEEPER_RELOCATABLE.
# An RPATH, not a RUNPATH: only the former is also for the libraries of libraries and for Qt's plugins, which stay as
# they are.
set_target_properties(watchkeeper PROPERTIES INSTALL_RPATH "$ORIGIN/../lib" BUILD_WITH_INSTALL_RPATH ON)
target_link_options(watchkeeper PRIVATE -Wl,--disable-new-dtags)

set(CPACK_GENERATOR TGZ)
set(CPACK_SOURCE_GENERATOR "")
set(CPACK_PACKAGE_FILE_NAME watchkeeper-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/installer/tarball/bundle.cmake)
# What the script has to know.
get_target_property(WK_QMAKE Qt6::qmake LOCATION)
execute_process(COMMAND ${WK_QMAKE} -query QT_INSTALL_TRANSLATIONS OUTPUT_VARIABLE CPACK_WK_TRANSLATIONS
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WK_QMAKE} -query QT_INSTALL_PLUGINS OUTPUT_VARIABLE CPACK_WK_PLUGINS
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(CPACK_WK_TARBALL ${PROJECT_SOURCE_DIR}/installer/tarball)
include(CPack)
