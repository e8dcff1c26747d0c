import type { Observation } from '../ramp-test.ts';
import { randomFrom } from './random.ts';

/** A ramp as the registry sees it: counts per second, without individual clients. */
export type Arrivals = {
  readonly seed: number;
  readonly clients: number;
  readonly seconds: number;
  /** Share of the clients on the candidate, 0 … 1. */
  readonly share: number;
  /** Share of a version's clients for which it fails. */
  readonly failing: { readonly candidate: number; readonly stable: number };
  /** Share of the failures that come at the first use; the others come up to a minute later. */
  readonly atOnce: number;
};

const LATEST_FAILURE_S = 60;

type Counts = Record<'candidate' | 'stable', { uses: number; failures: number }>;

const noCounts = (): Counts => ({ candidate: { uses: 0, failures: 0 }, stable: { uses: 0, failures: 0 } });

/** Observations of each second: every client arrives once, at a random time, and fails at most once. */
export function observationsOf(arrivals: Arrivals): readonly Observation[] {
  const { seed, clients, seconds, share, failing, atOnce } = arrivals;
  const random = randomFrom(seed);
  const looks = Array.from({ length: seconds + LATEST_FAILURE_S }, noCounts);
  for (let client = 0; client < clients; client += 1) {
    const arm = random() < share ? 'candidate' : 'stable';
    const second = Math.floor(random() * seconds);
    (looks[second] as Counts)[arm].uses += 1;
    if (random() >= failing[arm]) continue;
    const later = random() < atOnce ? 0 : Math.floor(random() * LATEST_FAILURE_S);
    (looks[second + later] as Counts)[arm].failures += 1;
  }
  return looks;
}
