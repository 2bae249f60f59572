// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing: the targets of wk_precompile() exist for their precompiled header.
