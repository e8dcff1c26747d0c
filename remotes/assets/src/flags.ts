import { atom, useAtom } from 'jotai';

/** What this remote keeps in local storage, under its own prefix. Storage that is refused costs the choice, nothing else. */
const PREFIX = 'tessera.assets.';

function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}

function storedFlag(name: string) {
  const key = PREFIX + name;
  const value = atom(attempt(() => localStorage.getItem(key) === '1', false));
  return atom(
    (get) => get(value),
    (_, set, on: boolean) => {
      attempt(() => (on ? localStorage.setItem(key, '1') : localStorage.removeItem(key)), undefined);
      set(value, on);
    },
  );
}

const FLAGS = { 'hide-amounts': storedFlag('hide-amounts'), 'hide-small': storedFlag('hide-small') } as const;

/** A choice that every screen of this remote shares and that is there again at the next visit. */
export const useFlag = (name: keyof typeof FLAGS) => useAtom(FLAGS[name]);
