// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/foldedobject.h"

#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/objectdifference.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <random>

/// What was folded comes out as it was, whatever it was folded upon.
namespace tst_foldedobject {

using namespace wk;
using namespace wk::test;

namespace {

/// Objects of which any members may be alike.
class Making
{
public:
    Making(std::uint64_t seed)
        : m_random(seed)
    {}

    Object object()
    {
        Object made;
        made.ns = word();
        made.name = word();
        made.uid = below(3) == 0 ? word() : "0c5ba4b6-7f6e-4d5c-9c5f-00000000000" + std::to_string(below(3));
        made.version = ResourceVersion(below(4) == 0 ? word() : std::to_string(m_random() >> below(64)));
        made.created = time();
        made.deleting = time();
        made.seen = time();
        made.labels = many<std::pair<Text, Text>>([this] { return std::pair<Text, Text>(word(), word()); });
        made.owners = many<OwnerReference>([this] {
            return OwnerReference{word(), word(), word(), Uid(word()), below(2) == 0};
        });
        made.managers = managers();
        made.node = word();
        made.phase = word();
        made.ready = static_cast<Readiness>(below(4));
        made.cells = cells(made);
        made.body = below(20) == 0 ? Body() : m_body.withKey(m_random() >> below(64));
        made.unreadable = static_cast<Unreadable>(below(9) == 0 ? below(5) : 0);
        return made;
    }
    /// The next revision of one: a few members are others.
    Object edited(Object object)
    {
        const Object other = this->object();
        const auto maybe = [this](auto &member, const auto &from) {
            if (below(6) == 0)
                member = from;
        };
        maybe(object.version, other.version);
        maybe(object.deleting, other.deleting);
        maybe(object.seen, other.seen);
        maybe(object.labels, other.labels);
        maybe(object.phase, other.phase);
        maybe(object.ready, other.ready);
        maybe(object.node, other.node);
        maybe(object.body, other.body);
        if (std::vector<ManagedFields> entries = object.managers.vector(); !entries.empty() && below(2) == 0) {
            ManagedFields &entry = entries[below(entries.size())];
            entry.time = time();
            entry.fieldsHash = hash();
            object.managers = Managers(entries);
        }
        if (std::vector<Cell> cells = object.cells.vector(); !cells.empty() && below(2) == 0) {
            cells[below(cells.size())] = std::int64_t(below(500)) - 250;
            object.cells = Cells(cells);
        }
        return object;
    }

private:
    std::size_t below(std::size_t bound) { return m_random() % bound; }
    std::uint32_t hash() { return std::uint32_t(m_random() >> (64 - ManagedFields::HashBits)); }
    std::string word()
    {
        static const std::array<std::string, 6> Words{"",       "a", "web-7f6e4d5c", "<none>", std::string(300, 'x'),
                                                      "Running"};
        return Words[below(Words.size())];
    }
    MaybeTime time()
    {
        if (below(3) == 0)
            return {};
        return Start + std::chrono::microseconds(std::int64_t(m_random() >> below(64)) / 2 * (below(2) == 0 ? 1 : -1));
    }
    template <class T, class Make>
    std::vector<T> many(Make make)
    {
        std::vector<T> made(below(4));
        std::ranges::generate(made, make);
        return made;
    }
    Managers managers()
    {
        std::vector<ManagedFields> entries(below(4));
        for (ManagedFields &entry : entries)
            entry = {below(2) ? "kubelet" : "kubectl", "Update", below(2) ? "status" : "", time(), hash(),
                     std::uint32_t(below(1000))};
        return entries;
    }
    Cells cells(const Object &object)
    {
        Cells::Builder builder(object.name, object.node);
        const std::array<Cell, 9> kinds{Cell(),
                                        true,
                                        false,
                                        std::int64_t(3),
                                        std::int64_t(-1) << 62,
                                        0.5,
                                        object.name.view(),
                                        std::string_view("1/1"),
                                        object.node.view()};
        for (std::size_t left = below(10); left > 0; --left)
            builder.add(kinds[below(kinds.size())]);
        return builder.cells();
    }

    std::mt19937_64 m_random;
    Body m_body = plainBody("{}");
};

} // namespace

class TestFoldedObject : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasFoldedComesOutAsItWas();
    void theNextRevisionTakesAFewBytes();
    void whatIsTheSameIsShared();
    void bodiesOfAnotherKeeperAreRefused();
    void brokenBytesAreNoObject();
};

void TestFoldedObject::whatWasFoldedComesOutAsItWas()
{
    Making making(seed());
    for (int round = 0, end = rounds(5000); round < end; ++round) {
        const Object reference = making.object();
        const auto object = makeCounted<Object>(round % 2 ? making.object() : making.edited(reference));
        std::string bytes("before");
        if (!fold(*object, reference, bytes)) {
            QVERIFY(object->body.keeper() != reference.body.keeper());
            QCOMPARE(bytes, std::string("before"));
            continue;
        }
        bytes += "behind";
        QCOMPARE(objectDifference(unfold(std::string_view(bytes).substr(6), reference), object), QString());
    }
}

void TestFoldedObject::theNextRevisionTakesAFewBytes()
{
    Making making(1);
    Object reference = making.object();
    reference.version = ResourceVersion("100200300");
    reference.managers = {{"kubelet", "Update", "status", Start, 7, 9}};
    reference.cells = {std::string_view("web-1"), std::string_view("0/1"), std::int64_t(0)};
    Object object = reference;
    object.version = ResourceVersion("100200412");
    object.managers = {{"kubelet", "Update", "status", Start + std::chrono::seconds(9), 8, 9}};
    object.cells = {std::string_view("web-1"), std::string_view("1/1"), std::int64_t(0)};
    object.body = reference.body.withKey(reference.body.key() + 4711);
    std::string bytes;
    QVERIFY(fold(object, reference, bytes));
    QVERIFY2(bytes.size() <= 32, QByteArray::number(qulonglong(bytes.size())).constData());
    bytes.clear();
    QVERIFY(fold(reference, reference, bytes));
    QCOMPARE(bytes.size(), std::size_t(1));
}

void TestFoldedObject::whatIsTheSameIsShared()
{
    Making making(3);
    Object reference = making.object();
    reference.name = "web-7f6e4d5c";
    reference.labels = {{"app", "web"}};
    Object object = reference;
    object.phase = "Failed";
    std::string bytes;
    QVERIFY(fold(object, reference, bytes));
    const ObjectPtr made = unfold(bytes, reference);
    QCOMPARE(static_cast<const void *>(made->name.view().data()),
             static_cast<const void *>(reference.name.view().data()));
    QCOMPARE(static_cast<const void *>(made->labels.begin()), static_cast<const void *>(reference.labels.begin()));
}

void TestFoldedObject::bodiesOfAnotherKeeperAreRefused()
{
    Object reference;
    reference.body = plainBody("{}");
    Object object;
    object.body = plainBody("{}");
    std::string bytes;
    QVERIFY(!fold(object, reference, bytes));
    QVERIFY(!fold(Object(), reference, bytes));
    QVERIFY(bytes.empty());
}

void TestFoldedObject::brokenBytesAreNoObject()
{
    Making making(seed());
    std::mt19937_64 random(seed());
    for (int round = 0, end = rounds(2000); round < end; ++round) {
        const Object reference = making.object();
        std::string bytes;
        if (!fold(making.object(), reference, bytes) || bytes.size() < 2)
            continue;
        QVERIFY(!unfold(std::string_view(bytes).substr(0, random() % (bytes.size() - 1)), reference));
        bytes[random() % bytes.size()] = static_cast<char>(random());
        unfold(bytes, reference); // whatever it is: no harm
    }
    QVERIFY(!unfold({}, Object()));
}

} // namespace tst_foldedobject

WK_TEST(tst_foldedobject, TestFoldedObject, NoApplication)
#include "tst_foldedobject.moc"
