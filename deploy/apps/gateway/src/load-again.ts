import { withoutComments } from './inline-source.ts';

/** What of the browser is used besides the document. */
type Browser = Pick<Window, 'addEventListener' | 'setTimeout' | 'fetch' | 'localStorage'> & {
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
 * It is sent as source text and must not refer to anything outside itself.
 */
export function loadAgain(page: Document, browser: Browser): void {
  type File = HTMLScriptElement | HTMLLinkElement;
  const WAITS = [300, 1_200];
  /** As `host/index.ejs` has them. */
  const LANGUAGES: Record<string, string> = {
    ...{ de: 'de', fr: 'fra', es: 'spa', ja: 'jp', ko: 'kor', zh: 'zh', th: 'th', sq: 'alb' },
  };
  /** Elements whose file has just come past all caches. */
  const fresh = new WeakSet<EventTarget>();

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
    return LANGUAGES[tag.slice(0, 2)] ?? 'en';
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
    page.getElementById('start')?.remove();
    notice.hidden = false;
  };
  /** Who asked learns of it; of what the page itself asked for, the user does. */
  const giveUp = (file: File, event: Event): void => {
    file.remove();
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
  };
  const fetchAgain = (file: File, event: Event, tries: number): void => {
    browser.setTimeout(() => {
      // The caller has given up.
      if (!file.isConnected) return;
      browser
        .fetch('src' in file ? file.src : file.href, { cache: 'reload' })
        .then((response) => {
          if (!response.ok) throw new Error(String(response.status));
          return response.arrayBuffer();
        })
        .then(
          () => insertAgain(file),
          () => {
            if (tries + 1 < WAITS.length) fetchAgain(file, event, tries + 1);
            else giveUp(file, event);
          },
        );
    }, WAITS[tries]);
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
      fetchAgain(target, event, 0);
    },
    { capture: true },
  );
  const loaded: [string, string][] = [];
  browser.tesseraLoaded = loaded;
  page.addEventListener(
    'load',
    ({ target }) => {
      const integrity = isFile(target) && target.getAttribute('integrity');
      if (integrity) loaded.push(['src' in target ? target.src : target.href, integrity]);
    },
    { capture: true },
  );
  // The host has started, but cannot say what is wrong.
  browser.addEventListener('tessera-start-failed', showFailure);
}

/** The script as inlined in the page. */
export const loadAgainScript = (): string => `(${withoutComments(loadAgain.toString())})(document,self)`;
