// `npm test`: every check there is; its last line sums them up. Names choose some: `npm test -- types unit`. With
// `--changed`, or `--changed=<reference>`, only what changed since this branch left main, committed or not. A step whose
// inputs are as they were when it passed is taken as passed; with `--all` it runs. With `--deep` tests by chance play all of
// their samples.
import { affectedSince } from './changed.ts';
import { type Counts, countsLine, isGood, NONE, sum } from './counts.ts';
import { becomeRun } from './own-run.ts';
import { inputsHash, passedSteps, type Surroundings } from './passed.ts';
import { PEERS } from './peers.ts';
import { runSteps } from './schedule.ts';
import { setUpPeers } from './set-up.ts';
import { type CheckStep, checkSteps, LANES } from './steps.ts';

const IN_BROWSERS = ['e2e', 'releases', 'conformance'];
const args = process.argv.slice(2);
const since = args.find((each) => /^--changed(=|$)/.test(each));
const everything = args.includes('--all');
const deep = args.includes('--deep');
const asked = args.filter((each) => each !== since && each !== '--all' && each !== '--deep');
const known = checkSteps({ env: {} }).map(({ name }) => name);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. What can be run: ${known.join(', ')}.`);
  process.exit(2);
}

/** Before it becomes a run, which has a name and a folder of its own each time. */
const environment = { ...process.env };
const runs = (name: string) => asked.length === 0 || asked.includes(name);
const wanted = new Set(
  checkSteps({ env: {} })
    .filter(({ name }) => runs(name))
    .flatMap(({ peers = [] }) => peers),
);
const { env, missing } = await setUpPeers((line) => console.log(line), [...wanted]);
// What was installed stays, with what its installation started.
becomeRun();
for (const absence of missing) console.log(`${absence} Its tests are skipped.`);

const affected = since === undefined ? undefined : await affectedSince(since.slice('--changed='.length));
const SKIPPED: Counts = { ...NONE, skipped: 1 };

/** Leaves a step out with the reason, which counts as one skipped. */
const leftOut = (step: CheckStep, reason: string): CheckStep => ({
  name: step.name,
  run: async (print) => {
    print(`Skipped: ${reason}\n`);
    return SKIPPED;
  },
});

const passedBefore = passedSteps();
const stepEnv: Readonly<Record<string, string>> = { ...env, ...(deep && { TESSERA_DEEP: '1' }) };

/** Where a step runs; which peers of others were found makes no difference to it. */
function surroundingsOf({ peers = [], programs = [] }: CheckStep): Surroundings {
  const found = peers.flatMap(({ variable }) => stepEnv[variable] ?? []);
  const others = Object.fromEntries(Object.values(PEERS).map(({ variable }) => [variable, undefined]));
  const own = Object.fromEntries(peers.map(({ variable }) => [variable, stepEnv[variable]]));
  return { env: { ...environment, ...stepEnv, ...others, ...own }, programs: [...found, ...programs] };
}

/** Leaves a step out whose inputs are as they were when it passed. */
const unlessPassed = (step: CheckStep): CheckStep => {
  const { name, inputs } = step;
  if (!inputs || affected) return step;
  return {
    ...step,
    run: async (print) => {
      const hash = await inputsHash(inputs, surroundingsOf(step));
      const before = everything ? undefined : await passedBefore.find(name, hash);
      if (before) {
        print('Taken as passed: nothing that it reads has changed since it passed here (--all runs it anyway).\n');
        return before;
      }
      const counts = await step.run(print);
      await passedBefore.keep(name, hash, counts);
      return counts;
    },
  };
};

const steps = checkSteps({ env: stepEnv, affected })
  .filter(({ name }) => runs(name))
  .map((step) => {
    const { name, onlyFor } = step;
    if (IN_BROWSERS.includes(name) && !env.CHROMIUM_PATH) return leftOut(step, 'Chromium is missing.');
    const concerned = !affected || !onlyFor || affected.changed.some((path) => onlyFor.test(path));
    return concerned ? unlessPassed(step) : leftOut(step, `no change in ${onlyFor.source}`);
  });

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const started = performance.now();
const results = await runSteps(steps, LANES, ({ name, counts, milliseconds, output }) => {
  console.log(`\n── ${name} (${seconds(milliseconds)}): ${countsLine(counts)}\n${output.trimEnd()}`);
});

console.log('');
for (const { name, counts, milliseconds } of results) {
  console.log(`${name.padEnd(12)} ${seconds(milliseconds).padStart(8)}  ${countsLine(counts)}`);
}
const failures = results.flatMap(({ counts }) => counts.failures ?? []);
if (failures.length > 0) console.log(`\nFailed, or passed on the second try only:\n  ${failures.join('\n  ')}\n`);
const total = sum(results.map(({ counts }) => counts));
console.log(`${'in all'.padEnd(12)} ${seconds(performance.now() - started).padStart(8)}`);
console.log(`\n${countsLine(total)}`);
process.exit(isGood(total) ? 0 : 1);
