import { type PageReports, REPORT_LIMIT, referenceOf } from '@tessera/releases';

const DAY = 24 * 3_600_000;
/** Versions and networks that are counted: an attacker with more networks could do greater harm than a day of them. */
const MOST = 200_000;

export type ShownReports = {
  /** The reports without those by which one network would decide what operators read of a version. */
  of(sent: PageReports, network: string): PageReports;
};

/**
 * Bounds what one network adds in a day to the failures and vitals of a version: both at `least` or more, where all users are
 * in one network. `now` returns Unix milliseconds.
 */
export function createShownReports(now: () => number, least: number): ShownReports {
  const failures = Math.max(REPORT_LIMIT.failuresShown, least);
  const vitals = Math.max(REPORT_LIMIT.vitalsShown, least);
  let day = 0;
  let counts = new Map<string, number>();

  /** Whether one more of this kind is within the limit; counts it. */
  function admit(key: string, limit: number): boolean {
    const before = counts.get(key) ?? 0;
    if (before >= limit || (before === 0 && counts.size >= MOST)) return false;
    counts.set(key, before + 1);
    return true;
  }

  return {
    of(sent, network) {
      const today = Math.floor(now() / DAY);
      if (today !== day) [day, counts] = [today, new Map()];
      const reports = sent.reports.filter((report) => {
        if (report.type === 'use') return true;
        const version = referenceOf({ name: report.remote, version: report.version });
        return report.type === 'vital'
          ? admit(`${network} ${version} ${report.vital}`, vitals)
          : admit(`${network} ${version}`, failures);
      });
      return { ...sent, reports };
    },
  };
}
