import { chancesOf, type LivePools, type Round, type RoundKind } from '@tessera/api/quiz';
import { cmp, sum } from '@tessera/money';
import { subscribeTopic } from '@tessera/realtime';
import { useEffect, useState } from 'react';

type Known = ReadonlyMap<string, LivePools>;

/** A round with the newest of its pools: stakes are only added, so that the larger pool is the later one. */
export function withPools(round: Round, row: LivePools | undefined): Round {
  if (!row) return round;
  const [, participants, pools] = row;
  const pool = sum(pools);
  if (cmp(pool, round.pool) <= 0) return round;
  const chances = chancesOf(pools);
  return {
    ...round,
    pool,
    participants,
    outcomes: round.outcomes.map((outcome, place) => ({
      ...outcome,
      staked: pools[place] ?? outcome.staked,
      chance: chances?.[place] ?? null,
    })),
  };
}

/** Brings the rounds of a kind up to what is staked now, for as long as the component is in the page. */
export function useLivePools(kind: RoundKind): (round: Round) => Round {
  const [known, setKnown] = useState<Known>(new Map());
  useEffect(
    () =>
      subscribeTopic(`quiz:${kind}`, (rows) =>
        setKnown((before) => new Map([...before, ...(rows as LivePools[]).map((row) => [row[0], row] as const)])),
      ),
    [kind],
  );
  return (round) => withPools(round, known.get(round.id));
}
