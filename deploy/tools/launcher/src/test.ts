// `npm test`: every check there is. Its last line sums them up. Names choose some: `npm test -- types unit`.
import { buildStale, buildsOf } from './builds.ts';
import { checkBuilds, checkLint, checkSizes, checkTypes } from './checks.ts';
import { type Counts, countsLine, isGood, NONE, sum } from './counts.ts';
import { runEndToEnd, runVitest } from './suites.ts';

const STEPS: Readonly<Record<string, () => Promise<Counts>>> = {
  types: checkTypes,
  lint: checkLint,
  unit: () => runVitest('unit'),
  backend: () => runVitest('backend'),
  build: async () => checkBuilds(await build()),
  sizes: async () => checkSizes(buildsOf(await build())),
  conformance: () => runVitest('conformance'),
  e2e: runEndToEnd,
};

const build = () => buildStale((line) => console.log(line));

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(STEPS, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. What can be run: ${Object.keys(STEPS).join(', ')}.`);
  process.exit(2);
}

const results: { readonly name: string; readonly counts: Counts }[] = [];
for (const [name, step] of Object.entries(STEPS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n── ${name}`);
  const counts = await step().catch((error: unknown) => {
    console.error(error);
    return { ...NONE, failed: 1 };
  });
  results.push({ name, counts });
}

const total = sum(results.map(({ counts }) => counts));
console.log('');
for (const { name, counts } of results) console.log(`${name.padEnd(12)} ${countsLine(counts)}`);
console.log(`\n${countsLine(total)}`);
process.exit(isGood(total) ? 0 : 1);
