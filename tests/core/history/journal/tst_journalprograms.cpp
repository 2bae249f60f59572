// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/history/journal/writingprogram.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>
#include <set>

#include <sys/stat.h>

namespace tst_journalprograms {

using namespace wk;
using test::TestProcess;
using test::WritingProgram;

namespace {

/// A file of the one cluster's folder, as the disk has it.
struct Lying {
    JournalFileName name;
    std::string path;
    std::uint64_t bytes = 0;
    double written = 0;
};

std::vector<Lying> lyingIn(const std::string &folder)
{
    std::vector<Lying> all;
    for (const auto &[text, bytes] : test::sizesIn(folder)) {
        const auto name = JournalFileName::parse(text);
        struct stat status = {};
        if (name && ::lstat((folder + '/' + text).c_str(), &status) == 0)
            all.push_back({*name, folder + '/' + text, bytes,
                           double(status.st_mtim.tv_sec) + double(status.st_mtim.tv_nsec) / 1e9});
    }
    return all;
}

bool isPiece(const Lying &file)
{
    return file.name.kind == JournalFileName::Kind::Segment || file.name.kind == JournalFileName::Kind::Tail;
}

using PieceId = std::pair<JournalSetName, std::uint32_t>;

/// A number that a set's reader knows of, and the piece in which that one finds it.
struct Known {
    std::uint32_t number = 0;
    PieceId piece;
};

struct Program {
    std::unique_ptr<TestProcess> process;
    std::optional<JournalSetName> set{};
    std::uint32_t next = 1;
    bool hasTail = false; ///< something in it
    bool isNamed = false; ///< … and it is a segment already
};

/// Programs that come, write, bound and are killed, and what the folder must have of it by the words of the headers.
class Programs
{
public:
    explicit Programs(std::uint64_t seed)
        : m_random(seed)
    {}

    QString step()
    {
        m_seconds += 10;
        const auto what = below(100);
        if (m_programs.empty() || (what < 8 && m_programs.size() < 4))
            return begin();
        Program &program = m_programs[below(m_programs.size())];
        if (what < 55)
            return write(program);
        if (what < 75)
            return seal(program);
        if (what < 85)
            return bound(program);
        return what < 93 ? kill(program) : QString();
    }
    int claims() const { return m_claims; }
    int goneOn() const { return m_goneOn; }
    int dropped() const { return m_dropped; }

private:
    std::uint32_t below(std::size_t end) { return std::uint32_t(m_random() % end); }
    std::string at() const { return std::to_string(m_seconds); }
    bool isAliveHere(const JournalSetName &set) const
    {
        return std::ranges::any_of(m_programs, [&](const Program &one) { return one.set == set; });
    }

    /// Which set a program goes on from that begins now.
    std::optional<JournalSetName> baseNow() const
    {
        std::optional<JournalSetName> base;
        std::pair<bool, double> when;
        const double now = double(test::journalTime(m_seconds).time_since_epoch().count()) / 1e6;
        std::map<JournalSetName, std::pair<double, bool>> ends;
        for (const Lying &file : lyingIn(m_rig.folder())) {
            if (isPiece(file)) {
                auto &[end, hasOwn] = ends[file.name.set];
                end = std::max(end, std::min(now, file.written));
                hasOwn = hasOwn || file.name.number > 0;
            }
        }
        for (const auto &[set, end] : ends) {
            const std::pair rank(isAliveHere(set), end.first);
            if (end.second && (!base || rank >= when)) {
                base = set;
                when = rank;
            }
        }
        return base;
    }

    /// Whether each set on the way from one to another before it is there still: of some all is in a later one.
    template <class Sets>
    bool leadsTo(JournalSetName from, const JournalSetName &to, const Sets &sets) const
    {
        while (from != to) {
            const auto base = m_bases.find(from);
            if (base == m_bases.end() || !sets.contains(base->second))
                return false;
            from = base->second;
        }
        return true;
    }

    /// What is there still of what a set's reader knew, as far back as no set is missing, nor the first segment of one.
    std::vector<std::uint32_t> readable(const std::vector<Known> &chain) const
    {
        std::set<PieceId> there;
        std::map<JournalSetName, std::uint32_t> sets; ///< and their first segment; 0: there is none
        for (const Lying &file : lyingIn(m_rig.folder())) {
            std::uint32_t &first = sets[file.name.set];
            if (file.name.kind == JournalFileName::Kind::Segment)
                first = first == 0 ? file.name.number : std::min(first, file.name.number);
            if (isPiece(file))
                there.insert({file.name.set, file.name.number});
        }
        std::vector<std::uint32_t> numbers;
        std::optional<JournalSetName> last; // whose first segment is gone
        std::optional<JournalSetName> before;
        for (auto one = chain.rbegin(); one != chain.rend() && sets.contains(one->piece.first); ++one) {
            const auto &[set, piece] = one->piece;
            if ((last && *last != set) || (before && !leadsTo(*before, set, sets)))
                break;
            before = set;
            if (sets[set] > 1 && piece > 0)
                last = set;
            if (there.contains(one->piece) && !(last && piece == 0))
                numbers.push_back(one->number);
        }
        std::ranges::reverse(numbers);
        return numbers;
    }

    QString begin()
    {
        const auto base = baseNow();
        const bool goesOn = base && !isAliveHere(*base);
        const std::vector<Known> before = base ? m_chains[*base] : std::vector<Known>();
        const std::uint32_t tail = base ? unsealedOf(*base) : 0;
        Program program{
            std::make_unique<TestProcess>([&](TestProcess::Line &line) { WritingProgram(m_rig.path()).run(line); })};
        std::istringstream words(program.process->ask("claim " + at()));
        std::string name;
        words >> name >> program.next;
        program.set = JournalSetName::parse(name);
        if (!program.set)
            return QStringLiteral("no set: ") + QString::fromStdString(words.str());
        if (isAliveHere(*program.set))
            return QStringLiteral("a set that is another's");
        if (goesOn != (base == program.set))
            return QStringLiteral("the wrong set");
        if (!goesOn && base)
            m_bases.insert_or_assign(*program.set, *base);
        std::vector<Known> &chain = m_chains[*program.set];
        chain = before;
        for (Known &known : chain) {
            if (!goesOn && known.piece == PieceId(*base, tail))
                known.piece = {*program.set, 0};
        }
        std::vector<std::uint32_t> found;
        for (std::uint32_t number = 0; words >> number;)
            found.push_back(number);
        ++m_claims;
        m_goneOn += goesOn ? 1 : 0;
        m_programs.push_back(std::move(program));
        if (std::ranges::adjacent_find(found, std::greater_equal()) != found.end())
            return QStringLiteral("a number twice, or out of order");
        return found == readable(chain) ? QString() : QStringLiteral("what is there is not what is read");
    }

    /// The number of a set's last piece where that is a tail alone.
    std::uint32_t unsealedOf(const JournalSetName &set) const
    {
        std::uint32_t number = 0;
        bool isTail = false;
        for (const Lying &file : lyingIn(m_rig.folder())) { // by name: a segment comes behind its tail
            if (file.name.set == set && isPiece(file)) {
                isTail = file.name.kind == JournalFileName::Kind::Tail;
                number = file.name.number;
            }
        }
        return isTail ? number : UINT32_MAX;
    }

    QString write(Program &program)
    {
        if (program.isNamed)
            return seal(program); // first what it is about
        program.process->ask("write " + std::to_string(++m_number) + ' ' + at());
        program.hasTail = true;
        m_chains[*program.set].push_back({m_number, {*program.set, program.next}});
        return {};
    }

    QString seal(Program &program)
    {
        if (!program.hasTail)
            return {};
        if (!program.isNamed && below(4) == 0) {
            program.process->ask("name " + at());
            program.isNamed = true;
            return {};
        }
        program.process->ask("seal " + at());
        program.hasTail = program.isNamed = false;
        ++program.next;
        return {};
    }

    QString kill(Program &program)
    {
        program.process->kill();
        std::erase_if(m_programs, [&](const Program &one) { return &one == &program; });
        return {};
    }

    /// Pieces in the order in which they go: of the dead first, and of a set none before those in front of it.
    std::vector<Lying> queue(std::vector<Lying> files) const
    {
        std::map<JournalSetName, std::map<std::uint32_t, Lying>> sets;
        for (const Lying &file : files) {
            if (isPiece(file) &&
                (file.name.kind == JournalFileName::Kind::Segment || !sets[file.name.set].contains(file.name.number)))
                sets[file.name.set].insert_or_assign(file.name.number, file);
        }
        std::vector<Lying> pieces;
        for (auto &[set, byNumber] : sets) {
            const auto segment = std::find_if(byNumber.rbegin(), byNumber.rend(), [](const auto &one) {
                return one.second.name.kind == JournalFileName::Kind::Segment;
            });
            const std::uint32_t last = !isAliveHere(set) ? UINT32_MAX : segment == byNumber.rend() ? 0 : segment->first;
            double written = 1e300;
            for (auto one = byNumber.rbegin(); one != byNumber.rend(); ++one)
                one->second.written = written = std::min(written, one->second.written);
            for (const auto &[number, file] : byNumber) {
                if (number < last)
                    pieces.push_back(file);
            }
        }
        std::ranges::sort(pieces, {}, [&](const Lying &one) {
            return std::tuple(isAliveHere(one.name.set), one.written, one.name.set, one.name.number);
        });
        return pieces;
    }

    QString bound(const Program &program)
    {
        const std::vector<Lying> before = lyingIn(m_rig.folder());
        const std::uint64_t bytes = below(5) == 0 ? 0 : below(2000);
        const int age = below(3) == 0 ? 10 * int(1 + below(60)) : 0;
        std::istringstream words(
            program.process->ask("bound " + std::to_string(bytes) + ' ' + std::to_string(age) + ' ' + at()));
        std::uint64_t freed = 0;
        std::uint64_t left = 0;
        std::size_t living = 0;
        if (!(words >> freed >> left >> living) || living != m_programs.size())
            return QStringLiteral("the bound says ") + QString::fromStdString(words.str());
        return lookAtWhatIsLeft(before, left > bytes, bytes, age);
    }

    QString lookAtWhatIsLeft(const std::vector<Lying> &before, bool isAbove, std::uint64_t bytes, int age)
    {
        std::map<std::string, Lying> after;
        std::uint64_t left = 0;
        for (const Lying &file : lyingIn(m_rig.folder())) {
            after.emplace(file.path, file);
            left += file.bytes;
            if (!isAliveHere(file.name.set) && file.name.kind == JournalFileName::Kind::Temporary)
                return QStringLiteral("what a killed program left is there still");
        }
        const double limit =
            double(test::journalTime(m_seconds).time_since_epoch().count()) / 1e6 - (age > 0 ? age : 1e18);
        bool stays = false;
        for (const Lying &piece : queue(before)) {
            const bool isLeft = after.contains(piece.path);
            m_dropped += isLeft ? 0 : 1;
            const bool isOwn = isAliveHere(piece.name.set) || hasOwn(before, piece.name.set);
            if (isLeft && (piece.written < limit || isAbove))
                return QStringLiteral("it could have gone: ") + QString::fromStdString(piece.path);
            if (!isLeft && isOwn && stays && piece.written >= limit)
                return QStringLiteral("an older one is there still");
            stays = stays || isLeft;
        }
        for (const Lying &file : before) {
            if (isAliveHere(file.name.set) && !after.contains(file.path) && !isPiece(file))
                return QStringLiteral("what belongs to the living is gone");
        }
        for (const Program &one : m_programs) {
            if (one.hasTail && !std::ranges::any_of(after, [&](const auto &file) {
                    return file.second.name.set == *one.set && file.second.name.number == one.next;
                }))
                return QStringLiteral("what a living program writes is gone");
        }
        return isAbove == (left > bytes) ? QString() : QStringLiteral("it says otherwise than it is");
    }

    static bool hasOwn(const std::vector<Lying> &files, const JournalSetName &set)
    {
        return std::ranges::any_of(
            files, [&](const Lying &one) { return one.name.set == set && isPiece(one) && one.name.number > 0; });
    }

    test::JournalRig m_rig;
    std::mt19937_64 m_random;
    std::vector<Program> m_programs;
    std::map<JournalSetName, std::vector<Known>> m_chains; ///< all that was ever known
    std::map<JournalSetName, JournalSetName> m_bases;
    std::uint32_t m_number = 0;
    int m_seconds = 0;
    int m_claims = 0;
    int m_goneOn = 0;
    int m_dropped = 0;
};

} // namespace

class TestJournalPrograms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whateverProgramsDoNothingIsReadTwiceAndTheOldestGoes();
};

void TestJournalPrograms::whateverProgramsDoNothingIsReadTwiceAndTheOldestGoes()
{
    const std::uint64_t seed = test::seed();
    int claims = 0;
    int goneOn = 0;
    int dropped = 0;
    for (int round = 0; round < test::rounds(10); ++round) {
        Programs programs(seed + std::uint64_t(round));
        for (int step = 0; step < 250; ++step) {
            const QString wrong = programs.step();
            QVERIFY2(wrong.isEmpty(),
                     qPrintable(QStringLiteral("round %1, step %2: %3").arg(round).arg(step).arg(wrong)));
        }
        claims += programs.claims();
        goneOn += programs.goneOn();
        dropped += programs.dropped();
    }
    qInfo("%d claims, %d of them of a set that was there, %d pieces dropped", claims, goneOn, dropped);
    QVERIFY(claims > 100 && goneOn > 10 && dropped > 100);
}

} // namespace tst_journalprograms

WK_TEST(tst_journalprograms, TestJournalPrograms, NoApplication)
#include "tst_journalprograms.moc"
