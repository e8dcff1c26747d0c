import { ApiError } from '@tessera/api';
import { problemText } from '@tessera/i18n';
import { showToast } from '@tessera/ui';
import { type ReactNode, useState } from 'react';
import { type Change, type ChangeProof, ChangeSheet } from './ChangeSheet.tsx';

type Asked = Change & { readonly run: (proof: ChangeProof) => void; readonly onUnmade?: (() => void) | undefined };

export type ProvenChange = {
  /** Asks for the proof of a change in a sheet, and makes it with the proof. `onUnmade` is told that the sheet closed without the change. */
  readonly prove: (change: Change, run: (proof: ChangeProof) => void, onUnmade?: () => void) => void;
  /** To be called once the change is made. */
  readonly done: () => void;
  /** To be called with its rejection: a rejected proof is asked for again, all else is said once the sheet is closed. */
  readonly rejected: (error: unknown) => void;
  /** To be rendered by the screen. */
  readonly sheet: ReactNode;
};

const isOfProof = (error: unknown): boolean =>
  error instanceof ApiError && (error.field?.startsWith('proof_') || error.field === 'mailed_code');

/** Changes of what approves are proven one by one, in the call that makes them. */
export function useChange(): ProvenChange {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const close = () => {
    setAsked(null);
    setBusy(false);
    setError(null);
  };
  const giveUp = () => {
    close();
    asked?.onUnmade?.();
  };
  return {
    prove: (change, run, onUnmade) => setAsked({ ...change, run, onUnmade }),
    done: close,
    rejected(problem) {
      setBusy(false);
      if (isOfProof(problem)) {
        setError(problem);
        return;
      }
      giveUp();
      showToast(problemText(problem), 'error');
    },
    sheet: (
      <ChangeSheet
        change={asked && { change: asked.change, ...(asked.id !== undefined && { id: asked.id }) }}
        busy={busy}
        error={error}
        onClose={giveUp}
        onProof={(proof) => {
          setBusy(true);
          setError(null);
          asked?.run(proof);
        }}
      />
    ),
  };
}
