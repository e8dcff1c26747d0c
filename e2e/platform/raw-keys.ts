import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from './release.ts';

type Tree = { readonly [key: string]: string | Tree };

const keysOf = (tree: Tree, path = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value, `${path}${key}.`),
  );

/** Every dotted text key of the product: none may be visible to users. */
const KEYS = ['shared/i18n/src/common', 'host/src/i18n', ...globSync('remotes/*/src/{,*/}i18n', { cwd: ROOT })]
  .flatMap((folder) => keysOf(JSON.parse(readFileSync(join(ROOT, folder, 'en.json'), 'utf8')) as Tree))
  .filter((key) => key.includes('.'));

/** Keys of texts that stand in the page in place of their texts. */
export async function rawKeys(page: Page): Promise<readonly string[]> {
  // Without the scripts that the page begins with: their names look like keys.
  const text = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let read = '';
    while (texts.nextNode())
      if (texts.currentNode.parentElement?.localName !== 'script') read += ` ${texts.currentNode.nodeValue}`;
    return read;
  });
  const words = new Set(text.split(/[\s,:;!?()“”"]+/));
  return KEYS.filter((key) => words.has(key));
}
