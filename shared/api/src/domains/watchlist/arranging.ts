import { bus } from '@tessera/bus';
import { problemText } from '@tessera/i18n';
import { useMutation, useQueryClient } from '@tessera/query';
import { signedInUid, useSession } from '@tessera/session';
import { useCallback } from 'react';
import type { WatchlistGroup } from './contract.ts';
import { inOrder, inOrderBy } from './rules.ts';
import { AnotherUser, CHANGE_KEY, call, guestList, LIST_KEY, type Saved, SCOPE, storeGuestList } from './saved.ts';

const order = call('POST /optional/order');
const makeGroup = call('POST /optional/group');
const nameGroup = call('PUT /optional/group');
const fillGroup = call('POST /optional/group/symbols');
const orderGroups = call('POST /optional/group/order');
const removeGroup = call('POST /optional/group/del');

/** A change, how the list looks with it, and who made it. */
type Edit = {
  readonly send: () => Promise<unknown>;
  readonly apply: (saved: Saved) => Saved;
  readonly uid: string | null;
};

const withGroup = (saved: Saved, id: string, changes: Partial<WatchlistGroup>): Saved => ({
  ...saved,
  groups: saved.groups.map((group) => (group.id === id ? { ...group, ...changes } : group)),
});

export type Arranging = {
  /** Puts the whole list in an order. */
  arrange(symbols: readonly string[]): void;
  /** Resolves with the group once it exists; rejects with what the exchange says, after a toast. */
  add(name: string): Promise<WatchlistGroup>;
  rename(id: string, name: string): void;
  /** Sets what is in a group, and in which order. */
  fill(id: string, symbols: readonly string[]): void;
  /** Puts all groups in an order, by their ids. */
  arrangeGroups(ids: readonly string[]): void;
  remove(id: string): void;
};

/** Order and groups of the watchlist. A change shows at once; one that the exchange rejects is undone with a toast. */
export function useArranging(): Arranging {
  const signedIn = useSession() !== null;
  const client = useQueryClient();
  const { mutate, mutateAsync } = useMutation({
    mutationKey: CHANGE_KEY,
    scope: SCOPE,
    mutationFn: async ({ send, uid }: Edit) => {
      if (uid !== signedInUid()) throw new AnotherUser('the user changed before this was sent');
      return send();
    },
    onMutate: async ({ apply }) => {
      await client.cancelQueries({ queryKey: LIST_KEY });
      client.setQueryData<Saved>(LIST_KEY, (saved) => saved && apply(saved));
    },
    onError: (error, { uid }) => {
      if (uid !== signedInUid()) return;
      bus.request('toast', { text: problemText(error), tone: 'error' });
      void client.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
  const change = useCallback(
    (send: Edit['send'], apply: Edit['apply']) => mutate({ send, apply, uid: signedInUid() }),
    [mutate],
  );
  return {
    arrange(symbols) {
      if (!signedIn) return storeGuestList(inOrder(guestList.read(), symbols));
      change(
        () => order({ symbols: [...symbols] }),
        (saved) => ({ ...saved, list: inOrder(saved.list, symbols) }),
      );
    },
    async add(name) {
      const send = () => makeGroup({ name });
      const made = (await mutateAsync({ send, apply: (saved) => saved, uid: signedInUid() })) as WatchlistGroup;
      client.setQueryData<Saved>(LIST_KEY, (saved) =>
        saved?.groups.every(({ id }) => id !== made.id) ? { ...saved, groups: [...saved.groups, made] } : saved,
      );
      return made;
    },
    rename: (id, name) =>
      change(
        () => nameGroup({ id, name }),
        (saved) => withGroup(saved, id, { name }),
      ),
    fill: (id, symbols) =>
      change(
        () => fillGroup({ id, ...(symbols.length > 0 && { symbols: [...symbols] }) }),
        (saved) => withGroup(saved, id, { symbols: [...symbols] }),
      ),
    arrangeGroups: (ids) =>
      change(
        () => orderGroups({ ids: [...ids] }),
        (saved) => ({ ...saved, groups: inOrderBy(saved.groups, ids, ({ id }) => id) }),
      ),
    remove: (id) =>
      change(
        () => removeGroup({ id }),
        (saved) => ({ ...saved, groups: saved.groups.filter((group) => group.id !== id) }),
      ),
  };
}
