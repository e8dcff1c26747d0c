import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from './release.ts';

type Route = { readonly path: string; readonly params?: Readonly<Record<string, string>> };
type Descriptor = { readonly routes: readonly Route[] };

const descriptorOf = (path: string): Descriptor => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Descriptor;

/** Every route that the host and the remotes declare; those with parameters last, which the earlier ones link to. */
export const ROUTES: readonly Route[] = [
  'host/screens.json',
  ...readdirSync(join(ROOT, 'remotes')).map((name) => `remotes/${name}/remote.json`),
]
  .flatMap((path) => descriptorOf(path).routes)
  .toSorted((a, b) => Number(Boolean(a.params)) - Number(Boolean(b.params)));

/** Parameters of screens that no other screen links to with them. */
const PARAMS: Readonly<Record<string, string>> = {
  '/pages/common/article': 'id=terms',
  '/pages/common/webView': 'url=https%3A%2F%2Ftessera.example%2F',
  '/pages/fund/assets_record': 'currency_id=1',
  '/pages/help/detail': 'id=1',
  '/pages/invest/purchase': 'id=1',
  '/pages/invest/temp_purchase': 'id=1',
  '/pages/mailMessage/ggDetail': 'id=1',
  '/pages/setting/bind': 'kind=email',
  '/pages/system/open-location': 'latitude=13.7563&longitude=100.5018',
  '/pages/transaction/settlement': 'id=1',
};

/** Addresses with parameters, by path, that screens which were seen link to. */
export class SeenLinks {
  readonly #queries = new Map<string, string>();

  async collect(page: Page): Promise<void> {
    const hrefs = await page
      .locator('[data-shown] a[href*="?"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const href of hrefs) {
      const [path = '', query = ''] = href.replace(/^#/, '').split('?');
      if (!this.#queries.has(path)) this.#queries.set(path, query);
    }
  }

  addressOf({ path, params }: Route): string {
    const query = params && (this.#queries.get(path) ?? PARAMS[path]);
    return query ? `${path}?${query}` : path;
  }
}

/**
 * Goes to a screen as a link in the page does, and waits until it stands still: its title is there, no skeleton is
 * left and nothing moves. Resolves to what is missing.
 */
export async function visit(page: Page, address: string): Promise<string | null> {
  return page.evaluate(async (to) => {
    const former = document.querySelector('[data-shown]');
    const changes = location.hash !== `#${to}`;
    location.hash = to;
    const still = (): string | null => {
      const shown = document.querySelector('[data-shown]');
      if (!shown || (changes && shown === former)) return 'the screen';
      if (!shown.querySelector('h1')) return 'its title';
      if (shown.querySelector('[data-skeleton]')) return 'what its skeleton stands for';
      const moves = document.getAnimations().some(({ playState }) => playState === 'running');
      return moves ? 'the end of its motion' : null;
    };
    const until = performance.now() + 6_000;
    let missing = still();
    while (missing && performance.now() < until) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      missing = still();
    }
    return missing;
  }, address);
}
