// Precompiled for the tests of what has widgets.
#pragma once
#include "cmake/pch_ui.h"
#include <QSignalSpy>
#include <QTest>
