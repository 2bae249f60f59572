// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QList>
#include <QString>
#include <QStringList>

/// What is asked of kubectl and of us, read from a text (tests/e2e/kubectl/gets.txt).
namespace wk::kubectlrows {

/// Where ours differs from kubectl's, and how: regular expressions of the whole, in which <kubectl> is what kubectl
/// wrote. A null one: it is equal.
struct Difference {
    QString why; ///< empty: there is none
    QString out;
    QString err;
    int code = -1; ///< -1: it is equal
};

struct Row {
    QStringList clusters; ///< "demo", or the name of a kubeconfig of the real control plane
    QString line;         ///< what follows "get", as a shell reads it
    Difference difference;
};

/// The words of a line as a shell splits it: at blanks, but for what stands between quotes.
inline QStringList shellWords(const QString &line)
{
    QStringList words;
    QChar quote;
    bool isInWord = false;
    for (const QChar letter : line) {
        const bool isQuote = quote.isNull() ? letter == u'\'' || letter == u'"' : letter == quote;
        const bool isBetween = quote.isNull() && letter == u' ';
        if (!isBetween && !isInWord)
            words.append(QString());
        isInWord = !isBetween;
        if (isQuote)
            quote = quote.isNull() ? letter : QChar();
        else if (!isBetween)
            words.last() += letter;
    }
    return words;
}

/// False for a line that is none of a difference's.
inline bool readDifference(const QString &line, Difference &difference)
{
    const QString key = line.section(u':', 0, 0);
    const QString value = QStringLiteral("") + line.section(u':', 1).trimmed(); // never null
    if (key == QStringLiteral("differs"))
        difference.why = value;
    else if (key == QStringLiteral("out"))
        difference.out = value;
    else if (key == QStringLiteral("err"))
        difference.err = value;
    else if (key == QStringLiteral("code"))
        difference.code = value.toInt();
    else
        return false;
    return true;
}

/// The rows of a file, in its order. Whatever cannot be read is named in `faults`.
inline QList<Row> readRows(const QString &path, QStringList &faults)
{
    QList<Row> rows;
    QStringList clusters;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        faults.append(path);
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine()).chopped(1);
        if (line.isEmpty() || line.startsWith(u'#'))
            continue;
        if (line.startsWith(u'['))
            clusters = line.mid(1, line.indexOf(u']') - 1).split(u' ');
        else if (!line.startsWith(u' '))
            rows.append({clusters, line, {}});
        else if (rows.isEmpty() || !readDifference(line.trimmed(), rows.last().difference))
            faults.append(path + QStringLiteral(": ") + line);
    }
    return rows;
}

} // namespace wk::kubectlrows
