import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

/** Hooks that make a form: one place for what was entered, what is wrong with it, and when that is shown. */
const FORM = /\buse(?:ContractForm|Entries)\b|\.use(?:Form|Purchase|Entry)\(/;
/** Parts of a form get what was entered from it, as does a field that is made of another one. */
const PART =
  /(?:: |Omit<)(?:Entries|EntryField|FormField|DerivedOrder|FormPartProps|PurchaseEntry|ComponentProps<typeof NumberField>)/;
/** What amounts are typed into: that of all screens, and those of a ticket. */
const AMOUNT = 'AmountInput|NumberField|SteppedPrice';

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return path.endsWith('.tsx') && !path.endsWith('.test.tsx') ? [path] : [];
  });

/** Why the amounts of a source live in no form; null where they do, or there are none. */
function looseAmount(source: string): string | null {
  const inputs = [...source.matchAll(new RegExp(`<(?:${AMOUNT})\\b[\\s\\S]*?\\n? *\\/>`, 'g'))].map(([input]) => input);
  if (inputs.length === 0) return null;
  if (!FORM.test(source) && !PART.test(source)) return 'no form';
  const states = new Set(
    [...source.matchAll(/const \[(\w*)(?:, (\w+))?\] = use(?:State|Reducer)\b/g)].flatMap(([, ...names]) =>
      names.filter(Boolean),
    ),
  );
  // Its value as a whole, and what a change calls by its name.
  const names = inputs.flatMap((input) => [
    ...(/\bvalue=\{([^\n]*?)\}(?:\s|$)/.exec(input)?.[1]?.match(/(?<![.'\w])[a-z]\w*/gi) ?? []),
    ...(/\bonChange=\{(\w+)\}/.exec(input)?.slice(1) ?? []),
  ]);
  return names.find((name) => states.has(name)) ?? null;
}

test('an amount on a state of the screen is found, by itself or in an object', () => {
  const screen = (state: string, input: string) =>
    `import { useEntries } from '@tessera/ui/forms';\n${state}\n${input}`;
  expect(
    looseAmount(screen("const [sum, setSum] = useState('');", '<AmountInput value={sum} onChange={setSum} />')),
  ).toBe('sum');
  expect(looseAmount(screen('const [draft, setDraft] = useState(EMPTY);', '<AmountInput value={draft.price} />'))).toBe(
    'draft',
  );
  expect(
    looseAmount(
      screen("const [size, setSize] = useState('');", "<NumberField value={'typed' in size ? size.typed : ''} />"),
    ),
  ).toBe('size');
  expect(looseAmount(screen("const [, type] = useState('');", '<SteppedPrice value={price} onChange={type} />'))).toBe(
    'type',
  );
  expect(looseAmount('<AmountInput value={amount} onChange={onAmount} />')).toBe('no form');
  expect(looseAmount('<NumberField value={amount} onChange={onAmount} />')).toBe('no form');
  expect(
    looseAmount(screen('const form = useEntries(start);', "<AmountInput {...form.field('amount')} />")),
  ).toBeNull();
});

/* The console of staff has forms of its own. */
test('amounts live in a form: useContractForm, defineForm, useEntries or definePurchase', () => {
  const found = ['host/src', 'remotes'].flatMap((folder) =>
    sources(join(ROOT, folder)).flatMap((path) => {
      const why = looseAmount(readFileSync(path, 'utf8'));
      return why === null ? [] : [`${relative(ROOT, path)}: ${why}`];
    }),
  );
  expect(found).toEqual([]);
});
