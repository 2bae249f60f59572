// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <map>
#include <random>
#include <string>
#include <vector>

/// Kubeconfigs, and how two programs are to read them: made of the rows of tests/e2e/kubeconfig, whose first file says
/// what each line of a row means.
namespace wk::twin {

/// What is not given is usual.
struct Case {
    QByteArray name;
    std::map<std::string, QByteArrayList> lines; ///< by what they are of: "server", "trust", "user", "options", …
    std::map<std::string, QByteArray> files;     ///< besides the kubeconfig, or with "config" in its place
    QByteArray why;                              ///< why ours differs; empty: it does not
    QByteArray how;                              ///< "refuses", "opens" or "otherwise"

    QByteArray one(const char *key, const char *usual = "") const;
    /// All of them; none for "-".
    QByteArrayList all(const char *key, const QByteArrayList &usual = {}) const;
    /// The kubeconfig, with its placeholders.
    QByteArray kubeconfig() const;
};

/// The rows of a section. Of "pairs" each two of them are also a case, of "mixes" the random ones take a row.
struct Section {
    QByteArray name;
    bool isPaired = false;
    bool isMixed = false;
    std::vector<Case> rows{};
};

/// All of a folder's *.txt, in the order of their names. Whatever cannot be read is named in `faults`.
std::vector<Section> readSections(const QString &folder, QByteArrayList &faults);
/// Each row, and each pair.
std::vector<Case> systematicCases(const std::vector<Section> &sections);
/// Made of a row of each of a few sections, of those that do not differ.
Case randomCase(const std::vector<Section> &sections, std::mt19937_64 &random, int number);

/// The bytes with what `form` names done to them.
QByteArray inForm(const QByteArray &form, QByteArray text);

} // namespace wk::twin
