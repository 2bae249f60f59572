// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/testwords.h"

#include "ui/style/errorwords.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QSslCertificate>

#include <algorithm>

namespace wk {

namespace {

/// Gives the functions of this file their translations.
struct TestTr {
    Q_DECLARE_TR_FUNCTIONS(TestTr)
};

constexpr std::size_t MostNamed = 4;

QString safe(const std::string &text)
{
    return displayText(text);
}

/// The first of them, and how many more there are.
QString listed(const std::vector<std::string> &names)
{
    QStringList shown;
    for (std::size_t i = 0; i < std::min(names.size(), MostNamed); ++i)
        shown << safe(names[i]);
    const QString joined = QLocale().createSeparatedList(shown);
    const int others = int(names.size() - std::min(names.size(), MostNamed));
    return others > 0 ? TestTr::tr("%1 and %n more", "names", others).arg(joined) : joined;
}

QString titleOf(TestStep::Kind kind)
{
    switch (kind) {
    case TestStep::Kind::Name: return TestTr::tr("Name");
    case TestStep::Kind::Connection: return TestTr::tr("Connection");
    case TestStep::Kind::Tls: return TestTr::tr("TLS");
    case TestStep::Kind::SignIn: return TestTr::tr("Sign-in");
    case TestStep::Kind::Server: return TestTr::tr("Server");
    case TestStep::Kind::Kinds: return TestTr::tr("What you may see");
    }
    return {};
}

QString nameFact(const ReachStep &step, const ClusterAccess &access)
{
    if (!step.proxy.empty())
        return TestTr::tr("through the proxy %1").arg(safe(step.proxy));
    return TestTr::tr("%1 is %2", "a host's name, its addresses")
        .arg(displayText(access.server.host().toStdString()), listed(step.addresses));
}

QString certificateFact(const ReachStep &step)
{
    if (!step.certificate)
        return {};
    const CertificateFacts &certificate = *step.certificate;
    const QString about =
        TestTr::tr("The certificate of %1, issued by %2, is good from %3 to %4. SHA-256 %5",
                   "names, times, a fingerprint")
            .arg(safe(certificate.subject), safe(certificate.issuer), format::dateTime(certificate.from),
                 format::dateTime(certificate.until), safe(certificate.fingerprint));
    return about;
}

QString tlsFact(const ReachStep &step)
{
    const QString checked =
        step.isUnchecked ? TestTr::tr("%1, not checked (insecure-skip-tls-verify).", "TLS 1.3").arg(safe(step.protocol))
                         : TestTr::tr("%1, checked.", "TLS 1.3").arg(safe(step.protocol));
    return joinedSentences({checked, certificateFact(step)});
}

QString kindsFact(const TestStep &step)
{
    if (step.state == TestStep::State::Running)
        return TestTr::tr("%1 of %2 kinds asked", "numbers").arg(step.kinds.size()).arg(step.kindsAsked);
    std::map<KindAccess, std::vector<std::string>> by;
    for (const KindAnswer &answer : step.kinds)
        by[answer.access].push_back(answer.kind.qualifiedName());
    const std::size_t shown =
        by[KindAccess::Allowed].size() + by[KindAccess::OnlyListed].size() + by[KindAccess::InOwnNamespace].size();
    QStringList sentences{TestTr::tr("%1 of %2 kinds can be listed.", "numbers").arg(shown).arg(step.kindsAsked)};
    if (!by[KindAccess::InOwnNamespace].empty())
        sentences << TestTr::tr("Only in the context's namespace: %1.").arg(listed(by[KindAccess::InOwnNamespace]));
    if (!by[KindAccess::Denied].empty())
        sentences << TestTr::tr("Denied: %1.").arg(listed(by[KindAccess::Denied]));
    if (!by[KindAccess::OnlyListed].empty())
        sentences << TestTr::tr("Cannot be watched: %1.").arg(listed(by[KindAccess::OnlyListed]));
    if (!by[KindAccess::NotServed].empty())
        sentences << TestTr::tr("Not served: %1.").arg(listed(by[KindAccess::NotServed]));
    std::vector<std::string> down = step.down;
    std::ranges::copy(by[KindAccess::Down], std::back_inserter(down));
    if (!down.empty())
        sentences << TestTr::tr("Down: %1.").arg(listed(down));
    if (!step.user.empty())
        sentences << TestTr::tr("The server calls you %1.").arg(safe(step.user));
    if (shown == 0)
        sentences << TestTr::tr("If you may see some namespaces only, enter them behind “all namespaces”.");
    return joinedSentences(sentences);
}

QString wordOf(KindAccess access)
{
    switch (access) {
    case KindAccess::Allowed: return TestTr::tr("allowed");
    case KindAccess::OnlyListed: return TestTr::tr("cannot be watched");
    case KindAccess::InOwnNamespace: return TestTr::tr("allowed in the context's namespace");
    case KindAccess::Denied: return TestTr::tr("denied");
    case KindAccess::NotServed: return TestTr::tr("not served");
    case KindAccess::Down: return TestTr::tr("down");
    }
    return {};
}

QStringList eachKind(const TestStep &step)
{
    QStringList lines;
    const auto say = [&lines](const QString &what, KindAccess access) {
        lines << TestTr::tr("%1: %2", "a kind, whether it may be seen").arg(what, wordOf(access));
    };
    for (const KindAnswer &answer : step.kinds)
        say(safe(answer.kind.qualifiedName()), answer.access);
    for (const std::string &group : step.down)
        say(TestTr::tr("all of %1", "a group of kinds").arg(safe(group)), KindAccess::Down);
    return lines;
}

QString factOf(const TestStep &step, const ClusterAccess &access)
{
    switch (step.kind) {
    case TestStep::Kind::Name: return nameFact(step.reach, access);
    case TestStep::Kind::Connection: return TestTr::tr("%1 answers", "host:port").arg(safe(step.reach.place));
    case TestStep::Kind::Tls: return tlsFact(step.reach);
    case TestStep::Kind::SignIn: return signInWords(access);
    case TestStep::Kind::Server: return TestTr::tr("Kubernetes %1").arg(safe(step.version));
    case TestStep::Kind::Kinds: return kindsFact(step);
    }
    return {};
}

} // namespace

QString TestWords::text() const
{
    QStringList lines{title + QStringLiteral(": ") + fact +
                      (took.isEmpty() ? QString() : QString(QStringLiteral(" (") + took + u')'))};
    for (const QString &kind : each)
        lines << QStringLiteral("  ") + kind;
    return lines.join(u'\n');
}

TestWords testWords(const TestStep &step, const ClusterAccess &access)
{
    TestWords words;
    words.title = titleOf(step.kind);
    const bool isRunning = step.state == TestStep::State::Running;
    if (step.error)
        words.fact = joinedSentences({errorWords(*step.error).sentence(), certificateFact(step.reach)});
    else if (isRunning && !step.said.empty())
        words.fact = displayLines(step.said);
    else if (!isRunning || step.kind == TestStep::Kind::Kinds)
        words.fact = factOf(step, access);
    if (!isRunning) {
        words.each = eachKind(step);
        words.took = format::duration(step.took);
    }
    return words;
}

QString signInWords(const ClusterAccess &access)
{
    QStringList ways;
    const auto certificates = QSslCertificate::fromData(access.clientCertPem, QSsl::Pem);
    if (!certificates.isEmpty())
        ways << TestTr::tr("a client certificate of %1")
                    .arg(displayText(certificates.first()
                                         .subjectInfo(QSslCertificate::CommonName)
                                         .join(QStringLiteral(", "))
                                         .toStdString()));
    if (const auto *plugin = std::get_if<ExecPlugin>(&access.signIn))
        ways << TestTr::tr("the plugin %1").arg(safe(plugin->command));
    else if (const auto *file = std::get_if<TokenFile>(&access.signIn))
        ways << TestTr::tr("the token in %1").arg(safe(file->path));
    else if (const auto *basic = std::get_if<BasicAuth>(&access.signIn))
        ways << TestTr::tr("the password of %1").arg(safe(basic->user));
    else if (const auto *oidc = std::get_if<OidcToken>(&access.signIn))
        ways << TestTr::tr("the id-token of %1").arg(safe(oidc->issuer));
    else if (std::holds_alternative<Secret>(access.signIn))
        ways << TestTr::tr("a bearer token");
    if (ways.isEmpty())
        return TestTr::tr("as nobody");
    const QString by = TestTr::tr("by %1", "ways of signing in").arg(QLocale().createSeparatedList(ways));
    return access.as.user.empty() ? by : TestTr::tr("%1, acting as %2").arg(by, safe(textOf(access.as)));
}

} // namespace wk
