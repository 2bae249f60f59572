// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

/// PROGRAM FOLDER: each file of the corpus, and each beginning of it, once. Fails when there is none: a corpus that
/// went missing proves nothing.
int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    int files = 0;
    long tries = 0;
    for (const auto &entry : std::filesystem::directory_iterator(argv[1])) {
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        const std::size_t step = std::max<std::size_t>(1, bytes.size() / 200);
        for (std::size_t size = 0; size < bytes.size(); size += step, ++tries)
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(bytes.data()), size);
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size());
        ++tries;
        ++files;
    }
    std::printf("%d files, %ld tries\n", files, tries);
    return files == 0;
}
