// Precompiled for the tests of core.
#pragma once
#include "cmake/pch_core.h"
#include <QSignalSpy>
#include <QTest>
