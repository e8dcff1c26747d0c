import type { RemoteStatus } from '@tessera/registry-api';
import { formatPercent } from '../figures/format.ts';
import { failureRate, usersSeen } from '../releases/health.ts';
import { texts } from '../texts.ts';

/** Minimum number of users for a rate to be mentioned. */
const ENOUGH_USERS = 20;
/** A rate that is mentioned without a rate to compare with. */
const PLAINLY_BAD = 0.01;

/** The default reason: the figures if they justify the rollback to a version, or to nothing, otherwise what is undone. */
export function rollbackReason(remote: RemoteStatus, to: string | null): string {
  const leaves = remote.ramp?.version ?? remote.stable ?? remote.name;
  const healthOf = (version: string | null) => remote.health.find((each) => each.version === version);
  const [worse, better] = [healthOf(leaves), healthOf(to)];
  const rate = worse && usersSeen(worse) >= ENOUGH_USERS ? failureRate(worse) : undefined;
  const other = better && usersSeen(better) >= ENOUGH_USERS ? failureRate(better) : undefined;
  if (worse && rate && rate.rate > (other?.rate ?? PLAINLY_BAD)) {
    return texts.rollback.failing(
      leaves,
      formatPercent(rate.rate * 100),
      usersSeen(worse),
      other && formatPercent(other.rate * 100),
    );
  }
  return texts.rollback.takenBack(leaves);
}
