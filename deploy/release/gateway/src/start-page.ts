import type { LANGUAGES } from '@tessera/releases';
import { withoutComments } from './inline-source.ts';

/** Of a language, what the start shows of it. */
export type StartLanguage = Pick<(typeof LANGUAGES)[number], 'code' | 'locale' | 'direction'>;

/** What of the browser is used besides the document. */
type Browser = Pick<Window, 'localStorage' | 'sessionStorage' | 'matchMedia'>;

/** What the start of Home shows that the host's page does not know. */
export type StartOptions = {
  /** Name of the site. */
  readonly name: string;
  /** Path of the first banner's picture, on this origin; null without a banner. */
  readonly banner: string | null;
};

/** A path of this origin that can stand in the page: a picture of an asset or an upload. */
const PICTURE = /^\/api\/[\w./-]+$/;

/** The path of a picture if the page may show it before its scripts run. */
export const startPicture = (cover: unknown): string | null =>
  typeof cover === 'string' && PICTURE.test(cover) && !cover.includes('..') ? cover : null;

/**
 * Runs in the page before any bundle: puts the theme on the page, and on Home fills and shows what the host's page draws
 * of it (`host/index.ejs`), in the language of this browser. The shell removes it with its first screen. It is sent as
 * source text and must not refer to anything outside itself.
 */
export function showStart(
  page: Document,
  { hash }: Pick<Location, 'hash'>,
  browser: Browser,
  { name, banner }: StartOptions,
  languages: readonly StartLanguage[],
): void {
  const stored = (key: string, kind: 'localStorage' | 'sessionStorage' = 'localStorage') => {
    try {
      return browser[kind].getItem(`tessera.host.${key}`);
    } catch {
      return null;
    }
  };
  const theme = stored('theme');
  const chosen = theme === 'light' || theme === 'dark';
  let dark = false;
  try {
    dark = browser.matchMedia('(prefers-color-scheme: dark)').matches;
  } catch {
    // The page is light where the device does not tell.
  }
  page.documentElement.dataset.theme = chosen ? theme : dark ? 'dark' : 'light';
  const start = page.getElementById('start');
  const texts = page.getElementById('tessera-start-texts')?.textContent;
  if (!start || !texts || !/^(#?|#\/(\?.*)?)$/.test(hash)) return;
  const language = stored('language') || stored('account-language') || 'en';
  const byLanguage = JSON.parse(texts) as Record<string, string[]>;
  const own = Object.hasOwn(byLanguage, language) ? language : 'en';
  const { locale = 'en', direction = 'ltr' } = languages.find(({ code }) => code === own) ?? {};
  start.lang = locale;
  start.dir = direction;
  const show = (selector: string, text = '') => {
    for (const element of start.querySelectorAll(selector)) element.textContent = text;
  };
  const [welcome, lead, signUp, logIn] = byLanguage[own] ?? [];
  show('b', name);
  show('h2', welcome);
  show('p', lead);
  show('a:first-child', signUp);
  show('a:last-child', logIn);
  if (stored('visit', 'sessionStorage') || stored('token')) start.dataset.user = '';
  if (banner) {
    const picture = page.createElement('img');
    picture.alt = '';
    picture.fetchPriority = 'high';
    picture.src = banner;
    start.querySelector('.start-banner')?.append(picture);
  }
  start.hidden = false;
}

const inSource = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The script as inlined in the page. */
export const startScript = (options: StartOptions, languages: readonly StartLanguage[]): string =>
  `(${withoutComments(showStart.toString())})(document,location,self,${inSource(options)},${inSource(languages.map(({ code, locale, direction }) => ({ code, locale, direction })))})`;
