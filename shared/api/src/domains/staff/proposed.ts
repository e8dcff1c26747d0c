import type { Call, Output } from '../../kit/contract.ts';
import type { StaffChange } from './contract.ts';

/** What a call of two members returns while its change waits for the other one. */
export type Proposed = { readonly proposed: StaffChange };

/** What a client of staff gets: the output, or of a call of two members the change that waits. */
export type StaffOutcome<C extends Pick<Call, 'input' | 'output' | 'staff'>> = C['staff'] extends {
  readonly members: 2;
}
  ? Output<C> | Proposed
  : Output<C>;

export const isProposed = (outcome: unknown): outcome is Proposed =>
  typeof outcome === 'object' && outcome !== null && 'proposed' in outcome;
