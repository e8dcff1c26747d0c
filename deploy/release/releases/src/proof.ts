import { isDeepStrictEqual } from 'node:util';
import type { Manifest, Signed } from '@tessera/manifest';
import { headOf, isWhole, type ReleaseEvent } from './release-event.ts';
import type { ReleaseState } from './state.ts';

/** An event with the signed manifest that proves it. */
export type ProvenEvent = { readonly event: ReleaseEvent; readonly manifest: Manifest; readonly signed: Signed };

/** What a manifest says of a state: versions, shares, withdrawals. */
type Stated = Pick<ReleaseState, 'host' | 'withdrawn'> & { readonly remotes: readonly unknown[] };

const statedBy = ({ host, withdrawn, remotes }: Manifest): Stated => ({
  host: host?.version ?? null,
  withdrawn: [...withdrawn],
  remotes: remotes.map(({ name, stable, previous, ramp }) => ({
    name,
    stable: stable.version,
    previous: previous?.version,
    ramp: ramp && { version: ramp.candidate.version, weight: ramp.weight, salt: ramp.salt },
  })),
});

const statedIn = ({ host, withdrawn, remotes }: ReleaseState): Stated => ({
  host,
  withdrawn: [...withdrawn],
  remotes: remotes.map(({ name, stable, previous, ramp }) => ({
    name,
    stable,
    previous,
    ramp: ramp && { version: ramp.version, weight: ramp.weight, salt: ramp.salt },
  })),
});

/**
 * Whether a manifest with a valid signature is that of an event: it contains the event's head. Manifests of versions that
 * signed no head prove the state of their event, not who made it and why.
 */
export const proves = (manifest: Manifest, event: ReleaseEvent): boolean =>
  manifest.epoch === event.state.epoch &&
  isWhole(event) &&
  (manifest.head === undefined
    ? isDeepStrictEqual(statedBy(manifest), statedIn(event.state))
    : manifest.head === headOf(event));
