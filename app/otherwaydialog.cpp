// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/otherwaydialog.h"

#include "ui/style/safetext.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace wk {

namespace {

struct OtherWayTr {
    Q_DECLARE_TR_FUNCTIONS(OtherWayDialog)
};

QString nameOf(AccessChange::Part part)
{
    switch (part) {
    case AccessChange::Part::Server: return OtherWayTr::tr("Server");
    case AccessChange::Part::Authority: return OtherWayTr::tr("CA");
    case AccessChange::Part::Verification: return OtherWayTr::tr("Certificate checks");
    case AccessChange::Part::ServerName: return OtherWayTr::tr("Name in the certificate");
    case AccessChange::Part::Proxy: return OtherWayTr::tr("Proxy");
    case AccessChange::Part::Plugin: return OtherWayTr::tr("Program that signs in");
    case AccessChange::Part::ActsAs: return OtherWayTr::tr("Acts as");
    }
    return {};
}

QString valueOf(AccessChange::Part part, const std::string &value)
{
    if (part == AccessChange::Part::Verification)
        return value == "yes" ? OtherWayTr::tr("on") : OtherWayTr::tr("off");
    if (part == AccessChange::Part::Authority && value.empty())
        return OtherWayTr::tr("those of this system");
    return value.empty() ? OtherWayTr::tr("none") : displayText(value, limits::LineChars);
}

} // namespace

QMessageBox *askForOtherWay(const QString &name, const std::vector<AccessChange> &changes, QWidget &window,
                            std::function<void()> agreed)
{
    QStringList lines{
        OtherWayTr::tr("Its kubeconfig has changed. The connection that is open goes on until you agree."), QString()};
    for (const AccessChange &change : changes)
        lines.append(
            OtherWayTr::tr("%1: %2 → %3", "what: before → now")
                .arg(nameOf(change.part), valueOf(change.part, change.before), valueOf(change.part, change.now)));
    auto *box = new QMessageBox(QMessageBox::Question, QStringLiteral("Watchkeeper"),
                                OtherWayTr::tr("Connect to “%1” in another way?").arg(displayText(name.toStdString())),
                                QMessageBox::NoButton, &window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(lines.join(u'\n'));
    QPushButton *keep = box->addButton(OtherWayTr::tr("Stay connected"), QMessageBox::RejectRole);
    const QAbstractButton *agree = box->addButton(OtherWayTr::tr("Connect as it says now"), QMessageBox::AcceptRole);
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    QObject::connect(box, &QDialog::finished, &window, [box, agree, agreed = std::move(agreed)] {
        if (box->clickedButton() == agree)
            agreed();
    });
    box->open();
    return box;
}

} // namespace wk
