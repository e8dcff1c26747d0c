// `npm run check`: types, lint and sizes, without running a test.
import { buildStale, buildsOf } from './builds.ts';
import { checkBuilds, checkLint, checkSizes, checkTypes } from './checks.ts';
import { countsLine, isGood, sum } from './counts.ts';

const types = await checkTypes();
const lint = await checkLint();
const outcomes = await buildStale((line) => console.log(line));
const total = sum([types, lint, checkBuilds(outcomes), checkSizes(buildsOf(outcomes))]);
console.log(countsLine(total));
process.exit(isGood(total) ? 0 : 1);
