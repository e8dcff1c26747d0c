import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { ROOT } from './release.ts';

type Route = { readonly path: string; readonly params?: Readonly<Record<string, string>> };
type Descriptor = { readonly routes: readonly Route[] };

const descriptorOf = (path: string): Descriptor => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Descriptor;

/** Every route that the host and the remotes declare. */
export const ROUTES: readonly Route[] = [
  'host/screens.json',
  ...readdirSync(join(ROOT, 'remotes')).map((name) => `remotes/${name}/remote.json`),
].flatMap((path) => descriptorOf(path).routes);

/** Whether a route cannot be opened without parameters. */
export const needsParameters = ({ params = {} }: Route): boolean =>
  Object.values(params).some((type) => !type.endsWith('?'));

/** Parameters of screens that no other screen links to with them. */
export const PARAMS: Readonly<Record<string, string>> = {
  '/pages/common/webView': 'url=https%3A%2F%2Ftessera.example%2F',
  '/pages/setting/bind': 'kind=email',
  '/pages/system/open-location': 'latitude=13.7563&longitude=100.5018',
  '/pages/transaction/settlement': 'id=1',
};

/** Screens of one of the things that a call lists: the parameter that names it, by its id. */
const LISTED: Readonly<Record<string, { readonly call: string; readonly form?: Record<string, string> }>> = {
  '/pages/common/article': { call: 'news/list', form: { c_id: '4' } },
  '/pages/mailMessage/ggDetail': { call: 'news/list', form: { c_id: '4' } },
  '/pages/help/detail': { call: 'help/articles' },
  '/pages/fund/assets_record': { call: 'currency/list' },
  '/pages/invest/purchase': { call: 'dual/index?section=demand' },
  '/pages/invest/temp_purchase': { call: 'dual/index?section=fixed' },
};

/** Query of a screen: of what the platform has for it, or that no other screen links to it with. */
async function queryOf(request: APIRequestContext, { path, params = {} }: Route): Promise<string> {
  const listed = LISTED[path];
  if (!listed) return PARAMS[path] ?? '';
  const { call, form } = listed;
  const response = await (form ? request.post(`/api/${call}`, { form }) : request.get(`/api/${call}`));
  const { message } = (await response.json()) as { message: { list: readonly { id: string | number }[] } };
  const [first] = message.list;
  const [name] = Object.keys(params);
  if (!first || !name) throw new Error(`${path} cannot be opened: ${call} lists nothing`);
  return `${name}=${first.id}`;
}

/** Addresses of every screen. Throws where one needs parameters and none are known: no screen is passed over. */
export const addressesOfAll = (request: APIRequestContext): Promise<readonly string[]> =>
  Promise.all(
    ROUTES.map(async (route) => {
      const query = await queryOf(request, route);
      if (query === '' && needsParameters(route)) throw new Error(`${route.path} has no parameters in screens.ts`);
      return query === '' ? route.path : `${route.path}?${query}`;
    }),
  );

declare global {
  interface Window {
    /** Calls by `fetch` that are under way; counted in pages that were asked to. */
    callsUnderWay?: number;
  }
}

/** Counts the calls of a page from its next load on, which `visit` then waits for. */
export const countCalls = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.callsUnderWay = 0;
    const send = window.fetch;
    const count = (change: number) => {
      window.callsUnderWay = (window.callsUnderWay ?? 0) + change;
    };
    window.fetch = (...request) => {
      count(1);
      return send(...request).finally(() => count(-1));
    };
  });

/**
 * Goes to a screen as a link in the page does, and waits until it stands still: its title is there, no skeleton is
 * left, nothing moves and no call is under way. Resolves to what is missing.
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
      if (moves) return 'the end of its motion';
      return window.callsUnderWay ? 'the end of its calls' : null;
    };
    const until = performance.now() + 10_000;
    let missing = still();
    // What a call brought is drawn, and may call again, in the frames after it.
    for (let frames = 0; frames < 3 && performance.now() < until; frames = missing ? 0 : frames + 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      missing = still();
    }
    return missing;
  }, address);
}
