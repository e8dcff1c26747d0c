import { type SecondFactors, useSecondFactors } from '@tessera/api/security';
import { type ReactNode, useState } from 'react';
import { ConfirmSheet } from './ConfirmSheet.tsx';

/** ms before its end from which a confirmation is renewed: the clock of the device and the next step take some. */
const MARGIN = 30_000;

const isConfirmed = ({ confirmed_until }: SecondFactors): boolean =>
  confirmed_until !== null && confirmed_until - MARGIN > Date.now();

export type Confirmation = {
  /** Runs an action, after the user proved who they are where this session did not do so a short while ago. */
  readonly guard: (action: () => void) => void;
  /** To be rendered by the screen. */
  readonly sheet: ReactNode;
};

/** Changes of the security need a fresh proof in this session; the server checks it again. */
export function useConfirmation(): Confirmation {
  const { data: factors } = useSecondFactors();
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const guard = (action: () => void) => {
    if (factors && isConfirmed(factors)) action();
    else setWaiting(() => action);
  };
  const sheet = (
    <ConfirmSheet
      open={waiting !== null}
      onClose={() => setWaiting(null)}
      onConfirmed={() => {
        setWaiting(null);
        waiting?.();
      }}
    />
  );
  return { guard, sheet };
}
