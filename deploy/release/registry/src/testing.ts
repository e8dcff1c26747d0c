import { createHash } from 'node:crypto';
import { EVERY, type ReleaseRight, rightsOfRole } from '@tessera/api/kit/rights';
import type { Publication } from '@tessera/registry-api';
import type { PageReports, TelemetryBatch } from '@tessera/releases';
import { descriptorOf, sentBuild } from '@tessera/releases/testing';
import type { HealthMonitor } from './health-monitor.ts';

/** The reports of a new page that the ramp assigns a version, with a nonce of the registry. */
export const pageReports = (
  health: HealthMonitor,
  { epoch, reports }: TelemetryBatch,
  arms = [...new Set(reports.map(({ remote, version }) => `${remote}@${version}`))],
): PageReports => ({ epoch, arms, nonce: health.nonce({ epoch, arms }), reports });

/** Every right to every remote. */
export const EVERY_RIGHT: readonly ReleaseRight[] = [
  ...rightsOfRole('operator'),
  { action: 'publish', remote: EVERY, environment: EVERY, percent: null, from: null, until: null },
];

/** A small build, as the command line sends it. */
export function publicationOf(name: string, version: string, changes: Partial<Publication> = {}): Publication {
  const text = JSON.stringify({ entries: {}, files: {} });
  const types = { hash: createHash('sha256').update(text).digest('hex'), text };
  const { files, report, uses } = sentBuild(name, version);
  return {
    name,
    version,
    why: 'faster',
    descriptor: JSON.stringify(descriptorOf(name)),
    report: JSON.stringify(report),
    contract: JSON.stringify({ schema: 1, types, uses }),
    files: Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text).toString('base64') })),
    ...changes,
  };
}
