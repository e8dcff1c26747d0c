import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
/** Of a label's text or a field: what is typed with separators, whose meaning differs by language. */
const AMOUNT = /(?:^|[._])(?:amounts?|prices?|quantity|percent(?:age)?|ratio|stake|shares|money|bid|total)$/i;

/** Plain fields with the keyboard of numbers, and why. */
const NO_AMOUNT: Readonly<Record<string, string>> = {
  'shared/ui/src/code-input/DigitsInput.tsx': 'a code: digits without separators',
  'deploy/console/src/machines/CreateMachineDialog.tsx': 'whole days, which no language separates',
  'deploy/console/src/actions/PercentField.tsx': '`readPercent` reads the signs of each language',
};

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return path.endsWith('.tsx') && !path.endsWith('.test.tsx') ? [path] : [];
  });

/** What makes a plain field one for an amount; null for none. */
function numericIn(field: string): string | null {
  const mode = /inputMode="(?:decimal|numeric)"|type="number"/.exec(field);
  if (mode && !/autoComplete="(?:one-time-code|cc-number|tel)"/.test(field)) return mode[0];
  const [, label = ''] = /label=\{[a-z]+\('([^']+)'/.exec(field) ?? [];
  const [, name = ''] = /name="([^"]+)"/.exec(field) ?? [];
  const [, formField = ''] = /field\('([^']+)'\)/.exec(field) ?? [];
  return [label, name, formField].find((each) => AMOUNT.test(each)) ?? null;
}

const plainFields = (text: string): string[] => [...text.matchAll(/<TextInput\b[\s\S]*?\/>/g)].map(([field]) => field);

test('a plain field for an amount is found by its mode, its label or its name', () => {
  for (const field of [
    '<TextInput inputMode="decimal" label={t(\'note\')} />',
    "<TextInput label={t('order.price')} value={price} />",
    '<TextInput name="amount" />',
    "<TextInput {...form.field('price')} />",
  ]) {
    expect([field, plainFields(field).map(numericIn)]).toEqual([field, [expect.any(String)]]);
  }
  expect(plainFields('<TextInput label={t(\'name\')} name="nickname" />').map(numericIn)).toEqual([null]);
});

test('amounts, prices, quantities and percentages are typed into AmountInput, which reads the signs of each language', () => {
  const found = ['host/src', 'remotes', 'shared', 'deploy/console'].flatMap((folder) =>
    sources(join(ROOT, folder)).flatMap((path) =>
      plainFields(readFileSync(path, 'utf8')).flatMap((field) => {
        const why = relative(ROOT, path) in NO_AMOUNT ? null : numericIn(field);
        return why === null ? [] : [`${relative(ROOT, path)}: ${why}`];
      }),
    ),
  );
  expect(found).toEqual([]);
});
