// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>

/// Every bound on what strangers can make us hold or wait for, in one place.
namespace wk::limits {

constexpr std::size_t KiB = 1024;
constexpr std::size_t MiB = 1024 * KiB;

// Wire. Sources: client-go's frame limit (apimachinery streaming.go); list pages are asked for by 500.
constexpr std::size_t FrameBytes = 16 * MiB;     ///< one watch event
constexpr std::size_t ListPageBytes = 256 * MiB; ///< one list page, inflated
constexpr std::size_t DocumentBytes = 32 * MiB;  ///< any other answer: discovery, version
constexpr int ListPageItems = 500;
constexpr int ListPages = 10'000;
constexpr int JsonDepth = 1024;
constexpr std::size_t ProtoValues = 200'000;    ///< that a protobuf body says: two bytes can be an object of twenty
constexpr std::size_t PrintedBytes = 128 * MiB; ///< an object written out for people: indentation multiplies
constexpr std::size_t ListBytes =
    4096 * MiB - 1; ///< … a list of them, which is in memory already: all that simdjson reads

// JSONPath, and templates of it.
constexpr std::size_t PathBytes = 64 * KiB;
constexpr int PathDepth = 32;
constexpr std::size_t PathValues = 50'000'000;    ///< that all its steps lead to
constexpr std::size_t TemplateBytes = 1024 * MiB; ///< that a template prints

// Two texts that are compared line by line, each.
constexpr std::size_t DiffLines = 20'000;
constexpr std::size_t DiffBytes = 8 * MiB;

// kubeconfig and what it names.
constexpr std::size_t KubeconfigBytes = 4 * MiB;
constexpr int KubeconfigFolderFiles = 200;              ///< that are looked at in a folder of kubeconfigs
constexpr std::size_t KubeconfigFolderBytes = 16 * MiB; ///< … of all of them
constexpr std::chrono::seconds KubeconfigPipeTime{60};  ///< until a pipe has said all of a kubeconfig
constexpr int YamlDepth = 64;
constexpr int YamlNodes = 200'000;
constexpr std::size_t CredentialFileBytes = 1 * MiB;
constexpr std::size_t JwtBytes = 64 * KiB; ///< a token that is looked into
constexpr std::size_t ExecOutputBytes = 1 * MiB;
constexpr std::size_t ExecWordsBytes = 64 * KiB; ///< of a plugin's standard error, that are passed on
constexpr std::chrono::seconds ExecTime{60};     ///< of a plugin that says nothing
constexpr std::chrono::seconds LoginShellTime{5};
constexpr std::chrono::seconds ExecPersonTime{300}; ///< … from its first word on: somebody may have to do something

// Waiting. Sources: list-watch-contract.md C19–C22.
constexpr std::chrono::seconds HeadTime{30};     ///< until an answer's first byte
constexpr std::chrono::seconds HeadReadTime{10}; ///< from there to the end of its head
constexpr std::chrono::seconds RetryAfterCap{300};
constexpr std::chrono::seconds ConnectTime{10};

// What a file says that its packed texts become: as many times as long, or as much at least.
constexpr std::size_t InflationTimes = 200;
constexpr std::size_t InflationBytes = 64 * KiB;

// Text on its way to a screen.
constexpr std::size_t CellChars = 512;
constexpr std::size_t LineChars = 4096;

// Between the threads: what a mailbox holds before it is replaced by one letter "resync".
constexpr std::size_t MailboxEntries = 200'000;
constexpr std::size_t MailboxBytes = 256 * MiB; ///< of changed objects; those of a list are the store's

} // namespace wk::limits
