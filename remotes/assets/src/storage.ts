/** What this remote keeps in local storage, under its own prefix. Storage that is refused costs the choice, nothing else. */
const PREFIX = 'tessera.assets.';

type Flag = 'hide-amounts' | 'hide-small';

export function readFlag(name: Flag): boolean {
  try {
    return localStorage.getItem(PREFIX + name) === '1';
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

export function storeFlag(name: Flag, on: boolean): void {
  try {
    if (on) localStorage.setItem(PREFIX + name, '1');
    else localStorage.removeItem(PREFIX + name);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
