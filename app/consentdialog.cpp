// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consentdialog.h"

#include "app/consents.h"

#include "ui/style/safetext.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace wk {

namespace {

struct ConsentDialogTr {
    Q_DECLARE_TR_FUNCTIONS(ConsentDialog)
};

struct Question {
    QString question;
    QString facts;
    QString yes;
};

/// Plain text throughout: a kubeconfig's words are a stranger's.
void ask(const Question &question, QWidget &window, ConsentAnswered answered)
{
    auto *box = new QMessageBox(QMessageBox::Warning, QStringLiteral("Watchkeeper"), question.question,
                                QMessageBox::Cancel, &window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(question.facts);
    const QAbstractButton *agree = box->addButton(question.yes, QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setEscapeButton(QMessageBox::Cancel);
    QObject::connect(box, &QDialog::finished, &window,
                     [box, agree, answered = std::move(answered)] { answered(box->clickedButton() == agree); });
    box->open();
}

/// Everything of the request, a fact a line.
QString factsOf(const ExecRequest &request)
{
    const auto safe = [](const std::string &text) { return displayText(text, limits::LineChars); };
    QStringList lines{
        ConsentDialogTr::tr(
            "To sign in, the kubeconfig wants to run a program on this computer. It can do anything that you can. Run "
            "it only if you trust it."),
        QString(), ConsentDialogTr::tr("Program: %1").arg(safe(request.program))};
    for (const std::string &argument : request.args)
        lines.append(ConsentDialogTr::tr("Argument: %1").arg(safe(argument)));
    for (const std::string &variable : request.environment)
        lines.append(ConsentDialogTr::tr("Environment: %1", "an environment variable").arg(safe(variable)));
    lines.append(ConsentDialogTr::tr("Kubeconfig: %1").arg(safe(request.kubeconfig)));
    lines.append(ConsentDialogTr::tr("User entry: %1").arg(safe(request.user)));
    lines.append(QStringLiteral("SHA-256: ") + QString::fromLatin1(request.programSha256));
    lines.append(QString());
    lines.append(
        request.exposed.empty()
            ? ConsentDialogTr::tr(
                  "Your consent is remembered until another program, other arguments or another environment are named. If the "
                  "file of this program changes, you are told, and it is run.")
            : ConsentDialogTr::tr(
                  "Others on this computer can replace the program, by way of %1. So you are asked each "
                  "time that the cluster is opened.")
                  .arg(safe(request.exposed)));
    return lines.join(u'\n');
}

} // namespace

void askForPlugin(const ExecRequest &request, QWidget &window, ConsentAnswered answered)
{
    ask({ConsentDialogTr::tr("Run a program to sign in to “%1”?").arg(displayText(request.context)), factsOf(request),
         ConsentDialogTr::tr("Run")},
        window, std::move(answered));
}

void askForFiles(const FileRequest &request, QWidget &window, ConsentAnswered answered)
{
    const auto safe = [](const std::string &text) { return displayText(text, limits::LineChars); };
    QStringList lines{ConsentDialogTr::tr(
                          "To connect, the kubeconfig wants files to be read that lie outside of its folder and of the "
                          "usual ones. A token in them is sent to its server. Read them only if you trust it."),
                      QString()};
    for (const NamedFile &file : request.files)
        lines.append(safe(file.field) + QStringLiteral(": ") + safe(file.path));
    lines.append(ConsentDialogTr::tr("Server: %1").arg(safe(request.server)));
    lines.append(ConsentDialogTr::tr("Kubeconfig: %1").arg(safe(request.kubeconfig)));
    lines.append(QString());
    lines.append(ConsentDialogTr::tr("Your consent is remembered until one of these changes."));
    ask({ConsentDialogTr::tr("Read files to connect to “%1”?").arg(displayText(request.context)), lines.join(u'\n'),
         ConsentDialogTr::tr("Read")},
        window, std::move(answered));
}

void askForLoginShell(const std::string &commandLine, const std::string &plugin, QWidget &window,
                      ConsentAnswered answered)
{
    const QStringList facts{
        ConsentDialogTr::tr(
            "The program that signs you in is not on the PATH that Watchkeeper was started with. Programs "
            "that a desktop starts often have a shorter one than a terminal's shell."),
        ConsentDialogTr::tr("Your login shell can be asked for its PATH. It reads its start files then, as in a new "
                            "terminal, and is ended after 5 seconds at most:"),
        displayText(commandLine, limits::LineChars), ConsentDialogTr::tr("A yes is remembered.")};
    ask({ConsentDialogTr::tr("Look for “%1” on your login shell's PATH?").arg(displayText(plugin)),
         facts.join(QStringLiteral("\n\n")), ConsentDialogTr::tr("Ask the shell")},
        window, std::move(answered));
}

void askForInsecure(const ClusterAccess &access, Consents &consents, QWidget &window, std::function<void()> agreed)
{
    if (consents.isInsecureAllowed(access))
        return agreed();
    const auto answered = [&consents, access, agreed = std::move(agreed)](bool isAgreed) {
        if (!isAgreed)
            return;
        consents.allowInsecure(access);
        agreed();
    };
    ask({ConsentDialogTr::tr("Connect to “%1” without checking who answers?").arg(displayText(access.context)),
         ConsentDialogTr::tr(
             "The kubeconfig switches certificate checks off (insecure-skip-tls-verify). Anyone between this computer "
             "and the cluster can then read the token and send false events."),
         ConsentDialogTr::tr("Connect anyway")},
        window, answered);
}

} // namespace wk
