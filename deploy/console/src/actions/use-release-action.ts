import { useMutation, useQueryClient } from '@tessera/query';
import type { ReleaseResult } from '@tessera/registry-api';
import { showToast } from '@tessera/ui';
import { texts } from '../texts.ts';
import { wordsOf } from './change-words.ts';
import type { ReleaseRequest } from './obstacle.ts';

/** Long enough to read a line of versions, in ms. */
const RESULT_SHOWN = 6_000;
/** And what it leaves to do, in ms. */
const WARNING_SHOWN = 12_000;

/** Sends a release, reports how it ended, and refetches all figures in any case. */
export function useReleaseAction(
  send: (request: ReleaseRequest) => Promise<ReleaseResult>,
  onDone: (result: ReleaseResult) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      const done = texts.action.done(result.epoch, wordsOf(result.changes));
      const warnings = result.warnings?.length ?? 0;
      if (warnings === 0) showToast(done, 'success', RESULT_SHOWN);
      else showToast(texts.action.warned(done, warnings), 'info', WARNING_SHOWN);
      onDone(result);
    },
    onSettled: () => {
      // Not awaited: the dialog reports the outcome at once.
      void queries.invalidateQueries();
    },
  });
}
