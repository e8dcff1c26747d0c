import { roundKinds } from '@tessera/api/quiz/rules';
import type { LivePools } from '@tessera/api/quiz/wire';
import type { Sql } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import type { LiveTopic, TopicParts } from '../../platform/realtime/topic.ts';
import { livePools } from './store.ts';
import { poolsAt } from './view.ts';

/*
 * Pools and participants of the rounds that go on, to those who look at them. Each node with listeners reads the table by
 * itself: a bet may have been taken by another node, and a hint may be lost.
 */

/** ms between two looks. */
const EVERY = 1_000;

type Watched = { readonly parts: TopicParts; readonly rows: Map<string, string>; readonly fresh: Map<string, string> };

export type Live = { readonly topic: LiveTopic; readonly job: RecurringJob };

export function createLive({ database, now }: { readonly database: Sql; now(): number }): Live {
  const watched = new Map<string, Watched>();
  return {
    topic: {
      kind: 'quiz',
      open(name, parts) {
        if (!roundKinds.some((kind) => kind === name)) return null;
        const own: Watched = { parts, rows: new Map(), fresh: new Map() };
        watched.set(name, own);
        return {
          first: () => (own.rows.size > 0 ? new Map(own.rows) : null),
          next() {
            if (own.fresh.size === 0) return null;
            const rows = new Map(own.fresh);
            own.fresh.clear();
            return rows;
          },
          close: () => watched.delete(name),
        };
      },
    },
    job: {
      name: 'quiz-live',
      every: EVERY,
      exclusive: false,
      whole: 'it tells the pages of this node',
      async run() {
        if (watched.size === 0) return;
        const at = now();
        const rounds = await livePools(database, [...watched.keys()], at);
        for (const [kind, { parts, rows, fresh }] of watched) {
          const own = rounds.filter((round) => round.kind === kind);
          for (const round of own) {
            const { id, users } = round;
            const row = JSON.stringify([id, users, poolsAt(round, at)] satisfies LivePools);
            if (rows.get(id) === row) continue;
            rows.set(id, row);
            fresh.set(id, row);
          }
          for (const id of rows.keys()) if (!own.some((round) => round.id === id)) rows.delete(id);
          if (fresh.size > 0) parts.wake();
        }
      },
    },
  };
}
