import type { Print } from './commands.ts';
import { type Counts, NONE } from './counts.ts';

export type Step = {
  readonly name: string;
  /** Steps that come first; those that were not asked for are not waited for. */
  readonly after?: readonly string[];
  /** It mostly waits (a browser, timeouts, other processes). */
  readonly waits?: boolean;
  /** How many lanes it takes, where it does several things at once; one by default. */
  readonly takes?: number;
  run(print: Print): Promise<Counts>;
};

export type StepResult = {
  readonly name: string;
  readonly counts: Counts;
  readonly milliseconds: number;
  /** All that it printed. */
  readonly output: string;
};

/** How many steps run at once: of those that compute, of those that wait, and of all. */
export type Lanes = { readonly computing: number; readonly waiting: number; readonly all: number };

/**
 * Runs steps in their order, as many at once as `lanes` allows. Each is handed to `done` with its output when it ends, so
 * that outputs never mix. A step that rejects has failed.
 */
export async function runSteps(
  steps: readonly Step[],
  lanes: Lanes,
  done: (result: StepResult) => void,
  now: () => number = () => performance.now(),
): Promise<readonly StepResult[]> {
  const names = new Set(steps.map(({ name }) => name));
  const waiting = [...steps];
  const ended = new Set<string>();
  const running = new Map<string, { readonly waits: boolean; readonly takes: number; readonly end: Promise<void> }>();
  const results: StepResult[] = [];

  const runOne = async ({ name, run }: Step): Promise<void> => {
    const started = now();
    let output = '';
    const print: Print = (text) => {
      output += text;
    };
    const counts = await run(print).catch((error: unknown) => {
      print(`${error instanceof Error ? error.stack : error}\n`);
      return { ...NONE, failed: 1 };
    });
    const result = { name, counts, milliseconds: now() - started, output };
    running.delete(name);
    ended.add(name);
    results.push(result);
    done(result);
  };

  const isReady = ({ after = [] }: Step) => after.every((name) => ended.has(name) || !names.has(name));
  const taken = (some: readonly { readonly takes: number }[]) => some.reduce((sum, { takes }) => sum + takes, 0);
  const hasRoom = ({ waits = false, takes = 1 }: Step) => {
    const all = [...running.values()];
    const alike = all.filter((each) => each.waits === waits);
    return taken(all) + takes <= lanes.all && taken(alike) + takes <= (waits ? lanes.waiting : lanes.computing);
  };

  while (waiting.length > 0 || running.size > 0) {
    for (const step of [...waiting]) {
      if (!isReady(step) || !hasRoom(step)) continue;
      waiting.splice(waiting.indexOf(step), 1);
      running.set(step.name, { waits: step.waits ?? false, takes: step.takes ?? 1, end: runOne(step) });
    }
    if (running.size === 0) throw new Error(`steps wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
    await Promise.race([...running.values()].map(({ end }) => end));
  }
  return results;
}
