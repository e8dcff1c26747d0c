// `npm run check`: types, lint, imports, dead code and sizes, without running a test.
import { buildStale, buildsOf } from './builds.ts';
import { checkBuilds, checkDeadCode, checkImports, checkLint, checkSizes, checkTypes } from './checks.ts';
import type { Print } from './commands.ts';
import { countsLine, isGood, sum } from './counts.ts';

const print: Print = (text) => void process.stdout.write(text);
const checks = [await checkTypes(print), await checkLint(print), await checkImports(print), await checkDeadCode(print)];
const outcomes = await buildStale((line) => console.log(line));
const total = sum([...checks, checkBuilds(print, outcomes), checkSizes(print, buildsOf(outcomes))]);
console.log(countsLine(total));
process.exit(isGood(total) ? 0 : 1);
