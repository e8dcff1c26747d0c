import { useMutation, useQueryClient } from '@tessera/query';
import type { ReleaseResult } from '@tessera/registry-api';
import { showToast } from '@tessera/ui';
import { texts } from '../texts.ts';
import { wordsOf } from './change-words.ts';
import type { ReleaseRequest } from './obstacle.ts';

/** Long enough to read a line of versions, in ms. */
const RESULT_SHOWN = 6_000;

/** Sends a release, reports how it ended, and refetches all figures in any case. */
export function useReleaseAction(
  send: (request: ReleaseRequest) => Promise<ReleaseResult>,
  onDone: (result: ReleaseResult) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      showToast(texts.action.done(result.epoch, wordsOf(result.changes)), 'success', RESULT_SHOWN);
      onDone(result);
    },
    onSettled: () => {
      // Not awaited: the dialog reports the outcome at once.
      void queries.invalidateQueries();
    },
  });
}
