import { codeByTag } from '@tessera/releases';
import { withoutComments } from './inline-source.ts';

/** What of the browser is used besides the document. */
type Browser = Pick<Window, 'addEventListener' | 'setTimeout' | 'fetch' | 'localStorage'> & {
  readonly MutationObserver: typeof MutationObserver;
  readonly AbortController: typeof AbortController;
  readonly navigator: Pick<Navigator, 'onLine' | 'language'>;
  readonly location: Pick<Location, 'reload'>;
  /** Address and hash of each script and style sheet that came: for the worker, which comes after them. */
  tesseraLoaded?: [address: string, integrity: string][];
};

/**
 * Runs in the page before anything is fetched: a script or style sheet that did not load is fetched twice more, within
 * two seconds, before its caller learns of it. All kinds pass here, whatever loads them: files of the start,
 * entries of remotes, chunks of host and remotes, shared modules, texts, styles.
 *
 * The file is first fetched past all caches, the worker's included, which also puts it in the place of what they held.
 * If its bytes then still are not those that the element's hash demands, the server has no others: it is not asked again.
 *
 * A file that neither came nor failed is fetched beside the element: its connection may have died unnoticed, and a caller
 * that asks again would wait for the same request (bundles keep what is under way; style sheets have no time limit at all).
 *
 * `languages` are codes of the product by those of browsers, as `codeByTag` has them.
 *
 * It is sent as source text and must not refer to anything outside itself.
 */
export function loadAgain(page: Document, browser: Browser, languages: Readonly<Record<string, string>>): void {
  type File = HTMLScriptElement | HTMLLinkElement;
  const WAITS = [300, 1_200];
  /**
   * Ms without a byte, or of an element since it was inserted, after which a request is taken for dead. Three of them are over before a screen is given up (60 s).
   * The page's own style sheet keeps it white, the notice of a slow start included: it is given up within 20 s.
   */
  const SILENCE = { ofAny: 18_000, ofPageStyle: 9_000 };
  /** Elements whose file has just come past all caches. */
  const fresh = new WeakSet<EventTarget>();
  const came = new WeakSet<EventTarget>();
  /** Elements whose file is being fetched again. */
  const trying = new WeakSet<EventTarget>();

  const isFile = (target: EventTarget | null): target is File => {
    const { localName, rel } = (target ?? {}) as Partial<HTMLLinkElement>;
    return localName === 'script' || (localName === 'link' && rel === 'stylesheet');
  };
  /** The language that was chosen here; without one, or with storage blocked, that of the browser. */
  const languageOf = (texts: Readonly<Record<string, unknown>>): string => {
    let [chosen, tag] = ['', ''];
    try {
      chosen = browser.localStorage.getItem('tessera.host.language') ?? '';
    } catch {
      // The browser's.
    }
    if (texts[chosen]) return chosen;
    try {
      tag = String(browser.navigator.language).toLowerCase();
    } catch {
      // English.
    }
    if (/^zh.*(hant|tw|hk|mo)/.test(tag)) return 'hk';
    return languages[tag.slice(0, 2)] ?? 'en';
  };
  /** Without its files the page cannot start: says so, in the language of this browser, and offers to load it anew. */
  const showFailure = (): void => {
    const notice = page.getElementById('start-failed');
    const texts = page.getElementById('tessera-start-texts')?.textContent;
    if (!notice || !texts) {
      page.addEventListener('DOMContentLoaded', showFailure, { once: true });
      return;
    }
    const byLanguage = JSON.parse(texts) as Record<string, string[]>;
    const [title, text, action] = (byLanguage[languageOf(byLanguage)] ?? []).slice(4);
    const show = (selector: string, content = '') => {
      const element = notice.querySelector(selector);
      if (element) element.textContent = content;
    };
    show('h1', title);
    show('p', text);
    show('button', action);
    notice.querySelector('button')?.addEventListener('click', () => browser.location.reload());
    for (const id of ['start', 'start-notice']) page.getElementById(id)?.remove();
    // Without its style sheet the app would stand above the notice, unreadable.
    page.getElementById('root')?.setAttribute('hidden', '');
    notice.hidden = false;
  };
  /**
   * Takes a file that may still be under way out of the page. A script that is only removed would run when it comes after
   * all, beside its copy, or in its turn behind one that failed: one of another document does not.
   */
  const withdraw = (file: File): void => {
    page.implementation.createHTMLDocument('').adoptNode(file);
  };
  /** Who asked learns of it; of what the page itself asked for, the user does. */
  const giveUp = (file: File, event: Event): void => {
    withdraw(file);
    if (file.onerror) file.onerror(event);
    else showFailure();
  };
  const insertAgain = (file: File): void => {
    const copy = page.createElement(file.localName) as File;
    for (const { name, value } of file.attributes) copy.setAttribute(name, value);
    const { onload, onerror } = file;
    Object.assign(copy, { onload, onerror });
    fresh.add(copy);
    // Who runs a script removes the element that it knows; one that is left would be taken for a load under way.
    if (copy.localName === 'script') copy.addEventListener('load', () => copy.remove());
    file.replaceWith(copy);
    withdraw(file);
  };
  const addressOf = (file: File): string => ('src' in file ? file.src : file.href);
  const silenceOf = (file: File): number => ('src' in file || file.onerror ? SILENCE.ofAny : SILENCE.ofPageStyle);
  /** Fetches a file past all caches, as long as some of it comes. */
  const fetchWhole = async (file: File): Promise<void> => {
    const ends = new browser.AbortController();
    let parts = 0;
    const listen = () => {
      const before = ++parts;
      browser.setTimeout(() => {
        if (parts === before) ends.abort();
      }, silenceOf(file));
    };
    listen();
    const { ok, status, body } = await browser.fetch(addressOf(file), { cache: 'reload', signal: ends.signal });
    if (!ok) throw new Error(String(status));
    const reader = body?.getReader();
    while (reader && !(await reader.read()).done) listen();
    parts = 0;
  };
  const fetchAgain = (file: File, event: Event, tries: number): void => {
    trying.add(file);
    // The caller may have given up, and what was silent may come after all.
    const isOver = () => !file.isConnected || came.has(file);
    browser.setTimeout(() => {
      if (isOver()) return;
      fetchWhole(file).then(
        () => {
          if (!isOver()) insertAgain(file);
        },
        () => {
          if (isOver()) return;
          if (tries + 1 < WAITS.length) fetchAgain(file, event, tries + 1);
          else giveUp(file, event);
        },
      );
    }, WAITS[tries]);
  };
  const watch = (file: File): void => {
    browser.setTimeout(() => {
      if (!file.isConnected || came.has(file) || trying.has(file)) return;
      // Callers read which file it is from the event.
      const event = { type: 'error', target: file } as unknown as Event;
      if (fresh.has(file)) giveUp(file, event);
      else fetchAgain(file, event, file.onerror ? 0 : WAITS.length - 1);
    }, silenceOf(file));
  };

  browser.addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (!isFile(target)) return;
      if (fresh.has(target)) {
        target.remove();
        if (!target.onerror) showFailure();
        return;
      }
      // Where the device says that there is no network, there is none in a second either.
      if (!browser.navigator.onLine && target.onerror) return;
      event.stopImmediatePropagation();
      if (!trying.has(target)) fetchAgain(target, event, 0);
    },
    { capture: true },
  );
  const loaded: [string, string][] = [];
  browser.tesseraLoaded = loaded;
  page.addEventListener(
    'load',
    ({ target }) => {
      if (target) came.add(target);
      const integrity = isFile(target) && target.getAttribute('integrity');
      if (integrity) loaded.push([addressOf(target), integrity]);
    },
    { capture: true },
  );
  new browser.MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (isFile(node) && addressOf(node)) watch(node);
  }).observe(page.head, { childList: true });
  // The host has started, but cannot say what is wrong.
  browser.addEventListener('tessera-start-failed', showFailure);
}

/** The script as inlined in the page. */
export const loadAgainScript = (): string =>
  `(${withoutComments(loadAgain.toString())})(document,self,${JSON.stringify(codeByTag())})`;
