// `npm run tessera -- egress <file…>`: prints the network policies for the settings in ConfigMaps and Secrets.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { outsidePolicies, portsOf, settingsOf } from './egress.ts';
import type { WithData } from './kubernetes.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Which settings? Name the files with the ConfigMap and the Secret: configuration.yaml provided.yaml');
  process.exit(1);
}
const given = files.flatMap((file) =>
  parseAllDocuments(readFileSync(resolve(file), 'utf8'), { merge: true }).map(
    (document) => document.toJS() as WithData,
  ),
);
try {
  process.stdout.write(outsidePolicies((part) => portsOf(part, settingsOf(part, given))));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
