// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consentdialog.h"

#include "app/consents.h"
#include "ui/style/errorwords.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace wk {

namespace {

struct ConsentDialogTr {
    Q_DECLARE_TR_FUNCTIONS(ConsentDialog)
};

/// Plain text throughout: a kubeconfig's words are a stranger's.
bool ask(QWidget *parent, const QString &question, const QString &facts, const QString &yes)
{
    QMessageBox box(QMessageBox::Warning, QStringLiteral("Watchkeeper"), question, QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(facts);
    const QPushButton *agree = box.addButton(yes, QMessageBox::AcceptRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == agree;
}

QString linesOf(const std::string &text)
{
    QStringList lines;
    for (const QString &line : QString::fromStdString(text).split(u'\n'))
        lines.append(displayText(line.toStdString(), limits::LineChars));
    return lines.join(u'\n');
}

} // namespace

bool askForPlugin(const ClusterAccess &access, Consents &consents, QWidget &window)
{
    ProgramDigest digest;
    const auto request = execRequest(access, digest);
    if (!request) {
        ask(&window, errorWords(request.error()).sentence(), {}, ConsentDialogTr::tr("Go on"));
        return false;
    }
    if (!ask(&window, ConsentDialogTr::tr("Run a program to sign in to “%1”?").arg(displayText(access.context)),
             linesOf(consentNeeded(*request).text), ConsentDialogTr::tr("Run it")))
        return false;
    consents.allowPlugin(request->subject);
    return true;
}

bool askForInsecure(const ClusterAccess &access)
{
    return ask(
        nullptr, ConsentDialogTr::tr("Connect to “%1” without checking who answers?").arg(displayText(access.context)),
        ConsentDialogTr::tr("The kubeconfig switches certificate checks off (insecure-skip-tls-verify). Whoever stands between this "
               "computer and the cluster can then read the token and show false events."),
        ConsentDialogTr::tr("Connect all the same"));
}

} // namespace wk
