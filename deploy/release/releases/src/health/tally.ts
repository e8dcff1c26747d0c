import { type FailureKind, referenceOf, type TelemetryBatch, type Vital } from '@tessera/manifest';
import { FAILURE_KINDS, type VersionHealth, VITALS } from '@tessera/registry-api';
import { z } from 'zod';
import { parseReference } from '../names.ts';
import { addValue, emptyHistogram, type Histogram, histogramSchema, quantile } from './histogram.ts';
import { outcomesOf, vitalsOf } from './reports.ts';

const counted = z.int().min(0);

const versionTally = z.strictObject({
  /** Clients that showed a screen of it or failed to, once per epoch. */
  users: counted,
  failures: counted,
  byKind: z.record(z.enum(FAILURE_KINDS), counted),
  vitals: z.partialRecord(z.enum(VITALS), histogramSchema),
});

/** Reads a tally back from JSON; keys are `name@version`. */
export const tallySchema = z.record(
  z.string().refine((text) => parseReference(text) !== undefined, 'is no name@version'),
  versionTally,
);

/** Reports about one version since it became live. */
export type VersionTally = {
  readonly users: number;
  readonly failures: number;
  readonly byKind: Readonly<Record<FailureKind, number>>;
  readonly vitals: Readonly<Partial<Record<Vital, Histogram>>>;
};

/** By `name@version`, one entry per live and reported version: bounded by the release state. */
export type Tally = Readonly<Record<string, VersionTally>>;

export const emptyTally: Tally = {};

const untouched: VersionTally = {
  users: 0,
  failures: 0,
  byKind: { load: 0, integrity: 0, evaluation: 0, render: 0 },
  vitals: {},
};

type Live = {
  /** `name@version` of every version that some client may run. */
  readonly live: ReadonlySet<string>;
};

export type Counted = {
  readonly tally: Tally;
  /** Versions in the batch that are not live: returned, not stored. */
  readonly unknown: readonly string[];
};

/** Counts a batch. Versions that are not live are ignored. */
export function addBatch(tally: Tally, batch: TelemetryBatch, { live }: Live): Counted {
  const next: Record<string, VersionTally> = { ...tally };
  const unknown = new Set<string>();
  const change = (reference: string, changed: (version: VersionTally) => VersionTally) => {
    if (live.has(reference)) next[reference] = changed(next[reference] ?? untouched);
    else unknown.add(reference);
  };
  for (const [reference, { used, failed, kind }] of outcomesOf(batch)) {
    change(reference, (version) => ({
      ...version,
      users: version.users + (used ? 1 : 0),
      failures: version.failures + (failed ? 1 : 0),
      byKind: kind ? { ...version.byKind, [kind]: version.byKind[kind] + 1 } : version.byKind,
    }));
  }
  for (const { remote, version: name, vital, value } of vitalsOf(batch)) {
    change(referenceOf({ name: remote, version: name }), (version) => ({
      ...version,
      vitals: { ...version.vitals, [vital]: addValue(version.vitals[vital] ?? emptyHistogram, value) },
    }));
  }
  return { tally: next, unknown: [...unknown] };
}

/** The tally without versions that are no longer live. */
export const keepLive = (tally: Tally, { live }: Live): Tally =>
  Object.fromEntries(Object.entries(tally).filter(([reference]) => live.has(reference)));

function vitalsHealth(vitals: VersionTally['vitals']): VersionHealth['vitals'] {
  const measured = VITALS.flatMap((vital) => {
    const histogram = vitals[vital] ?? emptyHistogram;
    const p75 = quantile(histogram, 0.75);
    return p75 === undefined ? [] : [[vital, { p75, count: histogram.count }] as const];
  });
  return Object.fromEntries(measured);
}

/**
 * Health of a remote's versions, sorted by name. Vitals are the 75th percentile, the one that
 * https://web.dev/articles/vitals judges by, in ms (CLS: no unit).
 */
export const healthOf = (tally: Tally, remote: string): readonly VersionHealth[] =>
  Object.entries(tally)
    .filter(([reference]) => reference.startsWith(`${remote}@`))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([reference, { vitals, ...counts }]) => ({
      version: reference.slice(remote.length + 1),
      ...counts,
      vitals: vitalsHealth(vitals),
    }));
