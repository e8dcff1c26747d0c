import * as z from 'zod/mini';
import { defineContract } from '../../kit/contract.ts';
import { many, noInput, optional, rowId, symbol, text, wholeListOf } from '../../kit/fields.ts';
import { watchlistRoutes } from './routes.ts';
import { MOST_FOLLOWED, MOST_GROUP_NAME, MOST_GROUPS } from './rules.ts';

const group = z.object({
  id: rowId,
  name: z.string(),
  /** In the user's order; all of them are on the watchlist. */
  symbols: z.array(z.string()),
});

export type WatchlistGroup = z.infer<typeof group>;

const list = wholeListOf(z.string());
const symbols = many(symbol, MOST_FOLLOWED);
const groupName = text(MOST_GROUP_NAME);

export const watchlistContract = defineContract(watchlistRoutes, {
  'GET /optional/list': {
    input: noInput,
    output: z.object({ list: z.array(z.string()), groups: z.array(group) }),
    summary: 'Symbols of the watchlist in the user’s order, and the groups among them',
  },
  'POST /optional/add': {
    input: z.object({ symbol }),
    output: list,
    errors: ['instrument_unknown', 'watchlist_full'],
    summary: 'Put an instrument on the watchlist; returns the list',
  },
  'POST /optional/del': {
    input: z.object({ symbol }),
    output: list,
    summary: 'Take an instrument off the watchlist and out of its groups; returns the list',
  },
  'POST /optional/order': {
    /** What is not on the list is ignored; what is on it and not named follows in its former order. */
    input: z.object({ symbols }),
    output: list,
    summary: 'Arrange the watchlist; returns the list',
  },
  'POST /optional/group': {
    input: z.object({ name: groupName }),
    output: group,
    errors: ['too_many_groups', 'group_exists'],
    summary: 'Make a group of the watchlist',
  },
  'PUT /optional/group': {
    input: z.object({ id: rowId, name: groupName }),
    output: group,
    errors: ['not_found', 'group_exists'],
    summary: 'Rename a group of the watchlist',
  },
  'POST /optional/group/symbols': {
    /** All of the group in its order; what is not on the watchlist is left out. None: the group is empty. */
    input: z.object({ id: rowId, symbols: optional(symbols) }),
    output: group,
    errors: ['not_found'],
    summary: 'Set what is in a group of the watchlist, and in which order',
  },
  'POST /optional/group/order': {
    /** A group that is not named follows in its former order; an unknown one is ignored. */
    input: z.object({ ids: many(rowId, MOST_GROUPS) }),
    output: wholeListOf(group),
    summary: 'Arrange the groups of the watchlist; returns them',
  },
  'POST /optional/group/del': {
    input: z.object({ id: rowId }),
    output: z.object({ id: rowId }),
    errors: ['not_found'],
    summary: 'Remove a group; its instruments stay on the watchlist',
  },
});
export type WatchlistContract = typeof watchlistContract;
