import { bus } from '@tessera/bus';
import { problemText, text } from '@tessera/i18n';
import { type QueryClient, useMutation, useQueryClient } from '@tessera/query';
import { signedInUid } from '@tessera/session';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from './client/api-error.ts';
import { type Intention, intentions } from './intentions.ts';
import type { Route } from './route.ts';
import { configuredClient, sessionOpened } from './sending.ts';
import { invalidateTopics } from './topics.ts';

/** No valid response arrived: the command may or may not have taken effect. */
const isSilence = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'timeout' || error.code === 'server');

/** Rejected before the idempotency key was looked up: does not show what an earlier request of the intention did. */
const isTurnedAway = (error: unknown): boolean => error instanceof ApiError && error.code === 'rate_limited';

export type Command<I, O> = {
  /** Sends this input: the same intention once more after silence, a new one when the input differs. */
  readonly run: (input: I) => void;
  /** Sends the input with the unknown outcome again, unchanged. */
  readonly repeat: () => void;
  /** A response is outstanding, whichever screen sent the input. */
  readonly busy: boolean;
  /** The input whose outcome is unknown, to show what would be repeated; null for calls without idempotency key. */
  readonly unresolved: I | null;
  /** Output of the last run of this component. */
  readonly output: O | undefined;
};

export type Outcomes<I, O> = {
  /** Distinguishes intentions of the same call: the id of the order that is cancelled. */
  readonly subject?: string;
  onDone?(output: O, input: I): void;
  /** The exchange rejected it. Without this handler a toast shows why. */
  onRejected?(error: unknown, input: I): void;
  /** No response arrived. Without this handler a toast shows it. */
  onUnresolved?(input: I, error: unknown): void;
};

const toastError = (message: string): void => bus.request('toast', { text: message, tone: 'error' });

/** Makes the hook of a command; see `Command`. It owns idempotency key, input, invalidation and the outcome's toast. */
export function commandOf<I extends object, O>(
  callId: string,
  route: Route,
  { write, read, quiet }: { write(input: I): object; read(output: unknown): O | Promise<O>; quiet: boolean },
) {
  const idempotent = route.idempotent === true;
  function useCommand({ subject = '', ...outcomes }: Outcomes<I, O> = {}): Command<I, O> {
    const client = useQueryClient();
    const slot = `${callId} ${subject}`;
    const open = useSyncExternalStore(intentions.subscribe, () => intentions.of<I>(slot));
    const underWay = useSyncExternalStore(intentions.subscribe, () => intentions.isUnderWay(slot));
    const { mutate, isPending, data } = useMutation<O, unknown, Intention<I>, { readonly uid: string | null }>({
      mutationKey: [callId],
      // Sent now or not at all: an order that waits for a connection would go out at another price.
      networkMode: 'always',
      mutationFn: async ({ input, idempotencyKey }) =>
        read(
          await configuredClient().send(callId, write(input), {
            quiet,
            ...(idempotent && { idempotencyKey }),
            ...(route.opens && { opens: true }),
          }),
        ),
      onMutate: () => ({ uid: signedInUid() }),
      onSuccess(output, intention, sent) {
        intentions.land(intention);
        intentions.settle(slot, intention);
        // Its outcome is no concern of the user who has signed in since.
        if (sent.uid !== signedInUid()) return;
        // The host shows who is signed in: it reads the user again.
        if (route.changes?.includes('profile')) bus.request('session.refresh', undefined);
        if (route.opens) sessionOpened(output as { readonly token: string }, intention.input);
        outcomes.onDone?.(output, intention.input);
      },
      onError(error, intention, sent) {
        const { input } = intention;
        intentions.land(intention);
        if (sent?.uid !== signedInUid()) return intentions.settle(slot, intention);
        if (idempotent && isSilence(error)) {
          intentions.doubt(intention);
          if (outcomes.onUnresolved) outcomes.onUnresolved(input, error);
          else toastError(text('common:error.unresolved'));
          return;
        }
        if (!(isTurnedAway(error) && intentions.isInDoubt(intention))) intentions.settle(slot, intention);
        if (outcomes.onRejected) outcomes.onRejected(error, input);
        else toastError(problemText(error));
      },
      onSettled: () => invalidateTopics(client, route.changes ?? []),
    });
    const send = useCallback(
      (intention: Intention<I>) => {
        if (intentions.send(intention)) mutate(intention);
      },
      [mutate],
    );
    const run = useCallback((input: I) => send(intentions.commit(slot, input)), [send, slot]);
    const repeat = useCallback(() => {
      const known = intentions.of<I>(slot);
      if (known) send(known);
    }, [send, slot]);
    return {
      run,
      repeat,
      busy: isPending || underWay,
      unresolved: idempotent && open && !underWay && !isPending ? open.input : null,
      output: data,
    };
  }
  return Object.assign(useCommand, {
    /** Whether a response to this call is outstanding anywhere in the page. */
    isUnderWay: (client: QueryClient): boolean => client.isMutating({ mutationKey: [callId] }) > 0,
  });
}
