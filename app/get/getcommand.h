// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/get/objectprinter.h"
#include "app/watchcommand.h"

#include <QTimer>

#include <map>

namespace wk {

/// `watchkeeper get`: prints what `kubectl get` prints, of several kinds too; with -w, of one kind, then each event as
/// that does.
class GetCommand : public WatchCommand
{
    Q_OBJECT

public:
    GetCommand(Reach reach, GetArguments arguments, Console console);
    /// What is watched is a recording that is at its end: so is this, when what has come is printed.
    void recordingEnded();

protected:
    void begin(const std::vector<Watched> &wanted) override;
    void entryArrived(const Watched &watched, const EntryPtr &entry) override;
    void fetched(const Watched &watched, const FullList &list) override;
    void listFailed(const Watched &watched, const Error &error) override;

private:
    void listArrived(const Watched &watched, const Columns &columns, const std::vector<ObjectPtr> &objects);
    static Error notFound(const Watched &watched);
    void changed(const Entry &entry);
    static Error listError(const WatchScope &scope, Error error);
    /// Once all have answered, what came is printed, then what failed is said.
    void answered(WatchId watch, Result<Listed> answer);
    std::vector<Listed> groups() const;
    Result<> printAnswers();
    void print(const std::string &text) const;
    bool isIgnored(const Error &error) const;
    bool sayFailures() const;
    bool isTable() const;

    GetArguments m_arguments;
    std::map<WatchId, Result<Listed>> m_answers;
    std::unique_ptr<ObjectPrinter> m_printer;
    QTimer m_quiet; ///< since what was watched has ended
};

} // namespace wk
