import { bus } from '@tessera/bus';
import { visitArea } from '@tessera/device';
import { isForeign } from '../federation/heal.ts';

/*
 * Keeps what was typed over a load of the page that the page itself begins (it takes another host, or frees memory), and
 * in a screen that is drawn anew because a tool has broken it. Never passwords and codes. It is put back into the same
 * field of the same screen, once that is shown again to the same user.
 */

/** Of this tab, and only until the page is there again. */
const KEY = 'tessera.host.typed';
/** Dispatched to the window before such a load. */
export const RELOAD = 'tessera-reload';
/** Dispatched to the window with the error before a broken screen is taken out of the page. */
export const BROKE = 'tessera-broke';
/** ms after which what was typed into a screen that broke is dropped: it should have been drawn anew long before. */
const DROP_AFTER = 60_000;

type Field = HTMLInputElement | HTMLTextAreaElement;
type Typed = {
  readonly screen: string;
  readonly nth: number;
  readonly kind: string;
  readonly value: string;
  /** Who typed it; null while no one was logged in. */
  readonly uid: string | null;
};
type Waiting = Typed & { readonly until: number };

const TEXTS = ['text', 'search', 'email', 'tel', 'url', 'number'];
const SECRET = /one-time-code|password|^cc-/;

const isText = (element: unknown): element is Field =>
  (element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && TEXTS.includes(element.type) && element.inputMode !== 'none')) &&
  !SECRET.test(element.autocomplete) &&
  // Recovery codes are typed like that.
  element.getAttribute('autocapitalize') !== 'characters';

const fieldsOf = (screen: Element): readonly Field[] => [...screen.querySelectorAll('input,textarea')].filter(isText);
/** Another host may have another field at the same place. */
const kindOf = ({ localName, type, name, inputMode, autocomplete }: Field): string =>
  [localName, type, name, inputMode, autocomplete].join(' ');

function read(): readonly Typed[] {
  try {
    const kept: unknown = JSON.parse(visitArea.read(KEY) ?? '[]');
    visitArea.remove(KEY);
    return Array.isArray(kept) ? kept : [];
  } catch {
    // It holds something else.
    return [];
  }
}

const screensInPage = () => [...document.querySelectorAll<HTMLElement>('[data-at]')];

/** What the user has typed into screens that are in the page, each with its field. */
const typedInto = (typed: WeakSet<Element>, uid: string | null): ReadonlyArray<readonly [Field, Typed]> =>
  screensInPage().flatMap((screen) =>
    fieldsOf(screen).flatMap(
      (field, nth): Array<[Field, Typed]> =>
        typed.has(field) && field.value !== ''
          ? [[field, { screen: screen.dataset.at ?? '', nth, kind: kindOf(field), value: field.value, uid }]]
          : [],
    ),
  );

/** As if it was typed: React listens to the event, and looks past the value that a script sets. */
function fill(field: Field, value: string): void {
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Follows what is typed, and puts back what was before the load. Returns a function that ends it. */
export function followTyped(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  /** By the user who is logged in. */
  let typed = new WeakSet<Element>();
  let waiting: readonly Waiting[] = [];
  /** Undefined until it is known whether someone is logged in. */
  let uid: string | null | undefined;
  const putBack = () => {
    if (uid === undefined) return;
    const wanted = new Set(waiting.map(({ screen }) => screen));
    const fields = new Map(
      screensInPage()
        .filter(({ dataset }) => wanted.has(dataset.at ?? ''))
        .map((screen) => [screen.dataset.at, fieldsOf(screen)]),
    );
    waiting = waiting.filter((kept) => {
      if (kept.uid !== uid || Date.now() > kept.until) return false;
      const field = fields.get(kept.screen)?.[kept.nth];
      if (!field || kindOf(field) !== kept.kind) return true;
      // What is there by now was typed since, or belongs to the screen.
      if (field.value === '') fill(field, kept.value);
      return false;
    });
    if (waiting.length === 0) growth.disconnect();
  };
  const growth = new MutationObserver(putBack);
  const waitFor = (more: readonly Typed[], until: number) => {
    waiting = [...waiting, ...more.map((each) => ({ ...each, until }))];
    if (waiting.length > 0) growth.observe(document.body, { childList: true, subtree: true });
  };
  addEventListener('input', ({ target }) => isText(target) && typed.add(target), { capture: true, signal });
  const nowTyped = () => typedInto(typed, uid ?? null);
  const beforeReload = () => visitArea.keep(KEY, JSON.stringify(nowTyped().map(([, each]) => each)));
  addEventListener(RELOAD, beforeReload, { signal });
  // What the user typed may be what broke a screen, where no tool did.
  const onBroken = (event: Event) => {
    if (!(event instanceof CustomEvent) || !isForeign(event.detail)) return;
    const before = nowTyped();
    // By then the broken screen is out of the page, and the others are still there.
    queueMicrotask(() => {
      const gone = before.filter(([field]) => !field.isConnected);
      waitFor(
        gone.map(([, each]) => each),
        Date.now() + DROP_AFTER,
      );
    });
  };
  addEventListener(BROKE, onBroken, { signal });
  // The user comes back to a screen below the one that was loaded anew at any time.
  waitFor(read(), Number.POSITIVE_INFINITY);
  const endSession = bus.on('session', (session) => {
    const next = session?.user.uid ?? null;
    if (uid !== undefined && uid !== next) typed = new WeakSet();
    uid = next;
    putBack();
  });
  return () => {
    ended.abort();
    growth.disconnect();
    endSession();
  };
}
