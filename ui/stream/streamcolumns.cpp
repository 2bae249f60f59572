// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamcolumns.h"

#include "ui/style/fonts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace wk {

namespace {

/// Widths at 100 %: of the design's picture, and what a column gives way to. Turn 0 is cut by nobody; the others give
/// way by turns. A usual width of 0 is the whole one.
struct Width {
    int usual;
    int least;
    int turn;
};

constexpr int LastTurn = 5;
constexpr Width Widths[StreamModel::ColumnCount] = {{0, 0, 0},     {0, 0, 0},   {0, 0, 0},     {0, 60, 3},
                                                    {0, 86, 4},    {88, 86, 1}, {240, 150, 2}, {84, 76, 1},
                                                    {220, 150, 5}, {0, 80, 4},  {64, 58, 1}};
/// What WHAT CHANGED has beyond its usual width before names are whole: its sentences are as long as that.
constexpr Width MoreOfChanged{120, 0, 3};

/// Who is not shown where there is no room, one after the other, and after which turn: each of them is in the inspector
/// or the facets, too. What happened when to which object, what changed and who did it is what a stream is for.
struct Leaving {
    StreamModel::Column column;
    int afterTurn;
};
constexpr Leaving LeaveInTurn[] = {
    {StreamModel::Size, 2}, {StreamModel::Version, 2}, {StreamModel::Class, 2}, {StreamModel::Namespace, 3}};

struct Share {
    int usual = 0;
    int least = 0;
    int turn = 0;
};
/// Of each column, and the last of what WHAT CHANGED has more.
using Shares = std::array<Share, StreamModel::ColumnCount + 1>;

Share shareOf(const Width &width, int whole)
{
    const int usual = width.usual == 0 ? whole : scaled(width.usual);
    return {usual, width.turn == 0 ? usual : std::min(usual, scaled(width.least)), width.turn};
}

Shares sharesOf(const StreamWidths &whole)
{
    Shares shares;
    for (std::size_t column = 0; column < whole.size(); ++column)
        shares[column] = shareOf(Widths[column], whole[column]);
    shares.back() = shareOf(MoreOfChanged, 0);
    return shares;
}

/// By how much the columns are too wide for the room when all of the first turns have given way.
int missingAfter(const Shares &shares, int lastTurn, int room)
{
    int missing = -room;
    for (const Share &share : shares)
        missing += share.turn <= lastTurn ? share.least : share.usual;
    return missing;
}

/// All of a turn give the same part of what they have to spare.
void giveWay(Shares &shares, int turn, int missing)
{
    int spare = 0;
    for (const Share &share : shares)
        spare += share.turn == turn ? share.usual - share.least : 0;
    if (missing <= 0 || spare == 0)
        return;
    const double part = double(std::min(missing, spare)) / spare;
    for (Share &share : shares) {
        if (share.turn == turn)
            share.usual -= int(std::ceil((share.usual - share.least) * part));
    }
}

} // namespace

StreamWidths streamWidths(const StreamWidths &whole, const StreamWidths &byHand, const StreamWishes &wishes, int room)
{
    const Shares usual = sharesOf(whole);
    Shares shares = usual;
    const auto isWanted = [&wishes](std::size_t column) {
        return wishes[column].value_or(column != StreamModel::Class && column != StreamModel::Cluster);
    };
    for (std::size_t column = 0; column < whole.size(); ++column) {
        if (!isWanted(column))
            shares[column] = {};
    }
    if (!isWanted(StreamModel::Changed))
        shares.back() = {};
    for (const Leaving &leaving : LeaveInTurn) {
        if (missingAfter(shares, leaving.afterTurn, room) > 0)
            shares[leaving.column] = {};
    }
    for (int turn = 1; turn <= LastTurn; ++turn)
        giveWay(shares, turn, missingAfter(shares, 0, room));
    StreamWidths widths{};
    for (std::size_t column = 0; column < widths.size(); ++column) {
        const bool isMissed = wishes[column] == true && shares[column].usual == 0;
        if (isWanted(column))
            widths[column] = byHand[column] > 0 ? byHand[column] : (isMissed ? usual : shares)[column].usual;
    }
    if (byHand[StreamModel::Changed] == 0 && widths[StreamModel::Changed] > 0)
        widths[StreamModel::Changed] += std::max(0, room - std::accumulate(widths.begin(), widths.end(), 0));
    return widths;
}

} // namespace wk
