// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/etcd/etcdlogin.h"

#include "core/cluster/bearertoken.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace wk {

EtcdLogin::EtcdLogin(const EtcdAccess &access, Transport &transport)
    : m_user(access.user)
    , m_password(access.password)
    , m_transport(transport)
{}

void EtcdLogin::credential(QObject *context, Answer answer)
{
    if (m_user.empty() || m_current) {
        CredentialWaiters::answer(context, std::move(answer), m_current.value_or(Credential()));
        return;
    }
    m_waiters.add(context, std::move(answer));
    if (!m_fetch)
        signIn();
}

void EtcdLogin::refused(const Credential &credential)
{
    if (m_current == credential)
        m_current.reset();
}

void EtcdLogin::signIn()
{
    HttpRequest request;
    request.path = "/v3/auth/authenticate";
    const QJsonObject body{{QStringLiteral("name"), QString::fromStdString(m_user)},
                           {QStringLiteral("password"), QString::fromUtf8(m_password.reveal())}};
    request.posted = QJsonDocument(body).toJson(QJsonDocument::Compact);
    m_fetch = std::make_unique<DocumentFetch>(m_transport, std::move(request),
                                              [this](const Result<QByteArray> &answer) { answered(answer); });
}

void EtcdLogin::answered(const Result<QByteArray> &answer)
{
    m_fetch.reset();
    if (!answer) {
        Error error = answer.error();
        if (error.kind == ErrorKind::Unauthorized)
            error.text = "etcd does not accept the user \"" + m_user + "\": " + error.text;
        m_waiters.answerAll(error);
        return;
    }
    const QByteArray token =
        QJsonDocument::fromJson(*answer).object().value(QLatin1String("token")).toString().toLatin1();
    const auto fault = tokenFault({token.constData(), static_cast<std::size_t>(token.size())});
    if (token.isEmpty() || fault) {
        m_waiters.answerAll(Error{ErrorKind::CredentialFailed, "etcd's answer to the sign-in has no token.", m_user});
        return;
    }
    m_current = Credential{Secret(token), {}, {}, {}};
    m_waiters.answerAll(*m_current);
}

} // namespace wk
