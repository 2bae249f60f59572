// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace wk {

/// What a line of a CodeDocument is; decides its background, its sign and its ink.
enum class LineKind : quint8 { Plain, Added, Removed, Heading };

/// How the text of a document is coloured.
enum class CodeLanguage : quint8 { Plain, Yaml, Json };

/// What stands left of the text.
enum class CodeGutter : quint8 { None, Numbers, Blame };

/// A part of a line, in UTF-16 units.
struct CodeSpan {
    int start = 0;
    int length = 0;

    bool operator==(const CodeSpan &) const = default;
};

/// One line, fit for a screen: displaySafe() and cut to limits::LineChars by whoever built the document.
struct CodeLine {
    QString text;
    LineKind kind = LineKind::Plain;
    bool literal = false;        ///< inside a YAML block scalar: one string, whatever it looks like
    bool gutterStrong = false;   ///< the gutter's text is a name, not a time
    bool gutterGoesOn = false;   ///< within the run of lines that the name above stands for
    int number = 0;              ///< shown with CodeGutter::Numbers; 0: none
    QString gutter;              ///< shown with CodeGutter::Blame
    QString gutterEnd;           ///< at the gutter's right: a time for which no further line is left
    std::string writer;          ///< whom the gutter names first, as managedFields does; empty: nobody
    QString hint;                ///< tool tip; plain text
    qsizetype cut = 0;           ///< characters that were left out at the end
    std::vector<CodeSpan> marks; ///< words that changed
};

/// Lines that can be hidden behind the line before them.
struct CodeFold {
    int header = 0;         ///< the line that stays
    int count = 0;          ///< how many lines after it go
    bool closed = false;    ///< at first
    bool unchanged = false; ///< of a diff: the header is a Heading that says so

    bool operator==(const CodeFold &) const = default;
};

/// A text to be looked at: YAML, a diff, a watch line. A value, built in any thread and immutable from then
/// on; bounded by CodeLinesMax and CodeCharsMax, so that laying it out costs the gui thread nothing that
/// grows with what a cluster sent.
struct CodeDocument {
    CodeLanguage language = CodeLanguage::Plain;
    CodeGutter gutter = CodeGutter::None;
    std::vector<CodeLine> lines;
    std::vector<CodeFold> folds; ///< by header, ascending; nested or apart, never overlapping
    int linesLeftOut = 0;        ///< past the bounds; the view says so below the last line
};
using CodeDocumentPtr = std::shared_ptr<const CodeDocument>;

/// Bounds of one document. A pod is 300 lines; a 1 MiB ConfigMap at most 20,000. Past that nobody reads,
/// people export.
constexpr int CodeLinesMax = 50'000;
constexpr qsizetype CodeCharsMax = 4 * 1024 * 1024;

/// Which lines are on show, given which folds are closed. Gui thread; rows are what is seen, lines what the
/// document holds.
class CodeRows
{
public:
    void reset(CodeDocumentPtr document);
    /// A newer state of the same text: folds that are in both stay as the user left them.
    void update(CodeDocumentPtr document);

    int count() const { return int(m_rows.size()); }
    int lineAt(int row) const { return m_rows[std::size_t(row)]; }
    /// The row that shows the line, or that of the fold it is hidden behind.
    int rowOf(int line) const;

    /// Index into the document's folds of the one whose header the line is; -1 when none.
    int foldAt(int line) const;
    bool isClosed(int fold) const { return m_closed[std::size_t(fold)]; }
    void setClosed(int fold, bool closed);
    /// Opens every fold that hides the line. True when there was one.
    bool reveal(int line);

private:
    void rebuild();

    CodeDocumentPtr m_document;
    std::vector<bool> m_closed;
    std::vector<int> m_rows;
};

/// The line of a blamed document whose gutter names the writers of a line: of a run of lines that say so, or of equal
/// hints, the first. The line itself where nobody is named.
int namingLine(const CodeDocument &document, int line);

/// Folds by indentation: a line whose followers stand deeper can hide them. For YAML and printed JSON.
std::vector<CodeFold> indentationFolds(const std::vector<CodeLine> &lines);

} // namespace wk
