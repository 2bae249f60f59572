// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_arguments {

using namespace wk;

namespace {

using Targets = std::vector<TargetArguments>;

Result<Arguments> parse(const char *line)
{
    return parseArguments(QString::fromLatin1(line).split(u' ', Qt::SkipEmptyParts));
}

} // namespace

class TestArguments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingOpensTheWindow();
    void getReadsWhatKubectlReads();
    void aWindowTakesSeveralContexts();
    void getReadsAsWhom();
    void getReadsHowToPrint();
    void optionsMayStandBeforeTheCommand();
    void kindsAndNamesAreReadAsKubectlDoes_data();
    void kindsAndNamesAreReadAsKubectlDoes();
    void flagsAreReadAsGoDoes_data();
    void flagsAreReadAsGoDoes();
    void recordNamesItsFileFirst();
    void serveReadsItsOptions();
    void helpNamesTheProgram();
    void mistakesAreSaid_data();
    void mistakesAreSaid();
    void anEmptyNameIsAMistake();
};

void TestArguments::nothingOpensTheWindow()
{
    const auto arguments = parse("--demo --theme dark");
    const auto &window = std::get<WindowArguments>(*arguments);
    QVERIFY(window.cluster.demo);
    QCOMPARE(window.theme, QStringLiteral("dark"));
    const auto large = parse("--demo-scale 20000");
    QVERIFY(std::get<WindowArguments>(*large).cluster.demo);
    QCOMPARE(std::get<WindowArguments>(*large).cluster.demoPods, 20000);
    QVERIFY(!parse("--demo-scale 99"));
    QVERIFY(!parse("--demo-scale many"));
    QVERIFY(parse("--language zh_CN --theme system"));
    QCOMPARE(std::get<WindowArguments>(*parse("-n web --demo")).ns, std::string("web"));
    QCOMPARE(std::get<WindowArguments>(*parse("--namespace=db")).ns, std::string("db"));
    QVERIFY2(!parse("--theme pink"), "there is none");
    QVERIFY2(!parse("--language fr"), "nor that");
}

void TestArguments::getReadsWhatKubectlReads()
{
    const auto arguments = parse("get pods -A -w -o json --output-watch-events -l app=web --kubeconfig f --context c");
    const auto &get = std::get<GetArguments>(*arguments);
    QCOMPARE(get.selection.targets, (Targets{{"pods", ""}}));
    QVERIFY(get.selection.allNamespaces && get.watch && get.outputWatchEvents);
    QVERIFY(get.format == OutputFormat::Json);
    QCOMPARE(get.selection.labelSelector, std::string("app=web"));
    QCOMPARE(get.cluster.kubeconfig, std::string("f"));
    QCOMPARE(get.cluster.context, std::string("c"));
}

void TestArguments::aWindowTakesSeveralContexts()
{
    const ClusterArguments several = std::get<WindowArguments>(*parse("--context a --context b --context c")).cluster;
    QCOMPARE(several.context, std::string("a"));
    QCOMPARE(several.alsoContexts, (std::vector<std::string>{"b", "c"}));
    QCOMPARE(std::get<GetArguments>(*parse("get pods --context a --context b")).cluster.context,
             std::string("b")); // as kubectl has it
}

void TestArguments::getReadsAsWhom()
{
    const auto arguments = parse("get pods --as jane --as-group a --as-group=b --as-uid 7");
    const Impersonation &as = std::get<GetArguments>(*arguments).cluster.as;
    QCOMPARE(as.user, std::string("jane"));
    QCOMPARE(as.uid, std::string("7"));
    QCOMPARE(as.groups, (std::vector<std::string>{"a", "b"}));
    QVERIFY(std::get<WindowArguments>(*parse("--context a")).cluster.as.isNone());
}

void TestArguments::getReadsHowToPrint()
{
    const auto arguments = parse("-L a get pods --sort-by={.spec.x} -L b,c --ignore-not-found --chunk-size 7 "
                                 "-o=jsonpath={.kind} --allow-missing-template-keys=false --show-kind");
    QVERIFY(arguments);
    const auto &get = std::get<GetArguments>(*arguments);
    QCOMPARE(get.sortText, std::string("{.spec.x}"));
    QCOMPARE(get.sortPath.size(), 2u);
    QCOMPARE(get.labelColumns, (std::vector<std::string>{"a", "b", "c"}));
    QVERIFY(get.ignoreNotFound && get.missingKeysAreErrors && get.showKind);
    QCOMPARE(get.selection.chunkSize, 7);
    QVERIFY(get.format == OutputFormat::JsonPath);
    const auto plain = parse("get pods --sort-by spec.x --chunk-size=-1");
    QCOMPARE(std::get<GetArguments>(*plain).sortText, std::string("{.spec.x}"));
    QCOMPARE(std::get<GetArguments>(*plain).selection.chunkSize, 0);
    QVERIFY(!std::get<GetArguments>(*plain).missingKeysAreErrors);
}

void TestArguments::optionsMayStandBeforeTheCommand()
{
    const auto arguments = parse("--kubeconfig get -n web get pods -w");
    const auto &get = std::get<GetArguments>(*arguments);
    QCOMPARE(get.cluster.kubeconfig, std::string("get"));
    QCOMPARE(get.selection.ns, std::string("web"));
    QCOMPARE(get.selection.targets, (Targets{{"pods", ""}}));
    QVERIFY(get.watch);
}

void TestArguments::kindsAndNamesAreReadAsKubectlDoes_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<Targets>("targets");
    const auto row = [](const char *line, const Targets &targets) {
        QTest::newRow(line) << QString::fromLatin1(line) << targets;
    };
    row("get pods", {{"pods", ""}});
    row("get pod web-1", {{"pod", "web-1"}});
    row("get pod/web-1 -n shop", {{"pod", "web-1"}});
    row("get deploy,rs", {{"deploy", ""}, {"rs", ""}});
    row("get cm a b", {{"cm", "a"}, {"cm", "b"}});
    row("get deploy,rs web", {{"deploy", "web"}, {"rs", "web"}});
    row("get deploy,deploy web", {{"deploy", "web"}});
    row("get deploy,", {{"deploy", ""}, {"", ""}});
    row("get deploy/x rs/y", {{"deploy", "x"}, {"rs", "y"}});
}

void TestArguments::kindsAndNamesAreReadAsKubectlDoes()
{
    QFETCH(QString, line);
    const auto arguments = parse(line.toLatin1().constData());
    QVERIFY(arguments);
    QTEST(std::get<GetArguments>(*arguments).selection.targets, "targets");
}

void TestArguments::flagsAreReadAsGoDoes_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("on"); // of A, w, no-headers
    const auto row = [](const char *line, const char *on) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(on);
    };
    row("get pods -A -w --no-headers", "A w no-headers");
    row("get pods --watch=false", "");
    row("get pods -w=false -A=true", "A");
    row("get pods --no-headers=true --watch=T --all-namespaces=0", "w no-headers");
    row("get pods -Aw", "A w");
    row("get pods -Aw=false", "A");
    row("get pods -w --watch=false", "");
    row("get pods --watch=FALSE -w", "w");
    row("--watch=1 get pods", "w");
    row("get pods -An web", "A");
    row("get pods -wnweb", "w");
    row("get pods -n -w", "");
    row("get pods -l --watch=false -A", "A");
    row("get -A -- pods -w", "A");
}

void TestArguments::flagsAreReadAsGoDoes()
{
    QFETCH(QString, line);
    const auto arguments = parse(line.toLatin1().constData());
    QVERIFY2(arguments, arguments ? "" : arguments.error().text.c_str());
    const auto &get = std::get<GetArguments>(*arguments);
    QStringList on;
    if (get.selection.allNamespaces)
        on.append(QStringLiteral("A"));
    if (get.watch)
        on.append(QStringLiteral("w"));
    if (get.noHeaders)
        on.append(QStringLiteral("no-headers"));
    QTEST(on.join(u' '), "on");
    QCOMPARE(get.selection.targets.front().resource, std::string("pods"));
    if (line.contains(QStringLiteral("web")))
        QCOMPARE(get.selection.ns, std::string("web"));
}

void TestArguments::recordNamesItsFileFirst()
{
    const auto arguments = parse("record pods.jsonl pods -A");
    const auto &record = std::get<RecordArguments>(*arguments);
    QCOMPARE(record.file, QStringLiteral("pods.jsonl"));
    QCOMPARE(record.selection.targets, (Targets{{"pods", ""}}));
    QVERIFY(record.isRedacted && !record.isRecording() && !record.duration);
    const auto ring = parse("record a.wklog pods,events --no-redact --duration 10m --ring 2GB");
    const auto &whole = std::get<RecordArguments>(*ring);
    QVERIFY(!whole.isRedacted && whole.isRecording());
    QCOMPARE(whole.duration, std::optional(std::chrono::seconds(600)));
    QCOMPARE(whole.ringBytes, std::uint64_t(2'000'000'000));
    QCOMPARE(std::get<RecordArguments>(*parse("record a.wklog pods --ring 24h")).ringAge,
             std::optional(std::chrono::seconds(86'400)));
    QCOMPARE(std::get<RecordArguments>(*parse("record a.wklog pods --filter kind:Pod")).filterText,
             QStringLiteral("kind:Pod"));
    QVERIFY(!parse("record a.wklog pods --context a --context b"));
    QVERIFY(!parse("record a.wklog pods --filter kind:") && !parse("record a.wklog.part pods"));
    const auto cat = parse("cat a.wklog -o jsonl --filter kind:Pod");
    const auto &read = std::get<ReadingArguments>(*cat);
    QVERIFY(read.command == ReadingArguments::Command::Cat && read.output == ReadingArguments::Output::Lines);
    QVERIFY(!read.filter.isEmpty());
    const auto diff = parse("diff a.wklog --at 13:58 --at -5m");
    QCOMPARE(std::get<ReadingArguments>(*diff).at, (QStringList{QStringLiteral("13:58"), QStringLiteral("-5m")}));
    for (const char *wrong : {"diff a.wklog", "diff a.wklog --at 13:58", "diff a.wklog b.wklog --at 13:58 --at 13:59",
                              "convert a.wklog", "cat a.wklog -o xml", "cat a.wklog --filter kind:", "verify a b"})
        QVERIFY2(!parse(wrong), wrong);
}

void TestArguments::serveReadsItsOptions()
{
    const auto arguments = parse("serve --demo --port 8001 --still --folder=/tmp/kept");
    const auto &serve = std::get<ServeArguments>(*arguments);
    QCOMPARE(serve.demo.port, static_cast<unsigned short>(8001));
    QCOMPARE(serve.folder, std::string("/tmp/kept"));
    QVERIFY(serve.demo.hasComponents && !serve.demo.hasScenarios && serve.demo.tls);
    QCOMPARE(serve.demo.nodes, 12);
}

void TestArguments::helpNamesTheProgram()
{
    const auto help = [](const char *line) { return std::get<HelpArguments>(*parse(line)).text; };
    QVERIFY(help("--help").startsWith(QStringLiteral("Usage: watchkeeper [options]")));
    QVERIFY(help("get -h").startsWith(QStringLiteral("Usage: watchkeeper get [options] KIND [NAME]")));
    QVERIFY(help("record -h").startsWith(QStringLiteral("Usage: watchkeeper record [options] FILE KIND")));
}

void TestArguments::mistakesAreSaid_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("word"); // of the sentence
    const auto row = [](const char *line, const char *word) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromUtf8(word);
    };
    row("get pods --user nobody", "error: --user is for --etcd.");
    row("--insecure-skip-tls-verify", "error: --insecure-skip-tls-verify is for --etcd.");
    row("get", "error: Required resource not specified.\nName the kind of objects");
    row("get pods -o xml", "xml");
    row("serve --demo --fast", "Error: unknown flag: --fast\nSee 'watchkeeper serve --help' for usage.");
    row("get pods -o go-template={{.kind}}", "Go templates are not read here");
    row("get pods -f pod.yaml", "No files are read here");
    row("get -k .", "No files are read here");
    row("get pods --sort-by={.a", "unexpected path string");
    row("get pods --chunk-size=few", "--chunk-size takes a whole number, and not “few”");
    row("get deploy/x rs", "error: there is no need to specify a resource type as a separate argument");
    row("get deploy,rs/x", "error: arguments in resource/name form must have a single resource and name");
    row("get pods/", "error: arguments in resource/name form must have a single resource and name");
    row("get a/b/c", "error: arguments in resource/name form may not have more than one slash");
    row("get pods --nonsense", "Error: unknown flag: --nonsense\nSee 'watchkeeper get --help' for usage.");
    row("get pods --nonsense=true", "Error: unknown flag: --nonsense\n");
    row("get pods --w", "Error: unknown flag: --w\n");
    row("record f pods --nonsense", "See 'watchkeeper record --help' for usage.");
    row("--nonsense", "See 'watchkeeper --help' for usage.");
    row("get pods -Axw", "Error: unknown shorthand flag: 'x' in -xw\n");
    row("get pods -An", "Error: flag needs an argument: 'n' in -n\n");
    row("get pods --namespace", "Error: flag needs an argument: --namespace\n");
    row("get pods --watch=maybe", "Error: invalid argument \"maybe\" for \"-w, --watch\" flag: strconv.ParseBool: "
                                  "parsing \"maybe\": invalid syntax\nSee 'watchkeeper get --help' for usage.");
    row("get pods -Aw=", "Error: unknown shorthand flag: '=' in -=\n");
    row("get pods --watch=", "Error: invalid argument \"\" for \"-w, --watch\" flag");
    row("get pods --demo=maybe", "Error: invalid argument \"maybe\" for \"--demo\" flag");
    row("get cm a -l x", "error: name cannot be provided when a selector is specified");
    row("get cm/a -l x", "error: selectors and the all flag cannot be used when passing resource/name arguments");
    row("get cm,svc a --field-selector x=y", "error: selectors and the all flag cannot be used");
    row("get cm --show-labels -o json", "error: --show-labels option cannot be used with json printer");
    row("get cm --output-watch-events", "error: --output-watch-events option can only be used with --watch");
    row("record", "file");
    row("record a.wklog pods --duration soon", "--duration takes a time as in 90s");
    row("record a.wklog pods --duration 0s", "--duration takes a time as in 90s");
    row("record a.wklog pods --ring 1MB", "--ring takes a size from 10MB on");
    row("record a.jsonl pods --ring 50MB", "Only a recording can be a ring");
    row("cat", "error: Name one recording");
    row("stats", "error: Name one recording");
    row("cat a.wklog b.wklog", "error: Name one recording");
    row("cat a.wklog -o xml", "There is no output “xml” of a recording");
    row("record f", "kind");
    row("delete pods", "delete");
}

void TestArguments::anEmptyNameIsAMistake()
{
    const auto arguments = parseArguments({QStringLiteral("get"), QStringLiteral("cm"), QString()});
    QVERIFY(!arguments);
    QCOMPARE(arguments.error().text, std::string("error: resource name may not be empty"));
}

void TestArguments::mistakesAreSaid()
{
    QFETCH(QString, line);
    QFETCH(QString, word);
    const auto arguments = parse(line.toLatin1().constData());
    QVERIFY(!arguments);
    QVERIFY(arguments.error().kind == ErrorKind::Invalid);
    QVERIFY2(QString::fromStdString(arguments.error().text).contains(word), arguments.error().text.c_str());
}

// As in main(), where arguments are read before there is an application.

} // namespace tst_arguments

WK_TEST(tst_arguments, TestArguments, NoApplication)
#include "tst_arguments.moc"
