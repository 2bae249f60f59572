// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connectdialog.h"

#include "app/testwords.h"
#include "ui/style/errorwords.h"
#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"

#include <QClipboard>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace wk {

namespace {

constexpr int ListWidth = 220;
constexpr int Wide = 860;
constexpr int High = 560;
constexpr int TitleWidth = 130;
constexpr int nameRole = Qt::UserRole;

SafeLabel *selectable(QWidget *parent)
{
    auto *label = new SafeLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

/// One line of a test: a mark, what was tried, what was found, and how long it took.
class TestStepRow : public QWidget
{
public:
    explicit TestStepRow(QWidget *parent)
        : QWidget(parent)
        , m_title(new SafeLabel(this))
        , m_fact(selectable(this))
        , m_took(new SafeLabel(this))
        , m_toggle(new QPushButton(this))
        , m_each(selectable(this))
    {
        auto *found = new QVBoxLayout;
        found->addWidget(m_fact);
        found->addWidget(m_toggle, 0, Qt::AlignLeft);
        found->addWidget(m_each);
        auto *row = new QHBoxLayout(this);
        row->setContentsMargins(scaled(28), scaled(measure::Grid), 0, scaled(measure::Grid));
        row->addWidget(m_title, 0, Qt::AlignTop);
        row->addLayout(found, 1);
        row->addWidget(m_took, 0, Qt::AlignTop);
        m_toggle->setCheckable(true);
        m_each->hide();
        QObject::connect(m_toggle, &QPushButton::toggled, m_each, &QWidget::setVisible);
        m_title->setFont(fontOf(TextRole::BodyBold));
        m_title->setFixedWidth(scaled(TitleWidth));
        m_took->setQuiet();
    }

    void tell(const TestStep &step, const ClusterAccess &access)
    {
        const TestWords words = testWords(step, access);
        m_state = step.state;
        m_title->setText(words.title);
        m_fact->setText(words.fact);
        m_took->setText(words.took);
        m_toggle->setText(ConnectDialog::tr("Each kind"));
        m_toggle->setVisible(!words.each.isEmpty());
        m_each->setText(words.each.join(u'\n'));
        m_each->setVisible(!words.each.isEmpty() && m_toggle->isChecked());
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Tokens &colours = tokens(palette());
        const int side = scaled(14);
        const QRectF box(scaled(6), scaled(measure::Grid) + scaled(2), side, side);
        switch (m_state) {
        case TestStep::State::Passed: paintIcon(painter, box, Icon::Check, colours.running); break;
        case TestStep::State::Failed: paintIcon(painter, box, Icon::Close, colours.deleted); break;
        case TestStep::State::Running: paintIcon(painter, box, Icon::ChevronRight, colours.text3); break;
        }
    }

private:
    SafeLabel *m_title;
    SafeLabel *m_fact;
    SafeLabel *m_took;
    QPushButton *m_toggle; ///< of m_each
    SafeLabel *m_each;     ///< kinds, a line each
    TestStep::State m_state = TestStep::State::Running;
};

ConnectDialog::ConnectDialog(const ClusterChoices &choices, Describe describe, TestRules rules, QWidget *parent)
    : QDialog(parent)
    , m_choices(choices)
    , m_describe(std::move(describe))
    , m_rules(std::move(rules))
    , m_list(new QListWidget(this))
    , m_name(new SafeLabel(this))
    , m_facts(new QFormLayout)
    , m_steps(new QVBoxLayout)
    , m_problem(selectable(this))
    , m_promise(new SafeLabel(this))
    , m_testButton(new QPushButton(this))
    , m_file(new QPushButton(this))
    , m_etcd(new QPushButton(this))
    , m_copy(new QPushButton(this))
    , m_cancel(new QPushButton(this))
    , m_connect(new QPushButton(this))
{
    build();
    for (const QString &name : std::as_const(m_choices.names)) {
        auto *item = new QListWidgetItem(displayText(m_choices.wordOf(name).toStdString()), m_list);
        item->setData(nameRole, name);
        if (name == m_choices.current.value(0))
            m_list->setCurrentItem(item);
    }
    connect(m_list, &QListWidget::currentItemChanged, this, &ConnectDialog::showChosen);
    connect(m_list, &QListWidget::itemActivated, m_connect, &QPushButton::click);
    connect(m_testButton, &QPushButton::clicked, this, &ConnectDialog::startTest);
    connect(m_file, &QPushButton::clicked, this, &ConnectDialog::fileAsked);
    connect(m_etcd, &QPushButton::clicked, this, &ConnectDialog::etcdAsked);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(report()); });
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_connect, &QPushButton::clicked, this, [this] {
        const QString name = chosen();
        accept();
        Q_EMIT connectAsked({name});
    });
    whenTranslated(this, [this] {
        setTexts();
        showChosen();
    });
}

ConnectDialog::~ConnectDialog() = default;

void ConnectDialog::build()
{
    m_list->setFixedWidth(scaled(ListWidth));
    m_name->setFont(fontOf(TextRole::Title));
    m_promise->setQuiet();
    m_promise->setWordWrap(true);
    m_connect->setDefault(true);

    auto *steps = new QWidget(this);
    auto *stepsColumn = new QVBoxLayout(steps);
    stepsColumn->setContentsMargins(0, 0, scaled(8), 0);
    stepsColumn->addLayout(m_steps);
    stepsColumn->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(steps);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto *testRow = new QHBoxLayout;
    testRow->addWidget(m_testButton);
    testRow->addStretch(1);

    auto *right = new QVBoxLayout;
    right->addWidget(m_name);
    right->addLayout(m_facts);
    right->addWidget(m_problem);
    right->addLayout(testRow);
    right->addWidget(scroll, 1);
    right->addWidget(m_promise);

    auto *middle = new QHBoxLayout;
    middle->addWidget(m_list);
    middle->addSpacing(scaled(12));
    middle->addLayout(right, 1);

    auto *buttons = new QHBoxLayout;
    for (QPushButton *button : {m_file, m_etcd})
        buttons->addWidget(button);
    buttons->addStretch(1);
    for (QPushButton *button : {m_copy, m_cancel, m_connect})
        buttons->addWidget(button);

    auto *column = new QVBoxLayout(this);
    column->addLayout(middle, 1);
    column->addLayout(buttons);
    resize(scaled(Wide), scaled(High));
}

void ConnectDialog::setTexts()
{
    setWindowTitle(tr("Connect to a cluster"));
    m_list->setAccessibleName(tr("Clusters"));
    m_testButton->setText(tr("Test"));
    m_file->setText(tr("Open a kubeconfig…"));
    m_etcd->setText(tr("Connect to etcd…"));
    m_copy->setText(tr("Copy report"));
    m_cancel->setText(tr("Cancel"));
    m_connect->setText(tr("Connect"));
    m_promise->setText(tr("Watchkeeper only reads: GET and nothing else. Secrets come without contents."));
}

QString ConnectDialog::chosen() const
{
    const QListWidgetItem *item = m_list->currentItem();
    return item ? item->data(nameRole).toString() : QString();
}

void ConnectDialog::addFact(const QString &label, const QString &value)
{
    if (value.isEmpty())
        return;
    auto *shown = selectable(this);
    shown->setText(value);
    auto *name = new SafeLabel(label, this);
    name->setQuiet();
    m_facts->addRow(name, shown);
}

void ConnectDialog::showChosen()
{
    m_test.reset();
    showTest();
    while (m_facts->rowCount() > 0)
        m_facts->removeRow(0);
    const QString name = chosen();
    m_connect->setEnabled(!name.isEmpty());
    m_name->setText(displayText(m_choices.wordOf(name).toStdString()));
    const auto access = m_describe(name);
    m_access = access ? std::optional(*access) : std::nullopt;
    m_problem->setText(access || name.isEmpty() ? QString() : errorWords(access.error()).sentence());
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_testButton->setEnabled(m_access && !m_access->server.isEmpty());
    if (!m_access)
        return;
    const auto safe = [](const std::string &text) { return displayText(text); };
    addFact(tr("Server"), safe(m_access->server.toDisplayString(QUrl::RemoveUserInfo).toStdString()));
    addFact(tr("User"), safe(m_access->user));
    addFact(tr("Signs in"), signInWords(*m_access));
    if (m_access->skipTlsVerify)
        addFact(tr("Certificate"), tr("Not checked (insecure-skip-tls-verify)"));
    addFact(tr("Namespace"), safe(m_access->ns));
    addFact(tr("From"), safe(m_access->source));
}

void ConnectDialog::startTest()
{
    if (!m_access)
        return;
    m_rules.ask(*m_access, *this, [this, dialog = QPointer(this), name = chosen()] {
        if (!dialog || chosen() != name)
            return;
        m_test = std::make_unique<ConnectionTest>(*m_access, m_rules.plugins());
        connect(m_test.get(), &ConnectionTest::moved, this, &ConnectDialog::showTest);
        showTest();
    });
}

void ConnectDialog::showTest()
{
    const std::size_t count = m_test ? m_test->steps().size() : 0;
    while (m_rows.size() > count) {
        delete m_rows.back();
        m_rows.pop_back();
    }
    for (std::size_t i = 0; i < count; ++i)
        showStep(i, m_test->steps()[i]);
}

void ConnectDialog::showStep(std::size_t number, const TestStep &step)
{
    if (number == m_rows.size()) {
        m_rows.push_back(new TestStepRow(this));
        m_steps->addWidget(m_rows.back());
    }
    m_rows[number]->tell(step, *m_access);
}

QString ConnectDialog::report() const
{
    QStringList lines{chosen()};
    for (int row = 0; row < m_facts->rowCount(); ++row) {
        const auto textOf = [&](QFormLayout::ItemRole role) {
            return static_cast<const QLabel *>(m_facts->itemAt(row, role)->widget())->text();
        };
        lines << textOf(QFormLayout::LabelRole) + QStringLiteral(": ") + textOf(QFormLayout::FieldRole);
    }
    if (!m_problem->text().isEmpty())
        lines << m_problem->text();
    for (const TestStep &step : m_test ? m_test->steps() : std::vector<TestStep>())
        lines << testWords(step, *m_access).text();
    return lines.join(u'\n') + u'\n';
}

} // namespace wk
