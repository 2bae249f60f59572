// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"

#include <QFile>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace tst_translations {

namespace {

struct Message {
    QString context;
    QString source;
    QString comment;
    bool finished = true;
    bool hasText = false;

    QString key() const { return context + QStringLiteral(" | ") + source + QStringLiteral(" | ") + comment; }
};

QString rootPath()
{
    return QStringLiteral(WATCHKEEPER_SOURCE_DIR);
}

void readTranslation(QXmlStreamReader &xml, Message &message)
{
    message.finished = xml.attributes().value(QStringLiteral("type")) != QStringLiteral("unfinished");
    message.hasText = !xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed().isEmpty();
}

Message readMessage(QXmlStreamReader &xml, const QString &context)
{
    Message message;
    message.context = context;
    while (xml.readNextStartElement()) {
        if (xml.name() == QStringLiteral("source"))
            message.source = xml.readElementText();
        else if (xml.name() == QStringLiteral("comment"))
            message.comment = xml.readElementText();
        else if (xml.name() == QStringLiteral("translation"))
            readTranslation(xml, message);
        else
            xml.skipCurrentElement();
    }
    return message;
}

QList<Message> readMessages(const QString &path)
{
    QList<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QStringLiteral("name"))
            context = xml.readElementText();
        else if (xml.name() == QStringLiteral("message"))
            messages.append(readMessage(xml, context));
    }
    return messages;
}

} // namespace

/// Every text of the window is translated: lupdate finds nothing new, and nothing is unfinished.
class TestTranslations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void chineseIsComplete();
};

void TestTranslations::chineseIsComplete()
{
    QTemporaryDir folder;
    const QString fresh = folder.filePath(QStringLiteral("fresh.ts"));
    QProcess lupdate;
    lupdate.setWorkingDirectory(rootPath());
    lupdate.start(QStringLiteral(LUPDATE),
                  {QStringLiteral("-silent"), QStringLiteral("-I"), QStringLiteral("."), QStringLiteral("app"),
                   QStringLiteral("ui"), QStringLiteral("-target-language"), QStringLiteral("zh_CN"),
                   QStringLiteral("-ts"), fresh});
    QVERIFY(lupdate.waitForFinished(60'000));
    QCOMPARE(lupdate.exitCode(), 0);

    QSet<QString> known;
    QStringList wrong;
    for (const Message &message : readMessages(rootPath() + QStringLiteral("/translations/watchkeeper_zh_CN.ts"))) {
        known.insert(message.key());
        if (!message.finished || !message.hasText)
            wrong.append(QStringLiteral("unfinished: ") + message.key());
    }
    const QList<Message> now = readMessages(fresh);
    QVERIFY(now.size() > 200);
    for (const Message &message : now) {
        if (!known.contains(message.key()))
            wrong.append(QStringLiteral("not in the file: ") + message.key());
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

} // namespace tst_translations

WK_TEST(tst_translations, TestTranslations, QCoreApplication)
#include "tst_translations.moc"
