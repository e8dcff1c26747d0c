import type { PageReports, TelemetryBatch } from '@tessera/releases';
import type { HealthMonitor } from './health-monitor.ts';

/** The reports of a new page that the ramp assigns a version, with a nonce of the registry. */
export const pageReports = (
  health: HealthMonitor,
  { epoch, reports }: TelemetryBatch,
  arms = [...new Set(reports.map(({ remote, version }) => `${remote}@${version}`))],
): PageReports => ({ epoch, arms, nonce: health.nonce({ epoch, arms }), reports });
