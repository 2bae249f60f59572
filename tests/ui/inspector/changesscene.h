// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/code/codeview.h"
#include "ui/inspector/changespage.h"
#include "ui/style/theme.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace wk::sample {

/// A pod whose kubelet wrote its status last at a second; `more` stands in metadata.
inline ObjectPtr kubeletRevision(int version, int restarts, int second, const std::string &more = {})
{
    Object made = pod({.name = "web-1"}, version);
    made.body = plainBody(
        "{'kind':'Pod','metadata':{'name':'web-1','resourceVersion':'" + std::to_string(version) + "'" + more +
        ",'managedFields':[{'manager':'kubelet','operation':'Update','time':'" +
        "2026-11-21T10:41:" + std::to_string(second) +
        "Z','fieldsV1':{'f:status':{'f:restarts':{}}}}]},'status':{'restarts':" + std::to_string(restarts) + "}}");
    made.managers = {{"kubelet", "Update", "", Now + std::chrono::seconds(second), std::uint32_t(second)}};
    return shared(std::move(made));
}

/// The Changes of a pod that has three revisions, and may have a fourth that is quiet.
struct ChangesScene {
    static constexpr WatchId Pods = 1;

    /// Anew.
    void begin()
    {
        m_tester.reset();
        m_page.reset();
        m_log = std::make_unique<TestHistory>();
        m_log->setWatch(Pods, scopeOf(podInfo()));
        m_state = std::make_unique<WindowState>();
        m_page = std::make_unique<ChangesPage>(*m_state, m_clock);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_page->model(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_first = kubeletRevision(1, 5, 10);
        m_second = kubeletRevision(2, 6, 11, ",'labels':{'a':'b'}");
        m_third = kubeletRevision(3, 7, 12, ",'labels':{'a':'b'}");
        m_quiet = kubeletRevision(4, 7, 13, ",'labels':{'a':'b'}");
        append({listed(Pods, podColumns(), {m_first}), modified(Pods, m_first, m_second),
                modified(Pods, m_second, m_third)});
        m_page->setHistory(*m_log);
        m_state->select(ref());
        m_page->resize(420, 640);
        m_page->show();
        QTRY_VERIFY(m_page->diffView()->document());
    }
    void append(std::vector<EntryPtr> entries) { m_log->append(batch(std::move(entries))); }
    void follow()
    {
        m_page->follow();
        m_clock.advance(std::chrono::milliseconds(250));
    }
    ObjectRef ref() const { return refOf(podInfo().gvr, *m_first); }
    QString shownLines() const { return m_page->diffView()->visibleText().join(u'\n'); }

    Theme m_theme;
    ManualClock m_clock;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<ChangesPage> m_page;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    ObjectPtr m_first, m_second, m_third, m_quiet;
};

} // namespace wk::sample
