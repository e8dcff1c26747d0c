import type { Finding } from '../findings.ts';

export type TextTree = { readonly [key: string]: string | TextTree };

const PLURAL = /_(zero|one|two|few|many|other)$/;

const leaves = (tree: TextTree, path = ''): Array<readonly [string, string]> =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : leaves(value, `${path}${key}.`),
  );

/** Plural forms differ between languages, so their common stem stands for them. */
const stemOf = (key: string) => key.replace(PLURAL, '');

const placeholders = (text: string) => [...new Set(text.match(/\{\{\s*[\w.]+/g) ?? [])].toSorted().join();

/** Compares the texts of every language with English. */
export function checkTexts(texts: Readonly<Record<string, TextTree>>): readonly Finding[] {
  const english = leaves(texts.en ?? {});
  const expected = new Set(english.map(([key]) => stemOf(key)));
  const findings: Finding[] = [];
  for (const [code, tree] of Object.entries(texts)) {
    const own = leaves(tree);
    const keys = new Set(own.map(([key]) => stemOf(key)));
    for (const key of expected) {
      if (!keys.has(key)) findings.push({ code: 'text-missing', message: `${code} has no ${key}` });
    }
    for (const key of keys) {
      if (!expected.has(key)) findings.push({ code: 'text-beyond', message: `${code} has ${key}, English has not` });
    }
    const byKey = new Map(english);
    for (const [key, text] of own) {
      if (text.trim() === '') findings.push({ code: 'text-empty', message: `${key} is empty in ${code}` });
      const original = byKey.get(key);
      if (original !== undefined && !PLURAL.test(key) && placeholders(text) !== placeholders(original)) {
        findings.push({ code: 'text-placeholder', message: `${key} has other placeholders in ${code}` });
      }
    }
  }
  return findings;
}
