// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/diffcopy.h"

#include "core/json/yamlwriter.h"
#include "core/resource/jsonpatch.h"
#include "core/resource/unifieddiff.h"
#include "ui/code/codeview.h"
#include "ui/style/safetext.h"
#include "ui/style/whentranslated.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QWidget>

#include <utility>

namespace wk {

namespace {

/// "web/cart-7c9f.yaml", and behind a tab which revision it is.
std::string fileName(const Object &object)
{
    const std::string folder = object.ns.empty() ? std::string() : object.ns + '/';
    const std::string version = object.version.text();
    return displayText(folder + object.name).toStdString() + ".yaml\tresourceVersion " +
           displayText(version).toStdString();
}

Result<std::string> yamlOf(const ObjectPtr &object)
{
    return object ? yaml::fromJson(object->body.object(), yaml::Writer::ManagedFields::LeftOut) : std::string();
}

QString unifiedText(const ObjectPtr &before, const ObjectPtr &after)
{
    const Result<std::string> old = yamlOf(before);
    const Result<std::string> now = yamlOf(after);
    if (!old || !now)
        return {};
    const auto diff = unifiedDiff(*old, *now, {before ? fileName(*before) : "/dev/null", fileName(*after)});
    return diff ? QString::fromStdString(*diff) : QString();
}

QString patchText(const ObjectPtr &before, const ObjectPtr &after)
{
    const Result<std::string> patch = jsonPatch(before->body.object(), after->body.object());
    return patch ? QString::fromStdString(*patch) : QString();
}

} // namespace

DiffCopy::DiffCopy(QWidget *parent)
    : QObject(parent)
    , m_unified(new QAction(this))
    , m_patch(new QAction(this))
    , m_task([](const QString &text) {
        if (!text.isEmpty())
            QGuiApplication::clipboard()->setText(text);
    })
{
    connect(m_unified, &QAction::triggered, this, &DiffCopy::copyUnified);
    connect(m_patch, &QAction::triggered, this, &DiffCopy::copyPatch);
    setRevisions({}, {});
    whenTranslated(parent, [this] {
        m_unified->setText(tr("Copy as unified diff"));
        m_patch->setText(tr("Copy as JSON Patch"));
    });
}

void DiffCopy::setRevisions(ObjectPtr before, ObjectPtr after)
{
    m_before = std::move(before);
    m_after = std::move(after);
    const auto isRead = [](const ObjectPtr &object) { return object && !object->body.isNull(); };
    m_unified->setEnabled(isRead(m_after) && (!m_before || isRead(m_before)));
    m_patch->setEnabled(isRead(m_before) && isRead(m_after));
}

void DiffCopy::serve(CodeView &view)
{
    view.addActions({m_unified, m_patch});
    connect(&view, &CodeView::copyAllAsked, m_unified, &QAction::trigger);
}

void DiffCopy::copyUnified()
{
    m_task.run([before = m_before, after = m_after] { return unifiedText(before, after); });
}

void DiffCopy::copyPatch()
{
    m_task.run([before = m_before, after = m_after] { return patchText(before, after); });
}

} // namespace wk
