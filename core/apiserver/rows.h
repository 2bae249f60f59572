// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/apiserver/resourcetype.h"

namespace wk::apiserver {

// A row of kubectl's table for each built-in kind, and the columns it stands under. Pure; any thread.
// Source: k8s.io/kubernetes pkg/printers/internalversion/printers.go.

struct Printer {
    std::vector<Column> columns;
    PrintedRow (*print)(const Json &document) = nullptr;
};

Printer podPrinter();
Printer deploymentPrinter();
Printer replicaSetPrinter();
Printer statefulSetPrinter();
Printer daemonSetPrinter();
Printer autoscalerPrinter();
Printer jobPrinter();
Printer cronJobPrinter();
Printer nodePrinter();
Printer nodeMetricsPrinter();
Printer namespacePrinter();
Printer componentStatusPrinter();
Printer servicePrinter();
Printer endpointSlicePrinter();
Printer eventPrinter();
Printer configMapPrinter();
Printer secretPrinter();
Printer serviceAccountPrinter();
Printer leasePrinter();
Printer definitionPrinter();

/// Columns that many kinds share.
Column nameColumn();
Column ageColumn();

} // namespace wk::apiserver
