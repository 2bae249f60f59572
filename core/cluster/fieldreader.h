// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/yamltree.h"

#include <QByteArray>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Reads the fields of one map of a kubeconfig, typed as kubectl types them, and keeps the first thing that is wrong
/// with its place: "file:line: users[admin].user.client-key". After a failure everything reads as empty: read all, then
/// ask error() once. Any thread; the node must outlive the reader.
class FieldReader
{
public:
    /// `node` may be null or a YAML null: nothing is set then. Anything but a map is the first failure.
    FieldReader(const YamlNode *node, std::string file, std::string path);

    bool has(std::string_view key) const;
    std::string text(std::string_view key);
    bool flag(std::string_view key);
    /// Decoded from base64, by Go's rules: padded, line breaks ignored.
    QByteArray base64(std::string_view key);
    std::vector<std::string> texts(std::string_view key);
    /// A map or null, to be read by a reader of its own at pathOf(key).
    const YamlNode *node(std::string_view key) const;
    /// The keys that are set, in their order.
    std::vector<std::string> keys() const;
    /// A list's items; none when it is not set.
    std::vector<const YamlNode *> list(std::string_view key);

    std::string pathOf(std::string_view key) const;
    std::string place(std::string_view key) const;
    /// Keeps the failure if it is the first.
    void fail(std::string_view key, std::string text, ErrorKind kind = ErrorKind::ConfigBroken);
    void fail(Error error);
    const std::optional<Error> &error() const { return m_error; }
    const std::string &file() const { return m_file; }

private:
    std::string scalarText(const YamlNode &value, std::string_view key);

    const YamlNode *m_node;
    std::string m_file;
    std::string m_path;
    std::optional<Error> m_error;
};

/// "file:line: path".
std::string configPlace(const std::string &file, int line, std::string_view path);

} // namespace wk
