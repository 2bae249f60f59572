<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Audit</name>
    <message numerus="yes">
        <source>%n objects equal at resourceVersion %1.</source>
        <translation>
            <numerusform>%n object equal at resourceVersion %1.</numerusform>
            <numerusform>%n objects equal at resourceVersion %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects differ at resourceVersion %1. The watch declares a gap and lists again.</source>
        <translation>
            <numerusform>%n object differs at resourceVersion %1. The watch declares a gap and lists again.</numerusform>
            <numerusform>%n objects differ at resourceVersion %1. The watch declares a gap and lists again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CodePainter</name>
    <message numerus="yes">
        <source>%n unchanged lines</source>
        <translation>
            <numerusform>%n unchanged line</numerusform>
            <numerusform>%n unchanged lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… %n lines</source>
        <translation>
            <numerusform>… %n line</numerusform>
            <numerusform>… %n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConnectionWords</name>
    <message numerus="yes">
        <source>%1 And %n other cluster(s).</source>
        <comment>what is wrong with one cluster</comment>
        <translation>
            <numerusform>%1 And %n other cluster.</numerusform>
            <numerusform>%1 And %n other clusters.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventFacts</name>
    <message numerus="yes">
        <source>%n gaps since then, in which nothing was seen: the last from %1 to %2.</source>
        <translation>
            <numerusform>One gap since then, in which nothing was seen: from %1 to %2.</numerusform>
            <numerusform>%n gaps since then, in which nothing was seen: the last from %1 to %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventWords</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects in %1</source>
        <translation>
            <numerusform>%n object in %1</numerusform>
            <numerusform>%n objects in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n added</numerusform>
            <numerusform>%n added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deleted</source>
        <translation>
            <numerusform>%n deleted</numerusform>
            <numerusform>%n deleted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message numerus="yes">
        <source>%n restarts</source>
        <translation>
            <numerusform>%n restart</numerusform>
            <numerusform>%n restarts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Life</name>
    <message numerus="yes">
        <source>%n older Kubernetes Events are left out: the stream has every one.</source>
        <translation>
            <numerusform>%n older Kubernetes Event is left out: the stream has every one.</numerusform>
            <numerusform>%n older Kubernetes Events are left out: the stream has every one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message numerus="yes">
        <source>It hides %n object(s). Esc clears it.</source>
        <translation>
            <numerusform>It hides %n object. Esc clears it.</numerusform>
            <numerusform>It hides %n objects. Esc clears it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) since watching began</source>
        <translation>
            <numerusform>%n change since it is watched</numerusform>
            <numerusform>%n changes since it is watched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It hides %n object(s). Esc goes back to live; Esc again clears the filter.</source>
        <translation>
            <numerusform>It hides %n object. Esc goes back to live, and once more clears it.</numerusform>
            <numerusform>It hides %n objects. Esc goes back to live, and once more clears it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) by then, since watching began</source>
        <translation>
            <numerusform>%n change by then, since it is watched</numerusform>
            <numerusform>%n changes by then, since it is watched</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Style</name>
    <message numerus="yes">
        <source>%1, %n more notes</source>
        <comment>cluster clock +1 h, 2 more notes</comment>
        <translation>
            <numerusform>%1, %n more note</numerusform>
            <numerusform>%1, %n more notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TestTr</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>names</comment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message numerus="yes">
        <source>and %n more here: zoom in</source>
        <translation>
            <numerusform>and %n more here: zoom in</numerusform>
            <numerusform>and %n more here: zoom in</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>once</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message numerus="yes">
        <source>Not certain: %1 own(s) this field, but no managedFields entry was updated. A write that only changes values or removes fields may leave no trace on this server.</source>
        <translation>
            <numerusform>Not certain: %1 owns this field, but no entry of managedFields has moved. A write that only changes values or takes fields away may leave no trace on this server.</numerusform>
            <numerusform>Not certain: %1 own this field, but no entry of managedFields has moved. A write that only changes values or takes fields away may leave no trace on this server.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::ChangesPage</name>
    <message numerus="yes">
        <source>%n routine</source>
        <comment>revisions that only say that somebody is still there</comment>
        <translation>
            <numerusform>%n quiet</numerusform>
            <numerusform>%n quiet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::ClusterPopup</name>
    <message numerus="yes">
        <source>Show %n cluster(s)</source>
        <translation>
            <numerusform>Show %n cluster</numerusform>
            <numerusform>Show %n clusters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::CodeView</name>
    <message numerus="yes">
        <source>%n more lines are not shown.</source>
        <translation>
            <numerusform>%n more line is not shown.</numerusform>
            <numerusform>%n more lines are not shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::ExportDialog</name>
    <message numerus="yes">
        <source>%1 written from %n rows.</source>
        <translation>
            <numerusform>%1 written from %n row.</numerusform>
            <numerusform>%1 written from %n rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be read and were left out.</source>
        <translation>
            <numerusform>%n could not be read and was left out.</numerusform>
            <numerusform>%n could not be read and were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n about the watches themselves, such as LIST, have no watch line; a spreadsheet has them.</source>
        <translation>
            <numerusform>%n about a watch itself, such as LIST, has no watch line; a spreadsheet has it.</numerusform>
            <numerusform>%n about the watches themselves, such as LIST, have no watch line; a spreadsheet has them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::FacetModel</name>
    <message numerus="yes">
        <source>%1, %n events</source>
        <translation>
            <numerusform>%1, %n event</numerusform>
            <numerusform>%1, %n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n objects</source>
        <translation>
            <numerusform>%1, %n object</numerusform>
            <numerusform>%1, %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of these are likely, not certain: it owns what changed, but no managedFields entry was updated.</source>
        <translation>
            <numerusform>%n of these is likely, not certain: it owns what changed, but no managedFields entry was updated.</numerusform>
            <numerusform>%n of these are likely, not certain: it owns what changed, but no managedFields entry was updated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n of them likely</source>
        <translation>
            <numerusform>%1, %n of them likely</numerusform>
            <numerusform>%1, %n of them likely</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::FindBar</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::HistoryMenu</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::MainWindow</name>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::OccurrencesPage</name>
    <message numerus="yes">
        <source>There are %n more before these: the stream has every one.</source>
        <comment>Kubernetes Events</comment>
        <translation>
            <numerusform>There is %n more before these: the stream has every one.</numerusform>
            <numerusform>There are %n more before these: the stream has every one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::PastBanner</name>
    <message numerus="yes">
        <source>%n events since</source>
        <translation>
            <numerusform>%n event since</numerusform>
            <numerusform>%n events since</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::RecordingBar</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::StatusLine</name>
    <message numerus="yes">
        <source>%n watches live</source>
        <translation>
            <numerusform>%n watch live</numerusform>
            <numerusform>%n watches live</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n live</source>
        <translation>
            <numerusform>%n live</numerusform>
            <numerusform>%n live</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n polled</source>
        <translation>
            <numerusform>%n polled</numerusform>
            <numerusform>%n polled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n listing</source>
        <translation>
            <numerusform>%n listing</numerusform>
            <numerusform>%n listing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n denied</source>
        <translation>
            <numerusform>%n denied</numerusform>
            <numerusform>%n denied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in trouble</source>
        <translation>
            <numerusform>%n in trouble</numerusform>
            <numerusform>%n in trouble</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::TimelineCanvas</name>
    <message numerus="yes">
        <source>%n lanes</source>
        <translation>
            <numerusform>%n lane</numerusform>
            <numerusform>%n lanes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Density of the events of %n lanes</source>
        <translation>
            <numerusform>Density of the events of %n lane</numerusform>
            <numerusform>Density of the events of %n lanes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::TimelineView</name>
    <message numerus="yes">
        <source> · only the first %n lanes: narrow the filter</source>
        <translation>
            <numerusform> · only the first lane: narrow the filter</numerusform>
            <numerusform> · only the first %n lanes: narrow the filter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events on these lanes</source>
        <translation>
            <numerusform>%n event on these lanes</numerusform>
            <numerusform>%n events on these lanes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events on these lanes by then</source>
        <translation>
            <numerusform>%n event on these lanes by then</numerusform>
            <numerusform>%n events on these lanes by then</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects do not match it. Esc clears it.</source>
        <translation>
            <numerusform>%n object does not match it. Esc clears it.</numerusform>
            <numerusform>%n objects do not match it. Esc clears it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects do not match it.</source>
        <translation>
            <numerusform>%n object does not match it.</numerusform>
            <numerusform>%n objects do not match it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::ToolRow</name>
    <message numerus="yes">
        <source>%n namespaces</source>
        <translation>
            <numerusform>%n namespace</numerusform>
            <numerusform>%n namespaces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clusters</source>
        <translation>
            <numerusform>%n cluster</numerusform>
            <numerusform>%n clusters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::WatchesModel</name>
    <message numerus="yes">
        <source>%n events in the last 15 minutes</source>
        <translation>
            <numerusform>%n event in the last 15 minutes</numerusform>
            <numerusform>%n events in the last 15 minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events since %1, when this watch began</source>
        <translation>
            <numerusform>%n event since %1, when this watch began</numerusform>
            <numerusform>%n events since %1, when this watch began</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::WatchesView</name>
    <message numerus="yes">
        <source>%n watches</source>
        <translation>
            <numerusform>%n watch</numerusform>
            <numerusform>%n watches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watches, as they are now</source>
        <translation>
            <numerusform>%n watch, as it is now</numerusform>
            <numerusform>%n watches, as they are now</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>wk::WindowRecorder</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
</TS>
