import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { ROOT } from '../layout.ts';

/*
 * Sweeps over all screens, files or languages play a part of them in `npm test`. Which, the commit decides: commits after
 * each other play all, and a run of the same commit plays the same. Titles of the tests print the number (`E2E_TURN` sets
 * another). `npm run test:deep` plays all.
 */

export const DEEP = process.env.TESSERA_DEEP === '1';
/** A copy without its history plays as the first commit does. */
const COMMIT = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() || '0';
export const TURN = Number(process.env.E2E_TURN ?? Number.parseInt(COMMIT.slice(0, 4), 16));

/** For the titles of tests that play a part. */
export const TURN_TITLE = DEEP ? '' : ` (E2E_TURN=${TURN})`;

/** A number that the name and the commit decide: the next commit's is likely another. */
const turnOf = (name: string): number => createHash('sha256').update(name).digest().readUInt16BE(0) + TURN;

/** One of `parts` parts of what a sweep goes through, in their order; together the parts are all of it. */
export function inTurn<Each>(name: string, all: readonly Each[], parts: number): readonly Each[] {
  return DEEP ? all : all.filter((_, place) => (place + turnOf(name)) % parts === 0);
}

/** Each `apart` further one, `count` of them from one on that the name and the commit decide. */
export function fewInTurn<Each>(name: string, all: readonly Each[], count: number, apart = 1): readonly Each[] {
  if (DEEP) return all;
  return Array.from({ length: count }, (_, place) => all[(turnOf(name) + place * apart) % all.length] as Each);
}
