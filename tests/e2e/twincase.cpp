// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/twincase.h"

#include <QDir>
#include <QFile>
#include <QStringEncoder>

#include <algorithm>
#include <set>

namespace wk::twin {

namespace {

/// Of which a row takes the place of another's, instead of adding to it.
const std::set<std::string> Single{"server", "form", "input", "leave", "shows"};
const std::set<std::string> Many{"trust", "user", "cluster", "context", "top", "options", "env"};

/// \n, \t, \r, \\ and \xHH.
QByteArray unescaped(const QByteArray &text)
{
    QByteArray bytes;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char next = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
        if (next == 'x') {
            bytes += QByteArray::fromHex(text.mid(i + 2, 2));
            i += 3;
        } else if (const auto at = QByteArrayView("ntr\\").indexOf(next); next != '\0' && at >= 0) {
            bytes += "\n\t\r\\"[at];
            ++i;
        } else {
            bytes += text[i];
        }
    }
    return bytes;
}

bool readLine(const QByteArray &line, Case &row)
{
    const qsizetype colon = line.indexOf(':');
    const QByteArray key = line.left(colon);
    const QByteArray value = line.mid(colon + 2); // blanks may mean something
    if (colon < 0)
        return false;
    if (key.startsWith("file "))
        row.files[key.mid(5).toStdString()] = unescaped(value);
    else if (key == "differs")
        row.why = value;
    else if (key == "ours")
        row.how = value;
    else if (Single.contains(key.toStdString()) || Many.contains(key.toStdString()))
        row.lines[key.toStdString()].append(value);
    else
        return false;
    return true;
}

void readFile(const QString &path, std::vector<Section> &sections, QByteArrayList &faults)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        faults.append(path.toUtf8());
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().chopped(1);
        if (line.isEmpty() || line.startsWith('#'))
            continue;
        if (line.startsWith('[')) {
            QByteArrayList words = line.mid(1, line.size() - 2).split(' ');
            const bool isMixed = words.removeAll("mixes") > 0;
            const bool isPaired = words.removeAll("pairs") > 0;
            sections.push_back({words.join(' '), isPaired, isMixed});
        } else if (!line.startsWith("  ") && !sections.empty()) {
            sections.back().rows.push_back({line, {}, {}, {}, {}});
        } else if (sections.empty() || sections.back().rows.empty() ||
                   !readLine(line.mid(2), sections.back().rows.back())) {
            faults.append(path.toUtf8() + ": " + line);
        }
    }
}

/// Both in one. Of what there can be only one of, the second's.
Case together(const Case &first, const Case &second)
{
    Case both = first;
    both.name = first.name + " + " + second.name;
    for (const auto &[key, lines] : second.lines) {
        if (Single.contains(key))
            both.lines[key] = lines;
        else
            both.lines[key] += lines;
    }
    for (const auto &[name, content] : second.files)
        both.files[name] = content;
    return both;
}

/// Whether both say where one certificate or key is, which kubectl takes only once.
bool sayTheSame(const Case &first, const Case &second)
{
    for (const char *key : {"user", "trust"}) {
        std::set<QByteArray> fields;
        for (const QByteArray &line : first.all(key))
            fields.insert(line.left(line.indexOf(':')).replace("-data", ""));
        for (const QByteArray &line : second.all(key)) {
            const QByteArray field = line.left(line.indexOf(':')).replace("-data", "");
            if (fields.contains(field) && (field.startsWith("client-") || field.startsWith("certificate-")))
                return true;
        }
    }
    return false;
}

QByteArray block(const char *indent, const QByteArrayList &lines)
{
    QByteArray text;
    for (const QByteArray &line : lines)
        text += indent + line + '\n';
    return text;
}

void addPairs(const Section &section, const std::map<QByteArray, Case> &notes, std::vector<Case> &cases)
{
    for (std::size_t i = 0; i < section.rows.size(); ++i) {
        for (std::size_t j = i + 1; j < section.rows.size() && !section.rows[i].name.contains(" + "); ++j) {
            if (section.rows[j].name.contains(" + "))
                continue;
            Case pair = together(section.rows[i], section.rows[j]);
            const auto note = notes.find(pair.name);
            pair.why = note == notes.end() ? QByteArray() : note->second.why;
            pair.how = note == notes.end() ? QByteArray() : note->second.how;
            pair.name.prepend(section.name + ": ");
            cases.push_back(pair);
        }
    }
}

} // namespace

QByteArray Case::one(const char *key, const char *usual) const
{
    const auto found = lines.find(key);
    return found == lines.end() ? QByteArray(usual) : found->second.constLast();
}

QByteArrayList Case::all(const char *key, const QByteArrayList &usual) const
{
    const auto found = lines.find(key);
    if (found == lines.end())
        return usual;
    QByteArrayList known = found->second;
    known.removeAll("-");
    return known;
}

QByteArray Case::kubeconfig() const
{
    const QByteArray server = one("server", "{https}");
    QByteArrayList trust{"certificate-authority-data: {64:ca.crt}"};
    if (server.startsWith("{http}") || server.startsWith("{http6}") || server.startsWith("http:"))
        trust.clear(); // which nobody needs there
    const QByteArray user = block("    ", all("user", {"token: its-token"}));
    return "apiVersion: v1\nkind: Config\n" + block("", all("top", {"current-context: it"})) +
           "clusters:\n- name: main\n  cluster:\n    server: " + server + '\n' + block("    ", all("trust", trust)) +
           block("    ", all("cluster")) + "contexts:\n- name: it\n  context:\n    cluster: main\n    user: bob\n" +
           block("    ", all("context")) + "users:\n- name: bob\n  user:" + (user.isEmpty() ? " {}" : "") + '\n' + user;
}

std::vector<Section> readSections(const QString &folder, QByteArrayList &faults)
{
    std::vector<Section> sections;
    const QDir dir(folder);
    for (const QString &name : dir.entryList({QStringLiteral("*.txt")}))
        readFile(dir.filePath(name), sections, faults);
    return sections;
}

std::vector<Case> systematicCases(const std::vector<Section> &sections)
{
    std::vector<Case> cases;
    for (const Section &section : sections) {
        std::map<QByteArray, Case> notes;
        for (const Case &row : section.rows) {
            if (section.isPaired && row.name.contains(" + ")) {
                notes[row.name] = row;
                continue;
            }
            cases.push_back(row);
            cases.back().name.prepend(section.name + ": ");
        }
        if (section.isPaired)
            addPairs(section, notes, cases);
    }
    return cases;
}

Case randomCase(const std::vector<Section> &sections, std::mt19937_64 &random, int number)
{
    std::vector<const Section *> mixed;
    for (const Section &section : sections) {
        if (section.isMixed)
            mixed.push_back(&section);
    }
    std::shuffle(mixed.begin(), mixed.end(), random);
    mixed.resize(2 + random() % 3);
    Case mix;
    for (const Section *section : mixed) {
        const Case &row = section->rows[random() % section->rows.size()];
        if (!row.why.isEmpty() || sayTheSame(mix, row))
            continue;
        mix = mix.name.isEmpty() ? row : together(mix, row);
    }
    mix.name.prepend("random " + QByteArray::number(number) + ": ");
    return mix;
}

QByteArray inForm(const QByteArray &form, QByteArray text)
{
    const auto encoded = [&text](QStringConverter::Encoding encoding, const char *mark) -> QByteArray {
        QStringEncoder encoder(encoding, QStringConverter::Flag::Stateless);
        return QByteArray::fromHex(mark) + QByteArray(encoder(QString::fromUtf8(text)));
    };
    if (form == "bom")
        return "\xef\xbb\xbf" + text;
    if (form == "utf16le")
        return encoded(QStringConverter::Utf16LE, "fffe");
    if (form == "utf16be")
        return encoded(QStringConverter::Utf16BE, "feff");
    if (form == "utf16")
        return encoded(QStringConverter::Utf16LE, "");
    if (form == "crlf")
        return text.replace('\n', "\r\n");
    if (form == "dashes")
        return "---\n" + text;
    if (form == "second")
        return text + "---\ncurrent-context: gone\n";
    if (form == "dots")
        return text + "...\n";
    if (form == "comments")
        return "# one\n" + text.replace("\n", " # two: {\n");
    if (form == "chopped")
        return text.chopped(1);
    if (form == "blanks")
        return "\n" + text.replace("\n", "  \n\n");
    if (form == "tabs")
        return text.replace(": ", ":\t");
    if (form == "directive")
        return "%YAML 1.1\n---\n" + text;
    if (form == "zero")
        return text + '\0';
    return text;
}

} // namespace wk::twin
