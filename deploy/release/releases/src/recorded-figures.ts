import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { eValue, healthOf, look, rampStageSchema, tallySchema } from './health/index.ts';
import type { Figures } from './overview.ts';

/** What the registry writes down every second: of its snapshot, what figures follow from. */
const recorded = z.object({ tally: tallySchema, stages: z.array(rampStageSchema) });

/** File of the registry's counts in a data folder. */
export const figuresPath = (dataDir: string): string => join(dataDir, 'registry/figures.json');

/** The figures of the registry that runs, or ran last, on a data folder; undefined if there are none. */
export async function readFigures(dataDir: string): Promise<Figures | undefined> {
  const snapshot = await readFile(figuresPath(dataDir), 'utf8')
    .then((text) => recorded.safeParse(JSON.parse(text)))
    .catch(() => undefined);
  if (!snapshot?.success) return undefined;
  const { tally, stages } = snapshot.data;
  return {
    health: (name, version) => healthOf(tally, name).find((health) => health.version === version),
    evidence(name) {
      const stage = stages.find(({ remote }) => remote === name);
      return stage ? eValue(look(stage).evidence) : 1;
    },
  };
}
