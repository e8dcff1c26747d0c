import { visitArea } from '@tessera/device';
import { isForeign } from '../federation/heal.ts';

/*
 * Keeps what was typed over a load of the page that the page itself begins (it takes another host, or frees memory), and
 * in a screen that is drawn anew because a tool has broken it. Never passwords and codes. It is put back into the same
 * field of the same screen, once that is shown again.
 */

/** Of this tab, and only until the page is there again. */
const KEY = 'tessera.host.typed';
/** Dispatched to the window before such a load. */
export const RELOAD = 'tessera-reload';
/** Dispatched to the window with the error before a broken screen is taken out of the page. */
export const BROKE = 'tessera-broke';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Typed = { readonly screen: string; readonly nth: number; readonly kind: string; readonly value: string };

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

/** What the user has typed into screens that are in the page. */
const typedInto = (typed: WeakSet<Element>): readonly Typed[] =>
  [...document.querySelectorAll<HTMLElement>('[data-at]')].flatMap((screen) =>
    fieldsOf(screen).flatMap((field, nth): Typed[] =>
      typed.has(field) && field.value !== ''
        ? [{ screen: screen.dataset.at ?? '', nth, kind: kindOf(field), value: field.value }]
        : [],
    ),
  );

/** As if it was typed: React listens to the event, and looks past the value that a script sets. */
function fill(field: Field, value: string): void {
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Follows what is typed, and puts back what was before the load. Call it once. */
export function followTyped(): void {
  const typed = new WeakSet<Element>();
  let waiting: readonly Typed[] = [];
  const putBack = () => {
    const screens = new Map(
      [...document.querySelectorAll<HTMLElement>('[data-at]')].map((screen) => [screen.dataset.at, fieldsOf(screen)]),
    );
    waiting = waiting.filter(({ screen, nth, kind, value }) => {
      const field = screens.get(screen)?.[nth];
      if (!field || kindOf(field) !== kind) return true;
      // What is there by now was typed since, or belongs to the screen.
      if (field.value === '') fill(field, value);
      return false;
    });
    if (waiting.length === 0) growth.disconnect();
  };
  const growth = new MutationObserver(putBack);
  const waitFor = (more: readonly Typed[]) => {
    waiting = [...waiting, ...more];
    if (waiting.length > 0) growth.observe(document.body, { childList: true, subtree: true });
  };
  addEventListener('input', ({ target }) => isText(target) && typed.add(target), { capture: true });
  addEventListener(RELOAD, () => visitArea.keep(KEY, JSON.stringify(typedInto(typed))));
  // What the user typed may be what broke a screen, where no tool did.
  addEventListener(BROKE, (event) => {
    if (event instanceof CustomEvent && isForeign(event.detail)) waitFor(typedInto(typed));
  });
  waitFor(read());
  putBack();
}
