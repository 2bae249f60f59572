// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/completion.h"

#include "app/clustermenu.h"
#include "app/commandline.h"
#include "app/commands.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <optional>
#include <utility>

/// Outside of any namespace; see icons.cpp.
static void initCompletion()
{
    Q_INIT_RESOURCE(completion);
}

namespace wk {

namespace {

enum Directive { NoSpace = 2, NoFiles = 4, FoldersOnly = 16 };

/// Candidates, and how the shell goes on.
struct Completions {
    QStringList lines;
    int directive = NoFiles;

    /// What a shell would read as anything but a word is left out: names of contexts are a file's.
    void add(const QString &word, const QString &meaning = {})
    {
        static const QRegularExpression plain(QStringLiteral("^[\\w.:/@=,+-]+$"),
                                              QRegularExpression::UseUnicodePropertiesOption);
        if (plain.match(word).hasMatch())
            lines.append(meaning.isEmpty() ? word : QString(word + u'\t' + meaning));
    }
};

/// What every cluster serves, in kubectl's short order of use; others can be written all the same.
QStringList usualKinds()
{
    static const QStringList kinds =
        QStringLiteral("pods deployments replicasets statefulsets daemonsets jobs cronjobs "
                       "services endpoints endpointslices ingresses networkpolicies "
                       "configmaps secrets namespaces nodes events persistentvolumes "
                       "persistentvolumeclaims storageclasses serviceaccounts roles "
                       "rolebindings clusterroles clusterrolebindings "
                       "horizontalpodautoscalers poddisruptionbudgets resourcequotas "
                       "limitranges leases customresourcedefinitions all")
            .split(u' ');
    return kinds;
}

QString optionWord(const QString &name)
{
    return (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
}

/// A command line up to the word that is completed.
class Completer
{
public:
    explicit Completer(QStringList words)
        : m_last(words.isEmpty() ? QString() : words.takeLast())
        , m_before(std::move(words))
    {
        std::vector<CommandSyntax> commands = allCommands();
        const qsizetype at = commandAt(m_before);
        const QString name = at < 0 ? QString() : m_before.at(at);
        const auto named = std::ranges::find(commands, name, &CommandSyntax::name);
        m_isUnknown = named == commands.end();
        m_command = m_isUnknown ? commands.front() : *named;
        m_afterCommand = m_before.mid(at + 1);
    }

    Completions completions() const
    {
        const CommandOption *waiting = m_before.isEmpty() ? nullptr : optionOf(m_before.constLast());
        if (waiting && !waiting->isFlag() && !m_before.constLast().contains(u'='))
            return ofOffer(waiting->offer, waiting->choices, {}, m_last);
        const qsizetype equals = m_last.startsWith(QStringLiteral("--")) ? m_last.indexOf(u'=') : -1;
        if (equals > 0) {
            const CommandOption *option = optionOf(m_last.left(equals));
            return option ? ofOffer(option->offer, option->choices, m_last.left(equals + 1), m_last.mid(equals + 1))
                          : Completions();
        }
        if (m_last.startsWith(u'-'))
            return options();
        return m_command.name().isEmpty() ? commandWords() : ofOffer(offerOfWord(), {}, {}, m_last);
    }

private:
    /// The option of this command that a word names.
    const CommandOption *optionOf(const QString &word) const
    {
        if (!word.startsWith(u'-') || word.size() < 2)
            return nullptr;
        const bool isLong = word.startsWith(QStringLiteral("--"));
        const QString name = isLong ? word.mid(2).section(u'=', 0, 0) : word.right(1);
        for (const CommandOption &option : m_command.options()) {
            if (option.names.contains(name) && (isLong == (name.size() > 1)))
                return &option;
        }
        return nullptr;
    }

    Completions options() const
    {
        Completions found;
        for (const CommandOption &option : m_command.options()) {
            if (option.isRefused)
                continue;
            const QString word = optionWord(option.names.constLast());
            if (word.startsWith(m_last))
                found.add(word, option.text());
        }
        return found;
    }

    Completions commandWords() const
    {
        Completions found;
        const bool isEtcd = std::ranges::any_of(
            m_before, [](const QString &word) { return word.startsWith(QStringLiteral("--etcd")); });
        if (m_isUnknown)
            return found;
        for (const CommandSyntax &command : allCommands()) {
            if (!command.name().isEmpty() && !isEtcd && command.name().startsWith(m_last))
                found.add(command.name(), command.description());
        }
        return found;
    }

    /// Which of the words that are no options comes next.
    Offer offerOfWord() const
    {
        qsizetype words = 0;
        for (qsizetype i = 0; i < m_afterCommand.size(); ++i) {
            const QString &word = m_afterCommand[i];
            const CommandOption *option = optionOf(word);
            if (option && !option->isFlag() && !word.contains(u'='))
                ++i;
            else if (!word.startsWith(u'-'))
                ++words;
        }
        const auto &offers = m_command.offers();
        return offers.empty() ? Offer::Nothing : offers[std::min<std::size_t>(std::size_t(words), offers.size() - 1)];
    }

    QStringList contexts() const
    {
        ClusterArguments arguments;
        for (qsizetype i = 0; i < m_before.size(); ++i) {
            const QString &word = m_before[i];
            if (word == QStringLiteral("--kubeconfig"))
                arguments.kubeconfig = m_before.value(i + 1).toStdString();
            else if (word.startsWith(QStringLiteral("--kubeconfig=")))
                arguments.kubeconfig = word.section(u'=', 1).toStdString();
        }
        return ClusterMenu(arguments).contexts();
    }

    /// The kinds of a list with commas, of which the last one is completed.
    static Completions kinds(const QString &written)
    {
        Completions found;
        const qsizetype comma = written.lastIndexOf(u',');
        const QString before = written.left(comma + 1);
        for (const QString &kind : usualKinds()) {
            if (kind.startsWith(QStringView(written).mid(comma + 1)))
                found.add(before + kind);
        }
        return found;
    }

    Completions ofOffer(Offer offer, const QStringList &choices, const QString &lead, const QString &written) const
    {
        Completions found;
        const auto addOf = [&](const QStringList &words) {
            for (const QString &word : words) {
                if (word.startsWith(written))
                    found.add(lead + word);
            }
        };
        switch (offer) {
        case Offer::Nothing: break;
        case Offer::Files: found.directive = 0; break;
        case Offer::Folders: found.directive = FoldersOnly; break;
        case Offer::Contexts: addOf(contexts()); break;
        case Offer::Kinds: return kinds(written);
        case Offer::Shells: addOf(completionShells()); break;
        case Offer::Commands: addOf(commandNames()); break;
        case Offer::Choices: addOf(choices); break;
        }
        if (found.lines.size() == 1 && found.lines.constFirst().endsWith(u'='))
            found.directive |= NoSpace;
        return found;
    }

    QString m_last;
    QStringList m_before;
    QStringList m_afterCommand;
    CommandSyntax m_command{{}, {}};
    bool m_isUnknown = false;
};

} // namespace

QStringList completionShells()
{
    return {QStringLiteral("bash"), QStringLiteral("zsh"), QStringLiteral("fish")};
}

QString completionScript(const QString &shell)
{
    initCompletion();
    QFile file(QStringLiteral(":/watchkeeper/completion/watchkeeper.") + shell);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString completionWord()
{
    return QStringLiteral("__complete");
}

QString completionsOf(const QStringList &words)
{
    const Completions found = Completer(words).completions();
    QString text;
    for (const QString &line : found.lines)
        text += line + u'\n';
    return text + QStringLiteral(":%1\n").arg(found.directive);
}

} // namespace wk
