// Precompiled for what has widgets.
#pragma once
#include "cmake/pch_core.h"
#include <QAbstractItemModel>
#include <QPainter>
#include <QWidget>
