# What a release is built for: it runs where it is built (installer/run.sh), so for what the processor there has. With
# AVX2 and BMI2 (x86-64-v3: Intel since 2013, AMD since 2015) an event of a watch takes 6 % less time. Elsewhere such a
# program says what is the matter, and ends (app/processor.cpp).
if(NOT DEFINED WATCHKEEPER_PROCESSOR AND NOT CMAKE_CROSSCOMPILING)
    include(CheckCXXSourceRuns)
    check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"x86-64-v3\") ? 0 : 1; }" WATCHKEEPER_HAS_V3)
    if(WATCHKEEPER_HAS_V3)
        set(WATCHKEEPER_PROCESSOR x86-64-v3)
    endif()
endif()
set(WATCHKEEPER_PROCESSOR "${WATCHKEEPER_PROCESSOR}" CACHE STRING
    "What a release is built for: x86-64-v3, or empty for any processor")
if(WATCHKEEPER_PROCESSOR)
    string(APPEND CMAKE_CXX_FLAGS_RELEASE " -march=${WATCHKEEPER_PROCESSOR}")
endif()
