// Step `imports` of `npm test`: prints the imports that go the wrong way, each under the reason of the rule it breaks.
import { brokenRules, RULES, readImports } from './import-graph.ts';

const broken: string[] = [];
for (const config of RULES) {
  const found = await readImports(config);
  broken.push(...brokenRules(found));
  console.log(`${config}: ${found.summary.totalCruised} modules, ${found.summary.totalDependenciesCruised} imports`);
}
for (const text of broken) console.error(`\n${text}`);
process.exit(broken.length > 0 ? 1 : 0);
