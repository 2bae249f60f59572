// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace tst_layering {

namespace {

struct SourceFile {
    QString path; ///< from the root: "core/informer/backoff.h"
    QStringList lines;
};

QString rootPath()
{
    return QStringLiteral(WATCHKEEPER_SOURCE_DIR);
}

QList<SourceFile> sources(const QStringList &folders)
{
    QList<SourceFile> files;
    for (const QString &folder : folders) {
        QDirIterator it(rootPath() + QStringLiteral("/") + folder, {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
                        QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            QFile file(it.next());
            if (!file.open(QIODevice::ReadOnly))
                continue;
            files.append({it.filePath().mid(rootPath().size() + 1), QString::fromUtf8(file.readAll()).split(u'\n')});
        }
    }
    return files;
}

/// The layer a file belongs to: "core/informer", "ui", "app".
QString layerOf(const QString &path)
{
    const QStringList parts = path.split(u'/');
    return parts[0] == QStringLiteral("core") && parts.size() > 2 ? parts[0] + QStringLiteral("/") + parts[1]
                                                                  : parts[0];
}

/// The folder whose CMakeLists.txt builds a file: "ui/models".
QString libraryOf(const QString &path)
{
    QString folder = path;
    do {
        folder.truncate(folder.lastIndexOf(u'/'));
    } while (folder.contains(u'/') && !QFile::exists(rootPath() + QStringLiteral("/%1/CMakeLists.txt").arg(folder)));
    return folder;
}

/// What each layer may include besides itself: the arrows of ARCHITECTURE.md, followed to their ends.
const QMap<QString, QStringList> &mayInclude()
{
    static const QMap<QString, QStringList> map = [] {
        const QStringList informerAndBelow{QStringLiteral("core/base"),     QStringLiteral("core/json"),
                                           QStringLiteral("core/resource"), QStringLiteral("core/cluster"),
                                           QStringLiteral("core/source"),   QStringLiteral("core/informer")};
        const QStringList historyAndBelow =
            informerAndBelow + QStringList{QStringLiteral("core/query"), QStringLiteral("core/history")};
        const QStringList allOfCore =
            historyAndBelow + QStringList{QStringLiteral("core/recording"), QStringLiteral("core/session"),
                                          QStringLiteral("core/apiserver"), QStringLiteral("core/etcdstorage"),
                                          QStringLiteral("core/demo"),      QStringLiteral("core/replay")};
        QMap<QString, QStringList> m;
        m[QStringLiteral("core/base")] = {};
        m[QStringLiteral("core/json")] = informerAndBelow.mid(0, 1);
        m[QStringLiteral("core/resource")] = informerAndBelow.mid(0, 2);
        m[QStringLiteral("core/query")] = informerAndBelow.mid(0, 3);
        m[QStringLiteral("core/cluster")] = informerAndBelow.mid(0, 3);
        m[QStringLiteral("core/source")] = informerAndBelow.mid(0, 4);
        m[QStringLiteral("core/informer")] = informerAndBelow.mid(0, 5);
        m[QStringLiteral("core/history")] = informerAndBelow + QStringList{QStringLiteral("core/query")};
        m[QStringLiteral("core/recording")] = historyAndBelow;
        m[QStringLiteral("core/session")] = historyAndBelow;
        m[QStringLiteral("core/apiserver")] = informerAndBelow.mid(0, 3);
        m[QStringLiteral("core/etcdstorage")] = informerAndBelow + QStringList{QStringLiteral("core/apiserver")};
        m[QStringLiteral("core/demo")] = allOfCore;
        m[QStringLiteral("core/replay")] =
            historyAndBelow + QStringList{QStringLiteral("core/recording"), QStringLiteral("core/apiserver")};
        m[QStringLiteral("ui")] = allOfCore;
        m[QStringLiteral("app")] = allOfCore + QStringList{QStringLiteral("ui")};
        return m;
    }();
    return map;
}

/// A word that only some folders may use, and why.
struct Ban {
    const char *pattern;
    QStringList folders;
    QStringList allowedIn;
    const char *why;
};

/// Watchkeeper's own server keeps its time by its own loop, the window its frames by Qt's.
Ban timeBan()
{
    return {R"(\bQ(Timer|ElapsedTimer|DeadlineTimer)\b|_clock::now\b|\bcurrentDateTime|\bsleep_(for|until)\b)",
            {QStringLiteral("core")},
            {QStringLiteral("core/base/clock."), QStringLiteral("core/session/clustersession."),
             QStringLiteral("core/apiserver/httpsession.")},
            "all waiting goes through one Clock (C32)"};
}

QList<Ban> bans()
{
    const QStringList all{QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app")};
    return {
        {R"(\bQ(NetworkAccessManager|TcpSocket|SslSocket|UdpSocket|LocalSocket|TcpServer|SslServer|WebSocket)\b)",
         all,
         {QStringLiteral("core/cluster/")},
         "only the transport opens connections (S1)"},
        {R"(\bignoreSslErrors\b|\bVerifyNone\b)",
         all,
         {QStringLiteral("core/cluster/")},
         "certificates are checked in one audited place (S16)"},
        {R"(#include <Q(Widget|Gui|Label|Painter|Application)\b)",
         {QStringLiteral("core")},
         {},
         "core works without a screen"},
        {R"(\bEntryPtr\s+\w+( = nullptr)?;|[<,]\s*EntryPtr\b|\bconst EntryPtr &\w+[,)])",
         {QStringLiteral("ui")},
         {},
         "views keep rows of the history, never entries"},
        {R"(\b(EventLog|HistoryWriter)\b(?!::Bounds))",
         {QStringLiteral("ui")},
         {},
         "the history has one writer, and it is no view"},
        {R"(#include .core/history/)",
         {QStringLiteral("core/session")},
         {QStringLiteral("core/session/sessionworker.")},
         "what is asked of a cluster knows nothing of storage"},
        {R"(#include <boost/)",
         all,
         {QStringLiteral("core/apiserver/"), QStringLiteral("core/cluster/responsereader.cpp")},
         "Boost reads HTTP alone, of the embedded server and of others"},
        {R"(#include <nlohmann/)",
         all,
         {QStringLiteral("core/apiserver/"), QStringLiteral("core/demo/"), QStringLiteral("core/etcdstorage/"),
          QStringLiteral("core/replay/")},
         "mutable JSON serves the embedded server alone"},
        {R"(\b(setHtml|setMarkdown|setOpenExternalLinks)\b)",
         {QStringLiteral("ui"), QStringLiteral("app")},
         {QStringLiteral("ui/window/helpdialog.cpp")},
         "cluster text is plain text (S18); the pages of the help are the program's own"},
        {R"(\bQMessageBox::(information|warning|critical|question|about)\b)",
         {QStringLiteral("ui"), QStringLiteral("app")},
         {QStringLiteral("ui/style/")},
         "a static message box guesses rich text (S18)"},
        {R"(\bQt::(UTC|LocalTime|OffsetFromUTC)\b|\bQT_VERSION\b)",
         all,
         {QStringLiteral("core/base/qtversions.h"), QStringLiteral("ui/style/")},
         "what a newer Qt deprecates goes through one header"},
        {R"(\bdom::element_type\b)",
         all,
         {QStringLiteral("core/json/valuekind.h")},
         "simdjson 4 has one more, so that no switch over it is whole with every version"},
        {R"(\bprocessEvents\b|\bqWait\b|\bQThread::m?sleep\b)", all, {}, "nobody waits in a loop"},
        {R"(\bqApp\b|\binstance\(\)->)", {QStringLiteral("core")}, {}, "no singletons"},
        {R"(\btr\()", {QStringLiteral("core")}, {}, "core never translates"},
    };
}

/// Where a ban is not kept.
QStringList placesOf(const Ban &ban)
{
    const QRegularExpression pattern(QString::fromLatin1(ban.pattern));
    if (!pattern.isValid())
        return {QString::fromLatin1(ban.pattern)};
    QStringList places;
    for (const SourceFile &file : sources(ban.folders)) {
        const bool allowed = std::any_of(ban.allowedIn.begin(), ban.allowedIn.end(),
                                         [&](const QString &folder) { return file.path.startsWith(folder); });
        for (const QString &line : file.lines) {
            if (!allowed && pattern.match(line.section(QStringLiteral("//"), 0, 0)).hasMatch())
                places.append(
                    QStringLiteral("%1: %2 (%3)").arg(file.path, line.trimmed(), QString::fromLatin1(ban.why)));
        }
    }
    return places;
}

} // namespace

/// What the compiler does not check: the arrows between the layers, the budget of a file, and words that belong to one
/// place.
class TestLayering : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void includesGoOneWayDown();
    void filesStayShort();
    void wordsStayInTheirPlace();
    void C32_allWaitingGoesThroughOneClock();
    void everyFileNamesItsLicence();
    void noPathOfOneMachineIsCommitted();
    void noTwoHeadersDefineOneName();
    void noTwoFilesOfALibraryNameOneThing();
};

void TestLayering::includesGoOneWayDown()
{
    static const QRegularExpression include(QStringLiteral("^#include \"((?:app|ui|core|tests)/[^\"]+)\""));
    int seen = 0;
    QStringList wrong;
    for (const SourceFile &file : sources({QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app")})) {
        const QString layer = layerOf(file.path);
        QVERIFY2(mayInclude().contains(layer), qPrintable(QStringLiteral("no arrows are known for ") + layer));
        for (const QString &line : file.lines) {
            const auto match = include.match(line);
            if (!match.hasMatch())
                continue;
            ++seen;
            const QString target = layerOf(match.captured(1));
            if (target != layer && !mayInclude()[layer].contains(target))
                wrong.append(file.path + QStringLiteral(": ") + line);
        }
    }
    QVERIFY(seen > 100);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

/// Two classes of one name in one namespace: the linker takes the functions of either for both, and says nothing.
void TestLayering::noTwoHeadersDefineOneName()
{
    static const QRegularExpression space(QStringLiteral("^namespace (\\S+)"));
    static const QRegularExpression type(QStringLiteral("^(?:class|struct|enum class) ((?:\\w+::)*\\w+)[^;]*$"));
    QMap<QString, QString> homes;
    QStringList wrong;
    for (const SourceFile &file : sources({QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app")})) {
        QString around;
        for (const QString &line : file.path.endsWith(QStringLiteral(".h")) ? file.lines : QStringList()) {
            if (const auto opened = space.match(line); opened.hasMatch())
                around = opened.captured(1);
            const auto match = type.match(line);
            if (!match.hasMatch())
                continue;
            const QString name = around + QStringLiteral("::") + match.captured(1);
            if (homes.contains(name) && homes[name] != file.path)
                wrong.append(name + QStringLiteral(" in ") + homes[name] + QStringLiteral(" and ") + file.path);
            homes[name] = file.path;
        }
    }
    QVERIFY(homes.size() > 300);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

/// The files of a library meet in one unit, and which of them meet differs from preset to preset: a name that two of
/// them have for themselves builds in one and fails in another.
void TestLayering::noTwoFilesOfALibraryNameOneThing()
{
    static const QRegularExpression own(QStringLiteral("^(?:constexpr [^({=;]*?|(?:class|struct|enum class) )\\b(\\w+)"
                                                       "(?:\\[\\w*\\])?(?: final)?(?: : [^;]*| = .*| ?\\{.*)?$"));
    QMap<QString, QString> homes;
    QStringList wrong;
    for (const SourceFile &file : sources({QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app")})) {
        for (const QString &line : file.path.endsWith(QStringLiteral(".cpp")) ? file.lines : QStringList()) {
            const auto match = own.match(line);
            if (!match.hasMatch())
                continue;
            const QString name = libraryOf(file.path) + QStringLiteral(": ") + match.captured(1);
            if (homes.contains(name) && homes[name] != file.path)
                wrong.append(name + QStringLiteral(" in ") + homes[name] + QStringLiteral(" and ") + file.path);
            homes[name] = file.path;
        }
    }
    QVERIFY(homes.size() > 300);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestLayering::filesStayShort()
{
    QStringList wrong;
    for (const SourceFile &file :
         sources({QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app"), QStringLiteral("tests")})) {
        if (file.lines.size() > 401)
            wrong.append(QStringLiteral("%1 has %2 lines").arg(file.path).arg(file.lines.size() - 1));
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestLayering::wordsStayInTheirPlace()
{
    QStringList wrong;
    for (const Ban &ban : bans())
        wrong += placesOf(ban);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestLayering::C32_allWaitingGoesThroughOneClock()
{
    const QStringList wrong = placesOf(timeBan());
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestLayering::everyFileNamesItsLicence()
{
    QStringList wrong;
    for (const SourceFile &file :
         sources({QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app"), QStringLiteral("tests")})) {
        if (file.lines.value(0) != QStringLiteral("// SPDX-License-Identifier: GPL-3.0-or-later"))
            wrong.append(file.path);
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestLayering::noPathOfOneMachineIsCommitted()
{
    static const QRegularExpression path(QStringLiteral("/(home|root|work)/[a-z]"));
    QStringList wrong;
    for (const SourceFile &file : sources({QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app")})) {
        for (const QString &line : file.lines) {
            if (path.match(line).hasMatch())
                wrong.append(file.path + QStringLiteral(": ") + line.trimmed());
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

} // namespace tst_layering

WK_TEST(tst_layering, TestLayering, QCoreApplication)
#include "tst_layering.moc"
