import type { Sql } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import type { LiveTopic, TopicParts } from '../../platform/realtime/topic.ts';
import { servicesIn } from './services.ts';
import { storedSettings } from './site-settings.ts';

/*
 * The services that are paused, to all pages. Each node reads the setting by itself: another node, or the command line,
 * may have changed it.
 */

/** ms between two looks. */
const EVERY = 2_000;
const NAME = 'paused';

type Live = { readonly topic: LiveTopic; readonly job: RecurringJob };

/** One row: the names of the paused services in order. */
export function livePaused(database: Sql): Live {
  let watched: TopicParts | null = null;
  let row: string | null = null;
  let fresh = false;
  const rows = (text: string) => new Map([[NAME, text]]);
  return {
    topic: {
      kind: 'site',
      open(name, parts) {
        if (name !== NAME) return null;
        watched = parts;
        return {
          first: () => (row === null ? null : rows(row)),
          next() {
            if (!fresh || row === null) return null;
            fresh = false;
            return rows(row);
          },
          close() {
            watched = null;
            row = null;
          },
        };
      },
    },
    job: {
      name: 'site-live',
      every: EVERY,
      exclusive: false,
      whole: 'it tells the pages of this node',
      async run() {
        if (watched === null) return;
        const [stored] = await storedSettings(database, ['paused_services']);
        const next = JSON.stringify(servicesIn(stored?.value ?? ''));
        if (next === row) return;
        row = next;
        fresh = true;
        watched?.wake();
      },
    },
  };
}
