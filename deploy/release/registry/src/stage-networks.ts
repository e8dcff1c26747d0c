import { type PageReports, type RampStage, REPORT_LIMIT } from '@tessera/releases';

/** Networks kept of a stage, of those with failures and of all: an attacker with more could do greater harm than this. */
const KEPT = 100_000;

type Users = { readonly candidate: number; readonly stable: number };

const reports = ({ reports: all }: PageReports, type: 'use' | 'failure', name: string, version: string): boolean =>
  all.some((each) => each.type === type && each.remote === name && each.version === version);

/**
 * What each network has added to a stage of a ramp. A client's bucket is chance, so users of the two versions come in the odds
 * of the ramp from every network: many more of the candidate from one are made up, to have its failures seem few. Users in
 * these odds hide nothing, as the test takes no fewer of the candidate than that.
 */
export class StageNetworks {
  readonly #failures = new Map<string, number>();
  readonly #users = new Map<string, Users>();
  readonly #failuresPerNetwork: number;

  constructor(failuresPerNetwork: number) {
    this.#failuresPerNetwork = failuresPerNetwork;
  }

  /** Whether a batch counts for the test; counts it. */
  admit(stage: RampStage, batch: PageReports, network: string): boolean {
    const { remote, candidate, stable } = stage;
    const failed = [candidate, stable].some((version) => reports(batch, 'failure', remote, version));
    const failures = this.#failures.get(network) ?? 0;
    if (failed && failures >= this.#failuresPerNetwork) return false;
    if (failed && failures === 0 && this.#failures.size >= KEPT) return false;
    const used = { candidate: reports(batch, 'use', remote, candidate), stable: reports(batch, 'use', remote, stable) };
    if (!this.#admitUsers(stage, used, network) && !failed) return false;
    if (failed) this.#failures.set(network, failures + 1);
    return true;
  }

  /** Whether users keep to the odds of the ramp; counts them. */
  #admitUsers(
    { evidence: { share } }: RampStage,
    used: { readonly candidate: boolean; readonly stable: boolean },
    network: string,
  ): boolean {
    const before = this.#users.get(network);
    if (!before && this.#users.size >= KEPT) return false;
    const { candidate, stable } = before ?? { candidate: 0, stable: 0 };
    const { usersApart, usersFactor } = REPORT_LIMIT;
    // At 100 % there is nothing to compare with.
    const odds = share < 1 ? share / (1 - share) : Number.POSITIVE_INFINITY;
    if (used.candidate && candidate >= usersApart + usersFactor * odds * (stable + usersApart)) return false;
    this.#users.set(network, {
      candidate: candidate + (used.candidate ? 1 : 0),
      stable: stable + (used.stable ? 1 : 0),
    });
    return true;
  }
}
