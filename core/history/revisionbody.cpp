// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionbody.h"

#include "core/history/revisionstore.h"

#include <utility>

namespace wk {

namespace {

class RevisionBytes final : public Body::Encoded
{
public:
    RevisionBytes(std::shared_ptr<const RevisionStore> store, RevisionRef ref, std::size_t objectBytes)
        : m_store(std::move(store))
        , m_ref(ref)
        , m_objectBytes(static_cast<std::uint32_t>(objectBytes))
    {}

    std::string object() const override
    {
        const auto text = m_store->snapshot().read(m_ref);
        return text ? std::string(text->object()) : std::string();
    }
    std::string line() const override
    {
        auto text = m_store->snapshot().read(m_ref);
        return text ? std::move(text).value().line : std::string();
    }
    std::size_t objectBytes() const override { return m_objectBytes; }
    std::size_t heldBytes() const override
    {
        const auto facts = m_store->snapshot().facts(m_ref);
        return sizeof *this + (facts ? facts->heldBytes : 0);
    }

private:
    std::shared_ptr<const RevisionStore> m_store;
    RevisionRef m_ref;
    std::uint32_t m_objectBytes;
};

} // namespace

Body revisionBody(std::shared_ptr<const RevisionStore> store, RevisionRef ref, std::size_t objectBytes)
{
    if (ref.isNull())
        return {};
    return Body(std::make_shared<const RevisionBytes>(std::move(store), ref, objectBytes));
}

} // namespace wk
