import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { samples } from './samples.ts';

/** A copy without its history plays as the first commit does. */
const COMMIT =
  spawnSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).stdout?.trim() || '0';
const TURN = Number(process.env.KILL_TURN ?? Number.parseInt(COMMIT.slice(0, 4), 16));

/** For the titles of tests that play a part: how a run is repeated. */
export const KILL_TURN = samples(` (KILL_TURN=${TURN})`, '');

/**
 * The points of a test at which something is killed: all of them in `npm run test:deep`; in `npm test` two that lie apart,
 * or one of two, which the name of the test and the commit decide: commits after each other play all of them, and a red run
 * is repeated by the same commit (`KILL_TURN` sets another).
 */
export function killPoints<Point>(name: string, points: readonly Point[]): readonly Point[] {
  const first = (createHash('sha256').update(name).digest().readUInt16BE(0) + TURN) % points.length;
  const apart = Math.floor(points.length / 2);
  const chosen = new Set(points.length > 2 ? [first, (first + apart) % points.length] : [first]);
  return samples(
    points.filter((_, place) => chosen.has(place)),
    points,
  );
}

/** One of `parts` parts of what a test goes through, by the same turns; all of it in `npm run test:deep`. */
export function inTurn<Each>(name: string, all: readonly Each[], parts: number): readonly Each[] {
  const turn = createHash('sha256').update(name).digest().readUInt16BE(0) + TURN;
  return samples(
    all.filter((_, place) => (place + turn) % parts === 0),
    all,
  );
}
