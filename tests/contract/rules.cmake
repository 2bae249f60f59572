# Every rule of the list-watch contract has a row that passes, and is counted: what proves a rule is named after it.
function(wk_contract)
    set(pairs)
    foreach(pair ${ARGN})
        string(REPLACE ":" ";" parts ${pair})
        list(GET parts 0 program)
        list(GET parts 1 name)
        add_dependencies(contract ${program})
        list(APPEND pairs "$<TARGET_FILE:${program}>:${name}")
    endforeach()
    add_test(NAME contract_rules COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/rules.sh ${pairs})
    set_tests_properties(contract_rules PROPERTIES LABELS "contract;noasan" ENVIRONMENT "${WK_TEST_ENVIRONMENT}")
endfunction()

wk_contract(
    cluster_tests:tst_kubetransport cluster_tests:tst_kubetransport_life cluster_tests:tst_status
    informer_tests:tst_audit informer_tests:tst_informerrules informer_tests:tst_mailbox informer_tests:tst_objectstore informer_tests:tst_overthewire
    informer_tests:tst_sharedinformer informer_tests:tst_watchmachine
    kube_tests:tst_decoder kube_tests:tst_framesplitter kube_tests:tst_kubelisterwatcher
    kube_tests:tst_metadatalist kube_tests:tst_watchlist
    resource_tests:tst_resourceversion
    session_tests:tst_auditor session_tests:tst_clustersession session_tests:tst_healthprobe
    session_tests:tst_kubebackend session_tests:tst_serverfacts session_tests:tst_sessionworker
    source_tests:tst_layering)
