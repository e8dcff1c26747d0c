/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

type Rule = { readonly selectors: readonly string[]; readonly declarations: readonly string[] };

const bare = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@import[^;]*;/g, '');

const declarationsOf = (body: string): string[] =>
  body
    .split(';')
    .map((each) => each.trim().replace(/\s+/g, ' '))
    .filter((each) => each !== '');

/** All rules of a style sheet; those inside of `@media` and the like are marked by its name. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  const open: string[] = [];
  for (const [, before = '', mark] of bare(css).matchAll(/([^{}]*)([{}])/g)) {
    if (mark === '{') open.push(before.trim());
    else {
      const [selector = '', ...around] = open.reverse();
      open.reverse().pop();
      const declarations = declarationsOf(before);
      if (declarations.length > 0 && !selector.startsWith('@')) {
        const inside = around.some((each) => each.startsWith('@')) ? '@ ' : '';
        rules.push({ selectors: selector.split(/,(?![^(]*\))/).map((each) => inside + each.trim()), declarations });
      }
    }
  }
  return rules;
}

/** Names of classes in a selector, without those that another package gives its elements. */
const classesIn = (selector: string): string[] =>
  [...selector.replace(/:global\([^)]*\)/g, '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name);

/** What one class of the primitives says, by the start of its name. */
const primitives = rulesOf(readFileSync(join(import.meta.dirname, 'primitives.css'), 'utf8'));
const saidBy = (...looks: string[]): ReadonlySet<string> =>
  new Set(
    primitives
      .filter(({ selectors: [selector = ''] }) => looks.some((look) => selector.startsWith(`.ui-${look}`)))
      .flatMap(({ declarations }) => declarations),
  );

const ROOM = saidBy('above', 'below');
const TEXT = saidBy('tone', 'size', 'weight', 'align', 'tight', 'breaks', 'block');
const GAP = saidBy('gap');
const STACK = saidBy('stack', 'pairs', 'shrinks', 'items');
const INLINE = saidBy('inline', 'wrap', 'between', 'at-');
const CARD = saidBy('card');
const NOTE = saidBy('note');
const HIDDEN = saidBy('hidden');

/** `margin-block: a b` as the two that it stands for. */
const inLong = (declarations: readonly string[]): string[] =>
  declarations.flatMap((each) => {
    const both = /^margin-block: (\S+\(.*?\)|\S+)(?: (\S+\(.*?\)|\S+))?$/.exec(each);
    if (!both) return [each];
    const [, start, end = start] = both;
    return [`margin-block-start: ${start}`, `margin-block-end: ${end}`];
  });

/** The primitive that says all of a body, null where none does. */
function primitiveFor(body: readonly string[]): string | null {
  const own = inLong(body);
  const rest = own.filter((each) => !ROOM.has(each));
  const all = (...sets: ReadonlySet<string>[]) => rest.every((each) => sets.some((set) => set.has(each)));
  if (rest.length === 0) return 'Box';
  if (all(TEXT)) return 'Text';
  const gap = rest.some((each) => GAP.has(each));
  if (gap && rest.includes('display: grid') && all(STACK, GAP)) return 'Stack';
  if (gap && rest.includes('display: flex') && all(INLINE, GAP)) return 'Inline';
  const surface = [...CARD].filter((each) => !each.startsWith('--'));
  if (surface.every((each) => rest.includes(each)) && all(CARD, STACK, GAP)) return 'Card';
  if (rest.length === 5 && all(NOTE) && rest.some((each) => each.startsWith('font-size'))) return 'Note';
  if (rest.some((each) => each.startsWith('clip-path')) && all(HIDDEN)) return 'VisuallyHidden';
  return null;
}

const filesOf = (ending: string): string[] =>
  globSync(`{host,remotes,shared,deploy/console}/**/*${ending}`, {
    cwd: ROOT,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(String(path)),
  });
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Of each style sheet, how sources name it, and their texts. */
const importers = new Map<string, { readonly name: string; readonly source: string }[]>();
for (const path of [...filesOf('.tsx'), ...filesOf('.ts')]) {
  if (/\.(?:test|d)\.tsx?$/.test(path)) continue;
  const source = textOf(path);
  for (const [, name = '', from = ''] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const sheet = normalize(join(dirname(path), from));
    importers.set(sheet, [...(importers.get(sheet) ?? []), { name, source }]);
  }
}

/** Whether sources use a class, or may: a part of the name is computed, or all classes are handed on. */
const isUsed = (sheet: string, local: string): boolean =>
  (importers.get(sheet) ?? []).some(({ name, source }) => {
    if (new RegExp(`\\b${name}\\.${local}\\b|\\b${name}\\['${local}'\\]`).test(source)) return true;
    const computed = new RegExp(`\\b${name}\\[(?!')`).test(source);
    return (computed || new RegExp(`\\b${name}(?![\\w.['])(?! from)`).test(source)) && isNamed(source, local);
  });

/** Whether a source has a word that ends or begins as the class does. */
const isNamed = (source: string, local: string): boolean =>
  [...source.matchAll(/\b[a-z]\w+/g)].some(
    ([word]) => local === word || local.startsWith(word) || local.endsWith(word),
  );

/** Whether it is all that dresses the elements that have it, and these are elements of HTML. */
function standsAlone(sheet: string, local: string): boolean {
  const uses = (importers.get(sheet) ?? []).flatMap(({ name, source }) =>
    [...source.matchAll(new RegExp(`(className=\\{)?\\b${name}\\.${local}\\b(\\})?`, 'g'))].map((use) => {
      const [, before, after] = use;
      const [tag = ''] = [...source.slice(0, use.index).matchAll(/<([A-Za-z][\w.]*)/g)].at(-1)?.slice(1) ?? [];
      return before !== undefined && after !== undefined && /^[a-z]/.test(tag);
    }),
  );
  return uses.length > 0 && uses.every((alone) => alone);
}

test('rules are read with their selectors, and what a primitive says is known', () => {
  const css =
    '.a,\n.b { color: var(--text-weak); /* x */ margin-block: var(--space-2); } @media print { .c { gap: 1px } }';
  expect(rulesOf(css).map(({ selectors }) => selectors)).toEqual([['.a', '.b'], ['@ .c']]);
  expect(primitiveFor(rulesOf(css)[0]?.declarations ?? [])).toBe('Text');
  expect(primitiveFor(['display: grid', 'gap: var(--space-2)', 'margin-block-end: var(--space-4)'])).toBe('Stack');
  expect(primitiveFor(['display: flex', 'gap: var(--space-2)', 'align-items: center'])).toBe('Inline');
  expect(primitiveFor(['margin-block: var(--space-6) var(--space-2)'])).toBe('Box');
  expect(primitiveFor(['display: grid', 'gap: 2px'])).toBeNull();
  expect(primitiveFor(['color: var(--text-weak)', 'flex: none'])).toBeNull();
});

const sheets = filesOf('.module.css');

test('no style sheet has a class that no source uses', () => {
  expect(sheets.length).toBeGreaterThan(100);
  const unused = sheets.flatMap((sheet) => {
    const locals = new Set(rulesOf(textOf(sheet)).flatMap(({ selectors }) => selectors.flatMap(classesIn)));
    return [...locals].filter((local) => !isUsed(sheet, local)).map((local) => `${sheet}: .${local}`);
  });
  expect(unused).toEqual([]);
});

test('no source uses a class that its style sheet has not', () => {
  const absent = sheets.flatMap((sheet) => {
    const locals = new Set(rulesOf(textOf(sheet)).flatMap(({ selectors }) => selectors.flatMap(classesIn)));
    const used = (importers.get(sheet) ?? []).flatMap(({ name, source }) =>
      [...source.matchAll(new RegExp(`(?<![\\w.'"/-])${name}\\.([a-zA-Z]\\w*)`, 'g'))].map(([, local = '']) => local),
    );
    return [...new Set(used)].filter((local) => !locals.has(local)).map((local) => `${sheet}: .${local}`);
  });
  expect(absent).toEqual([]);
});

test('what a primitive of @tessera/ui says is no rule of a screen', () => {
  const said = sheets.flatMap((sheet) => {
    const rules = rulesOf(textOf(sheet));
    return rules.flatMap(({ selectors, declarations }) => {
      const primitive = primitiveFor(declarations);
      if (primitive === null) return [];
      return selectors
        .filter((selector) => /^\.[\w-]+$/.test(selector))
        .map((selector) => selector.slice(1))
        .filter((local) => {
          const rulesWithIt = rules.flatMap((rule) => rule.selectors).filter((each) => classesIn(each).includes(local));
          return rulesWithIt.length === 1 && standsAlone(sheet, local);
        })
        .map((local) => `${sheet}: .${local} is <${primitive}>`);
    });
  });
  expect(said).toEqual([]);
});

/** Rules of all sheets whose body, its declarations sorted, stands in another rule already. It only falls. */
const MOST_SURPLUS = 347;

test('bodies that stand in several rules do not become more', () => {
  const bodies = sheets.flatMap((sheet) =>
    rulesOf(textOf(sheet)).map(({ declarations }) => declarations.toSorted().join('; ')),
  );
  const surplus = bodies.length - new Set(bodies).size;
  expect(bodies.length).toBeGreaterThan(1_000);
  expect(surplus, 'say it by a primitive, or by one class for all').toBeLessThanOrEqual(MOST_SURPLUS);
  expect(surplus, 'lower the bound to what is reached').toBeGreaterThan(MOST_SURPLUS - 25);
});
