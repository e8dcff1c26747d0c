import { type Phase, phaseAt, type Round } from '@tessera/api/quiz';
import { serverNow } from '@tessera/realtime';
import { useEffect, useState } from 'react';

export const timesOf = ({ opens_at, closes_at, decides_at }: Pick<Round, 'opens_at' | 'closes_at' | 'decides_at'>) => ({
  opensAt: opens_at,
  closesAt: closes_at,
  decidesAt: decides_at,
});

/** Browsers fire timers later than this at once. */
const LONGEST = 2_147_483_647;

/** The phase of a round by the server's clock, kept as time goes by; `onTurn` is called when it changes, or stakes begin to be hidden. */
export function usePhase(round: Round, onTurn?: () => void): Phase {
  const now = serverNow();
  const phase = phaseAt(timesOf(round), round.state, now);
  const [, setTurn] = useState(0);
  const { opens_at, hides_at, closes_at, decides_at } = round;
  const next = [opens_at, hides_at, closes_at, decides_at].find((at) => at > now) ?? null;
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(
      () => {
        setTurn((turn) => turn + 1);
        onTurn?.();
      },
      Math.min(Math.max(next - serverNow(), 0) + 50, LONGEST),
    );
    return () => clearTimeout(timer);
  }, [next, onTurn]);
  return phase;
}
