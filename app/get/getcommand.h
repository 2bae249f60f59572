// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/get/objectprinter.h"
#include "app/watchcommand.h"

namespace wk {

/// `watchkeeper get`: prints what `kubectl get` prints; with -w then type and row of each event.
class GetCommand : public WatchCommand
{
    Q_OBJECT

public:
    GetCommand(ClusterAccess access, GetArguments arguments, Console console);

protected:
    void begin(const ResourceInfo &resource) override;
    void entryArrived(const Entry &entry) override;

private:
    void listArrived(const Entry &entry);

    GetArguments m_arguments;
    std::unique_ptr<ObjectPrinter> m_printer;
};

} // namespace wk
