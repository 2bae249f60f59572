// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/yamlbytes.h"

#include "core/base/limits.h"

#include <QString>
#include <QStringDecoder>

#include <simdjson.h>

#include <algorithm>

namespace wk {

namespace {

YamlBytes noText(std::string fault, int line = 1)
{
    return {{}, std::move(fault), line};
}

int lineAt(std::string_view bytes, std::size_t offset)
{
    return 1 + int(std::count(bytes.begin(), bytes.begin() + std::ptrdiff_t(offset), '\n'));
}

bool isControl(char c)
{
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
}

/// Every other byte of ASCII text is 0.
bool isUtf16WithoutMark(std::string_view bytes)
{
    return bytes.size() >= 4 &&
           ((!bytes[0] && bytes[1] && !bytes[2]) || (bytes[0] && !bytes[1] && bytes[2] && !bytes[3]));
}

YamlBytes fromUtf16(std::string_view bytes, QStringConverter::Encoding encoding)
{
    QStringDecoder decoder(encoding);
    const QString text = decoder(QByteArrayView(bytes.data(), qsizetype(bytes.size())).sliced(2));
    if (decoder.hasError() || bytes.size() % 2 != 0 || !text.isValidUtf16())
        return noText("The file begins as UTF-16 and is cut or damaged. Save it as UTF-8.");
    return {text.toStdString()};
}

} // namespace

YamlBytes yamlBytes(std::string_view bytes)
{
    if (bytes.size() > limits::KubeconfigBytes)
        return noText("The file is larger than " + std::to_string(limits::KubeconfigBytes / limits::MiB) + " MiB.");
    YamlBytes read{std::string(bytes)};
    if (bytes.starts_with("\xff\xfe"))
        read = fromUtf16(bytes, QStringConverter::Utf16LE);
    else if (bytes.starts_with("\xfe\xff"))
        read = fromUtf16(bytes, QStringConverter::Utf16BE);
    else if (isUtf16WithoutMark(bytes))
        return noText(
            "The file is UTF-16 without a byte order mark, which nobody can tell for sure. Save it as UTF-8.");
    if (!read.fault.empty())
        return read;
    const auto control = std::find_if(read.text.begin(), read.text.end(), isControl);
    if (control != read.text.end())
        return noText("The file holds control characters, so it is no text. Is this the right file?",
                      lineAt(read.text, std::size_t(control - read.text.begin())));
    if (!simdjson::validate_utf8(read.text.data(), read.text.size()))
        return noText("The file is not UTF-8 text. Save it as UTF-8.");
    return read;
}

int lineIndentedWithTab(std::string_view text, int lastLine)
{
    int line = 1;
    for (std::size_t begin = 0; begin < text.size() && line <= lastLine; ++line) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::size_t word = std::min(text.find_first_not_of(" \t", begin), end);
        if (text.substr(begin, word - begin).find('\t') != std::string_view::npos)
            return line;
        begin = end + 1;
    }
    return 0;
}

} // namespace wk
