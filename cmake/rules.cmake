# How every target of ours is built: one interface target carries standard, warnings, definitions and
# hardening, so that nothing is global; wk_library() and wk_tests() are the only two ways to make a target.

add_library(wk_rules INTERFACE)
target_compile_features(wk_rules INTERFACE cxx_std_20)
target_include_directories(wk_rules INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(wk_rules INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_FOREACH QT_NO_KEYWORDS QT_STRICT_ITERATORS QT_USE_QSTRINGBUILDER
    QT_DISABLE_DEPRECATED_BEFORE=0x060400
    $<$<NOT:$<CONFIG:Release>>:QT_FORCE_ASSERTS>
    WATCHKEEPER_VERSION="${PROJECT_VERSION}")
target_compile_options(wk_rules INTERFACE
    -Wall -Wextra -Wformat -Werror=format-security -Wnon-virtual-dtor -Woverloaded-virtual
    -fstack-protector-strong -fstack-clash-protection -fcf-protection=full -fPIE)
target_link_options(wk_rules INTERFACE -pie -Wl,-z,relro,-z,now,-z,noexecstack)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(wk_rules INTERFACE -ftrivial-auto-var-init=zero)
endif()

# Dev: quick to build, quick enough to run, checked containers. Release: what a person installs.
set(CMAKE_CXX_FLAGS_DEV "-O1 -g1 -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG -D_GLIBCXX_ASSERTIONS")
if(NOT WATCHKEEPER_SANITIZER)
    string(APPEND CMAKE_CXX_FLAGS_RELEASE " -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
    string(APPEND CMAKE_CXX_FLAGS_DEV " -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2")
    if(CMAKE_BUILD_TYPE STREQUAL Release)
        include(cmake/processor.cmake)
    endif()
else()
    target_compile_options(wk_rules INTERFACE -fsanitize=${WATCHKEEPER_SANITIZER} -fno-omit-frame-pointer)
    target_link_options(wk_rules INTERFACE -fsanitize=${WATCHKEEPER_SANITIZER})
    if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
        # clang inlines nothing at -O1: each access to a vector would be a call with its own checks. This takes no
        # longer to build, and runs three times as fast. (Here, so that tests can say otherwise.)
        string(REPLACE "-O1" "-O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops" CMAKE_CXX_FLAGS_DEV
               "${CMAKE_CXX_FLAGS_DEV}")
        # What has widgets spends its time in Qt, which is not instrumented: unoptimised it is built in 40 % of the time.
        set(WK_WIDGET_OPTIONS $<$<CONFIG:Dev>:-O0>)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        # GCC's own documentation: the checks sanitizers put in make this warning cry wolf. The dev preset keeps it.
        target_compile_options(wk_rules INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized)
    endif()
    if(WATCHKEEPER_SANITIZER MATCHES undefined)
        target_compile_options(wk_rules INTERFACE -fno-sanitize-recover=undefined)
    endif()
endif()

# ccache and mold are used where they are installed. A release is linked by the system's linker: mold leaves the marks of
# -fcf-protection out, also where the start files have them.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD AND NOT CMAKE_BUILD_TYPE STREQUAL Release)
    target_link_options(wk_rules INTERFACE -fuse-ld=mold)
endif()

# A test spends its time in the libraries, and the compiler half of its own in optimising it. (-O0 has no _FORTIFY_SOURCE.)
# Qt Test says itself in which line a claim failed; what the sanitizers say needs -g1.
add_library(wk_test_rules INTERFACE)
target_link_libraries(wk_test_rules INTERFACE wk_rules)
target_compile_options(wk_test_rules INTERFACE $<$<CONFIG:Dev>:-O0;-U_FORTIFY_SOURCE>)
if(NOT WATCHKEEPER_SANITIZER)
    target_compile_options(wk_test_rules INTERFACE $<$<CONFIG:Dev>:-g0>)
endif()

# moc looks into all that a file includes, for macros that stand for Q_OBJECT and its like. Ours stand for themselves: the
# file alone is read, in 0.04 s instead of 0.4, and there are some 400. CMake hands over every folder of headers; this
# leaves them out.
get_target_property(WK_QT_MOC Qt6::moc LOCATION)
set(WK_MOC ${PROJECT_BINARY_DIR}/moc)
file(CONFIGURE OUTPUT moc @ONLY CONTENT [[#!/bin/sh
for argument; do
    shift
    case $argument in
    -I*) ;;
    *) set -- "$@" "$argument" ;;
    esac
done
exec "@WK_QT_MOC@" "$@"
]])
file(CHMOD ${WK_MOC} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)

# Precompiled headers, made once and shared: one for core, one for what has widgets, and the same two for tests.
function(wk_precompile name header)
    add_library(${name} STATIC ${PROJECT_SOURCE_DIR}/cmake/pch.cpp)
    set_target_properties(${name} PROPERTIES AUTOMOC OFF UNITY_BUILD OFF)
    target_link_libraries(${name} PRIVATE ${ARGN})
    target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/${header})
endfunction()

wk_precompile(wk_pch_core pch_core.h wk_rules Qt6::Core)
if(WATCHKEEPER_FUZZ)
    target_compile_options(wk_pch_core PRIVATE -fsanitize=fuzzer-no-link)
endif()
if(NOT WATCHKEEPER_CORE_ONLY)
    wk_precompile(wk_pch_ui pch_ui.h wk_rules Qt6::Widgets)
    target_compile_options(wk_pch_ui PRIVATE ${WK_WIDGET_OPTIONS})
endif()
if(BUILD_TESTING)
    # Qt Test defines two paths that differ with each target, for QFINDTESTDATA alone; no precompiled header could be
    # shared.
    set_property(TARGET Qt6::Test PROPERTY INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
    wk_precompile(wk_pch_core_test pch_test.h wk_test_rules Qt6::Test Qt6::Network)
    if(NOT WATCHKEEPER_CORE_ONLY)
        wk_precompile(wk_pch_ui_test pch_ui_test.h wk_test_rules Qt6::Test Qt6::Network Qt6::Widgets)
    endif()
endif()

# Whether the folder being read is one of those with widgets.
function(wk_has_widgets result)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    if(path MATCHES "^(ui|app|tests/ui|tests/app|tests/e2e|tests/bench|tests/translations)(/|$)")
        set(${result} TRUE PARENT_SCOPE)
    else()
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()

# wk_library(NAME sources... LINK targets...): a static library of ours.
function(wk_library name)
    cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
    add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
    set_target_properties(${name} PROPERTIES AUTOMOC_EXECUTABLE ${WK_MOC})
    target_link_libraries(${name} PUBLIC wk_rules ${arg_LINK})
    wk_has_widgets(widgets)
    if(WATCHKEEPER_FUZZ AND NOT widgets)
        target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link) # a fuzzer sees what it has reached
    endif()
    if(widgets)
        target_link_libraries(${name} PUBLIC Qt6::Widgets)
        target_compile_options(${name} PRIVATE ${WK_WIDGET_OPTIONS})
        target_precompile_headers(${name} REUSE_FROM wk_pch_ui)
    else()
        target_link_libraries(${name} PUBLIC Qt6::Core)
        target_precompile_headers(${name} REUSE_FROM wk_pch_core)
    endif()
endfunction()

# wk_each_file_alone(NAME): in a release the library's files are compiled one by one. Of many in one unit GCC makes fewer
# calls part of their callers (inline-unit-growth): an event of a watch takes 4 % longer.
function(wk_each_file_alone name)
    if(CMAKE_BUILD_TYPE STREQUAL Release)
        set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
    endif()
endfunction()

# wk_tests(PROGRAM LINK targets... [LABELS ...] TESTS tst_name... [RANDOM tst_name...] [THREADS tst_name...]): the Qt
# Tests of a folder in one program, each run by CTest for itself, under its file's name (tests/support/testregistry.h).
# RANDOM: its randomised cases also run twenty times as long, as tst_name_long with the label slow.
# ASan: to note thirty calls of each allocation and release takes a fifth of some tests' time; ten say whose it is.
# THREADS: which of them start threads, as one that is of the core and is not named here must not; they alone get the label
# threads, and TSan runs.
# TSan: Qt is not instrumented; a child of QProcess only lives until it becomes another program.
set(WK_TEST_ENVIRONMENT QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 ASAN_OPTIONS=malloc_context_size=10
    TSAN_OPTIONS=ignore_noninstrumented_modules=1:die_after_fork=0
    LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/support/lsan.supp)
function(wk_tests program)
    cmake_parse_arguments(arg "" "" "LINK;LABELS;TESTS;RANDOM;THREADS" ${ARGN})
    list(TRANSFORM arg_TESTS APPEND .cpp OUTPUT_VARIABLE sources)
    list(TRANSFORM arg_RANDOM APPEND .cpp OUTPUT_VARIABLE random_sources)
    add_executable(${program} ${PROJECT_SOURCE_DIR}/tests/support/testmain.cpp ${sources} ${random_sources})
    target_link_libraries(${program} PRIVATE wk_threadstarts)
    set_target_properties(${program} PROPERTIES AUTOMOC_EXECUTABLE ${WK_MOC})
    target_link_libraries(${program} PRIVATE wk_test_rules Qt6::Test Qt6::Network ${arg_LINK})
    target_compile_definitions(${program} PRIVATE
        WATCHKEEPER_SOURCE_DIR="${PROJECT_SOURCE_DIR}" WATCHKEEPER_BINARY_DIR="${PROJECT_BINARY_DIR}")
    # Each source includes its own moc file: AUTOMOC has nothing to compile besides.
    set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${program}_autogen/mocs_compilation.cpp
        PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    wk_has_widgets(widgets)
    if(widgets)
        target_link_libraries(${program} PRIVATE Qt6::Widgets)
        target_precompile_headers(${program} REUSE_FROM wk_pch_ui_test)
    else()
        target_precompile_headers(${program} REUSE_FROM wk_pch_core_test)
    endif()
    foreach(path ${arg_TESTS} ${arg_RANDOM})
        get_filename_component(name ${path} NAME)
        add_test(NAME ${name} COMMAND ${program} ${name})
        set(labels ${arg_LABELS})
        set(environment ${WK_TEST_ENVIRONMENT})
        if(name IN_LIST arg_THREADS)
            list(APPEND labels threads)
        elseif(core IN_LIST labels)
            list(APPEND environment WATCHKEEPER_TEST_HAS_ONE_THREAD=1)
        endif()
        set_tests_properties(${name} PROPERTIES LABELS "${labels}" ENVIRONMENT "${environment}")
    endforeach()
    foreach(path ${arg_RANDOM})
        get_filename_component(name ${path} NAME)
        add_test(NAME ${name}_long COMMAND ${program} ${name})
        set_tests_properties(${name}_long PROPERTIES LABELS "${arg_LABELS};slow" TIMEOUT 600
            ENVIRONMENT "${WK_TEST_ENVIRONMENT};WATCHKEEPER_ROUNDS=20")
    endforeach()
endfunction()
