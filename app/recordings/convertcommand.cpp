// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/convertcommand.h"

#include "app/recordings/openedrecording.h"
#include "core/base/privatefile.h"
#include "core/recording/watchlines.h"

#include <functional>
#include <utility>

namespace wk {

namespace {

/// Writes what it is told as lines.
class LinesSink : public WatchSink
{
public:
    using Write = std::function<Result<>(const std::string &)>;
    LinesSink(EntryCopier::Secrets secrets, HistoryPtr history, Write write)
        : m_copier(secrets)
        , m_write(std::move(write))
    {
        m_copier.readOf(std::move(history));
    }
    void opened(WatchId watch, const ClusterId &, const WatchScope &scope) override
    {
        m_copier.setWatch(watch, scope);
        m_lines.setWatch(watch, scope);
    }
    void told(const std::vector<EntryPtr> &entries) override
    {
        for (const EntryPtr &entry : entries) {
            m_unsaid += entry->type == EntryType::Gap ? 1 : 0;
            if (m_done)
                m_done = m_write(m_lines.linesOf(*m_copier.copy(*entry)));
        }
    }
    void closed(WatchId, WallTime) override {}

    const Result<> &done() const { return m_done; }
    std::uint64_t replaced() const { return m_copier.replaced(); }
    std::uint64_t gaps() const { return m_unsaid; }

private:
    EntryCopier m_copier;
    const Write m_write;
    WatchLines m_lines;
    Result<> m_done = success();
    std::uint64_t m_unsaid = 0;
};

struct Converted {
    std::uint64_t replaced = 0;
    std::uint64_t gaps = 0; ///< that the form has no word for
};

Result<Converted> writeLines(const OpenedRecording &from, const RetoldRows &rows, EntryCopier::Secrets secrets,
                             const LinesSink::Write &write)
{
    LinesSink sink(secrets, from.history, write);
    HistoryRetelling(sink, rows).tell(*from.history, from.history->end());
    if (!sink.done())
        return sink.done().error();
    return Converted{sink.replaced(), sink.gaps()};
}

Result<Converted> toFile(const OpenedRecording &from, const RetoldRows &rows, EntryCopier::Secrets secrets,
                         const std::string &path)
{
    if (auto free = isFreeName(path); !free)
        return free.error();
    auto file = PrivateFileWriter::create(path);
    if (!file)
        return file.error();
    PrivateFileWriter writer = std::move(file).value();
    auto done = writeLines(from, rows, secrets, [&writer](const std::string &lines) { return writer.write(lines); });
    if (!done)
        return done;
    auto committed = writer.commit();
    return committed ? done : Result<Converted>(committed.error());
}

Result<Converted> toRecording(const OpenedRecording &from, const RetoldRows &rows, Recorder::Options options)
{
    const auto replaced = from.record(rows, std::move(options));
    return replaced ? Result<Converted>(Converted{*replaced, 0}) : Result<Converted>(replaced.error());
}

} // namespace

int runConvert(const ReadingArguments &arguments, const Console &console)
{
    const auto from = OpenedRecording::open(arguments.file, console);
    if (!from)
        return 1;
    const EntryCopier::Secrets secrets =
        arguments.isRedacted ? EntryCopier::Secrets::Redacted : EntryCopier::Secrets::Kept;
    RetoldRows rows;
    rows.query.filter = arguments.filter;
    const std::string path = arguments.other.toStdString();
    const auto print = [&console](const std::string &lines) {
        console.out(lines);
        return success();
    };
    const bool isToLines = !arguments.other.endsWith(QStringLiteral(".wklog"));
    const auto done = arguments.other == QStringLiteral("-") ? writeLines(*from, rows, secrets, print)
                      : isToLines
                          ? toFile(*from, rows, secrets, path)
                          : toRecording(*from, rows, {path, secrets, arguments.filterText.toStdString(), 0, {}});
    from->sayState(console);
    if (!done) {
        console.sayError(done.error());
        return 1;
    }
    if (done->replaced > 0)
        console.err(std::to_string(done->replaced) +
                    " values that looked like a secret were replaced; --no-redact keeps them.");
    if (isToLines && !from->lines)
        console.err("watchkeeper: Lines hold what came, and neither when it came nor the columns of its tables: who "
                    "reads them guesses the times.");
    if (done->gaps > 0)
        console.err("watchkeeper: Changes may be missing in " + std::to_string(done->gaps) +
                    " places, for which watch JSON Lines have no word.");
    return 0;
}

} // namespace wk
