// Precompiled for core: the standard and Qt Core headers that nearly every file includes anyway.
#pragma once
#include <QByteArray>
#include <QObject>
#include <QString>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
