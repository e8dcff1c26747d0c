import { useMutation, useQueryClient } from '@tessera/query';
import { showToast } from '@tessera/ui';
import type { Act } from '../registry/client.ts';
import type { Change, Moved, Reason } from '../registry/contract.ts';
import { HOST } from '../registry/contract.ts';
import { RegistryError } from '../registry/registry-error.ts';
import { texts } from '../texts.ts';

/** Long enough to read a line of versions. ms */
const RESULT_SHOWN = 6_000;

export const nameOf = (name: string): string => (name === HOST ? texts.history.host : name);

/** `markets 0.8.0 → 0.9.0`, one after the other. */
export const wordsOf = (changes: readonly Change[]): string =>
  changes.length === 0
    ? texts.move.unchanged
    : changes
        .map(({ name, from, to }) => `${nameOf(name)} ${from ?? texts.move.nothing} → ${to ?? texts.move.nothing}`)
        .join('; ');

/** How a move that did not go through is to be met. */
export type Obstacle =
  | { readonly kind: 'meanwhile' }
  | { readonly kind: 'refused'; readonly message: string; readonly reasons: readonly Reason[] }
  /** No answer came: it may have been done. */
  | { readonly kind: 'unsure'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

export function obstacleOf(error: unknown): Obstacle {
  if (!(error instanceof RegistryError)) return { kind: 'failed', error };
  const { kind, code, message, reasons } = error;
  if (kind === 'conflict' && code === 'epoch_taken') return { kind: 'meanwhile' };
  if (kind === 'refused')
    return { kind: 'refused', message, reasons: reasons.length > 0 ? reasons : [{ code, message }] };
  const unheard = kind === 'timeout' || kind === 'offline' || kind === 'down' || kind === 'malformed';
  return { kind: unheard ? 'unsure' : 'failed', error };
}

export type MoveAct = Act & { readonly force?: true };

/** Sends a move, says how it ended, and has all figures read anew whatever came of it. */
export function useMove(send: (act: MoveAct) => Promise<Moved>, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ epoch, changes }) => {
      showToast(texts.move.done(epoch, wordsOf(changes)), 'success', RESULT_SHOWN);
      onDone();
    },
    onSettled: () => {
      // Not waited for: the dialog says at once what came of the move.
      void queries.invalidateQueries();
    },
  });
}
