// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consentdialog.h"

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

QString linesOf(const std::string &text)
{
    QStringList lines;
    for (const QString &line : QString::fromStdString(text).split(u'\n'))
        lines.append(displayText(line.toStdString(), limits::LineChars));
    return lines.join(u'\n');
}

} // namespace

void askForPlugin(const ExecRequest &request, QWidget &window, ConsentAnswered answered)
{
    const QString facts =
        linesOf(consentNeeded(request).text) + QStringLiteral("\n\n") +
        ConsentDialogTr::tr("Your yes is remembered until the program, its arguments or what it is given changes.");
    ask({ConsentDialogTr::tr("Run a program to sign in to “%1”?").arg(displayText(request.context)), facts,
         ConsentDialogTr::tr("Run it")},
        window, std::move(answered));
}

void askForInsecure(const ClusterAccess &access, QWidget &window, ConsentAnswered answered)
{
    ask({ConsentDialogTr::tr("Connect to “%1” without checking who answers?").arg(displayText(access.context)),
         ConsentDialogTr::tr(
             "The kubeconfig switches certificate checks off (insecure-skip-tls-verify). Whoever stands between this "
             "computer and the cluster can then read the token and show false events."),
         ConsentDialogTr::tr("Connect all the same")},
        window, std::move(answered));
}

} // namespace wk
