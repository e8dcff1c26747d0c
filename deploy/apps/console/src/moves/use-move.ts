import { useMutation, useQueryClient } from '@tessera/query';
import { showToast } from '@tessera/ui';
import type { Moved } from '../registry/contract.ts';
import { texts } from '../texts.ts';
import { wordsOf } from './change-words.ts';
import type { MoveAct } from './obstacle.ts';

/** Long enough to read a line of versions. ms */
const RESULT_SHOWN = 6_000;

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
