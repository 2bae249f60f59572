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

constexpr int LastTurnBeforeHiding = 2;
constexpr int LastTurn = 4;
constexpr Width Widths[StreamModel::ColumnCount] = {{0, 0, 0},    {0, 0, 0},     {0, 0, 0},   {0, 86, 3},
                                                    {88, 86, 1},  {240, 126, 2}, {84, 76, 1}, {220, 150, 4},
                                                    {166, 80, 1}, {64, 58, 1}};

/// Who is not shown where there is no room, one after the other: each of them is in the inspector or the facets, too.
/// What happened when to which object, what changed and who did it is what a stream is for.
constexpr StreamModel::Column LeaveInTurn[] = {StreamModel::Size, StreamModel::Version, StreamModel::Class,
                                               StreamModel::Namespace};

struct Share {
    int usual = 0;
    int least = 0;
    int turn = 0;
};
using Shares = std::array<Share, StreamModel::ColumnCount>;

Shares sharesOf(const StreamWidths &whole)
{
    Shares shares;
    for (std::size_t column = 0; column < shares.size(); ++column) {
        const Width &width = Widths[column];
        const int usual = width.usual == 0 ? whole[column] : scaled(width.usual);
        if (width.turn == 0)
            shares[column] = {usual, usual, 0};
        else
            shares[column] = {usual, std::min(usual, scaled(width.least)), width.turn};
    }
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
    for (std::size_t column = 0; column < shares.size(); ++column) {
        if (wishes[column] == false)
            shares[column] = {};
    }
    for (const StreamModel::Column column : LeaveInTurn) {
        if (missingAfter(shares, LastTurnBeforeHiding, room) > 0)
            shares[column] = {};
    }
    for (int turn = 1; turn <= LastTurn; ++turn)
        giveWay(shares, turn, missingAfter(shares, 0, room));
    StreamWidths widths{};
    for (std::size_t column = 0; column < widths.size(); ++column) {
        const bool isWanted = wishes[column] == true && shares[column].usual == 0;
        if (wishes[column] != false)
            widths[column] = byHand[column] > 0 ? byHand[column] : (isWanted ? usual : shares)[column].usual;
    }
    if (byHand[StreamModel::Changed] == 0 && widths[StreamModel::Changed] > 0)
        widths[StreamModel::Changed] += std::max(0, room - std::accumulate(widths.begin(), widths.end(), 0));
    return widths;
}

} // namespace wk
