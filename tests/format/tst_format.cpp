// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/history/historyteller.h"
#include "tests/core/history/journal/journalrig.h"
#include "tests/core/history/journaledlog.h"
#include "tests/support/fixtures.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/testregistry.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace tst_format {

using namespace wk;
using namespace wk::test;

namespace {

constexpr int ReadWithinMs = 60'000;
constexpr int NothingToReadWith = 77;

/// A program that keeps a history of a cluster.
struct Program {
    Program(const JournalRoot &root, int seconds)
        : files(filesOf(claimSet(root, staging(), journalTime(seconds), std::uint32_t(seconds)).value(), staging().id))
        , kept({}, files, 0, 4 * EventLog::ChunkRows)
    {}

    const HistoryFiles files; ///< with the lock
    JournaledLog kept;
};

/// A row as the reader prints it.
QByteArray lineOf(const HistorySnapshot &history, RowId row)
{
    const ObjectPtr object = history.object(row);
    const bool hasBody = !history.revision(row).isNull();
    QByteArrayList words{QByteArray::number(qulonglong(row)),
                         QByteArray::number(qlonglong(history.time(row).time_since_epoch().count())),
                         history.typeName(row), className(history.origin(row))};
    for (const std::string &text :
         {std::string(history.kind(row)), std::string(history.ns(row)), std::string(history.name(row)),
          history.version(row), hasBody ? history.json(*object) : std::string()})
        words.append(QByteArray::fromStdString(text));
    return words.join('\t');
}

/// What the reader says of a set.
QByteArrayList read(const Program &program, QByteArray &errors)
{
    QProcess reader;
    reader.start(QStringLiteral(WATCHKEEPER_PYTHON),
                 {QStringLiteral("-B"), QStringLiteral(WATCHKEEPER_SOURCE_DIR "/tests/format/readhistory.py"),
                  QString::fromStdString(program.files.folder), QString::fromStdString(program.files.set)});
    const bool isDone = reader.waitForFinished(ReadWithinMs) && reader.exitStatus() == QProcess::NormalExit;
    errors = reader.readAllStandardError();
    if (!isDone || (reader.exitCode() != 0 && reader.exitCode() != NothingToReadWith))
        errors += "the reader has failed";
    if (reader.exitCode() == NothingToReadWith)
        return {};
    QByteArrayList lines = reader.readAllStandardOutput().split('\n');
    lines.removeLast();
    return lines;
}

/// The first row that is read otherwise.
QByteArray difference(Program &program)
{
    QByteArray errors;
    const QByteArrayList lines = read(program, errors);
    if (!errors.isEmpty())
        return errors;
    const HistoryPtr history = program.kept.log.snapshot();
    RowId row = history->begin();
    for (const QByteArray &line : lines) {
        if (row == history->end())
            return "there are more rows than there were: " + line;
        if (const QByteArray told = lineOf(*history, row++); line != told)
            return "read " + line.left(400) + "\ntold " + told.left(400);
    }
    return row == history->end() ? QByteArray() : "rows are missing from " + lineOf(*history, row).left(200) + " on";
}

/// What a fleet of pods does, with lines as an API server writes them.
class PodTeller
{
public:
    explicit PodTeller(std::uint64_t seed)
        : m_fleet({.seed = seed, .pods = 300})
    {}

    template <class Log>
    void list(Log &log)
    {
        log.setWatch(Watch, scope("Pod"));
        std::vector<ObjectPtr> objects;
        for (std::uint32_t pod = 0; pod < m_fleet.size(); ++pod) {
            const std::string text(m_fleet.object(pod));
            objects.push_back(m_pods.emplace_back(made(pod, text, text)));
        }
        log.append(listEntry(Watch, std::move(objects)));
    }
    template <class Log>
    void tell(Log &log)
    {
        constexpr EntryType Types[] = {EntryType::Added, EntryType::Modified, EntryType::Deleted};
        const PodEvent event = m_fleet.next();
        const std::string line(m_fleet.line(event));
        const std::size_t at = line.find("\"object\":") + 9;
        ObjectPtr object = made(event.pod, line, std::string_view(line).substr(at, line.size() - at - 1));
        auto told = entry(Watch, Types[std::size_t(event.type)], object);
        told->previous = std::exchange(m_pods[event.pod], object);
        log.append(told);
    }

private:
    static constexpr WatchId Watch = 7;

    ObjectPtr made(std::uint32_t pod, std::string_view line, std::string_view json)
    {
        auto object = test::object(m_fleet.ns(pod), m_fleet.name(pod), std::to_string(m_fleet.version()));
        object->body = m_writer->keep({.uid = object->uid, .line = line, .object = json});
        return object;
    }

    PodFleet m_fleet;
    RevisionBodies m_bodies;
    std::unique_ptr<BodyWriter> m_writer = m_bodies.writer({"", "v1", "pods"});
    std::vector<ObjectPtr> m_pods;
};

} // namespace

class TestFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatWasToldIsReadByThePage();
    void whatAnotherProgramGoesOnWithIsRead();
    void aSetIsReadBehindWhatWasBeforeIt();
    void bodiesOfPodsAreReadAsTheyCame();
    void damageLosesWhatHangsOnIt();

private:
    std::unique_ptr<QTemporaryDir> m_directory;
    std::optional<JournalRoot> m_root;
};

void TestFormat::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_root = JournalRoot::open(m_directory->filePath(QStringLiteral("history")).toStdString()).value();
}

void TestFormat::whatWasToldIsReadByThePage()
{
    HistoryTeller teller(seed());
    for (int round = 0, end = rounds(2); round < end; ++round) {
        init();
        Program program(*m_root, round);
        for (std::size_t times = 1 + teller.below(6); times > 0; --times) {
            for (std::size_t i = teller.below(3000); i > 0; --i)
                teller.tell(program.kept.log);
            program.kept.write();
            program.kept.sync();
        }
        QCOMPARE(difference(program), QByteArray());
    }
}

void TestFormat::whatAnotherProgramGoesOnWithIsRead()
{
    HistoryTeller teller(seed());
    std::string set;
    for (int run = 0; run < 4; ++run) {
        Program program(*m_root, run);
        QVERIFY(set.empty() || set == program.files.set);
        set = program.files.set;
        for (std::size_t i = 500 + teller.below(4000); i > 0; --i)
            teller.tell(program.kept.log);
        program.kept.write();
        QCOMPARE(difference(program), QByteArray());
    }
}

void TestFormat::aSetIsReadBehindWhatWasBeforeIt()
{
    HistoryTeller teller(seed());
    Program first(*m_root, 0);
    for (int i = 0; i < 3000; ++i)
        teller.tell(first.kept.log);
    first.kept.write();
    Program second(*m_root, 1);
    QVERIFY(second.files.set != first.files.set);
    HistoryTeller other(seed() + 1);
    for (int i = 0; i < 3000; ++i) {
        teller.tell(first.kept.log);
        other.tell(second.kept.log);
    }
    first.kept.write();
    second.kept.write();
    QCOMPARE(difference(first), QByteArray());
    QCOMPARE(difference(second), QByteArray());
}

void TestFormat::bodiesOfPodsAreReadAsTheyCame()
{
    PodTeller teller(seed());
    Program program(*m_root, 0);
    teller.list(program.kept.log);
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 1500; ++i)
            teller.tell(program.kept.log);
        program.kept.write();
    }
    QCOMPARE(difference(program), QByteArray());
}

void TestFormat::damageLosesWhatHangsOnIt()
{
    HistoryTeller teller(seed());
    Program program(*m_root, 0);
    for (int i = 0; i < 9000; ++i)
        teller.tell(program.kept.log);
    program.kept.write();
    const QString path = QString::fromStdString(program.files.folder + '/' + program.files.set + ".000001.wklog");
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(file.size() / 2);
    const char byte = char(file.read(1).at(0) ^ 1);
    file.seek(file.size() / 2);
    QVERIFY(file.write(&byte, 1) == 1);
    file.close();
    QByteArray errors;
    const QByteArrayList lines = read(program, errors);
    QVERIFY(errors.startsWith(QFile::encodeName(path)));
    const HistoryPtr history = program.kept.log.snapshot();
    QVERIFY(!lines.isEmpty() && lines.size() <= qsizetype(history->size()));
    QCOMPARE(lines.last(), lineOf(*history, history->end() - 1));
}

} // namespace tst_format

WK_TEST(tst_format, TestFormat, QCoreApplication)
#include "tst_format.moc"
