// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verification.h"

#include "core/session/clustersession.h"
#include "ui/models/watchwords.h"
#include "ui/watches/verifydialog.h"
#include "ui/window/mainwindow.h"

#include <set>

namespace wk {

void Verification::verify(const std::vector<std::pair<ClusterSession *, WatchId>> &watches)
{
    cancel();
    std::vector<VerifyDialog::Subject> subjects;
    const auto &statuses = m_window.figures().statuses();
    for (const auto &[session, watch] : watches) {
        const auto status = statuses.find(watch);
        subjects.push_back(
            {watch, watchName(session->scope(watch)), status == statuses.end() ? 0 : status->second.objects});
    }
    m_dialog = new VerifyDialog(std::move(subjects), &m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    std::set<ClusterSession *> sessions;
    for (const auto &[session, watch] : watches)
        sessions.insert(session);
    for (ClusterSession *session : sessions) {
        connect(m_dialog, &VerifyDialog::cancelled, session, &ClusterSession::cancelVerify);
        connect(session, &ClusterSession::audited, m_dialog, &VerifyDialog::answered);
        connect(session, &ClusterSession::auditMoved, m_dialog, &VerifyDialog::moved);
    }
    m_dialog->show();
    for (const auto &[session, watch] : watches)
        session->verify(watch);
}

void Verification::cancel()
{
    if (m_dialog)
        m_dialog->reject();
}

void Verification::forget(WatchId watch)
{
    if (m_dialog)
        m_dialog->forget(watch);
}

} // namespace wk
