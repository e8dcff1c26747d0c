import { ask } from './ask.ts';

/** The browser's cryptography; undefined on plain HTTP and in old browsers. */
export const subtleCrypto = (): SubtleCrypto | undefined => ask(() => crypto.subtle, undefined);

/** The same, for what cannot go on without: throws where there is none. */
export function cryptography(): SubtleCrypto {
  const subtle = subtleCrypto();
  if (!subtle) throw new Error('no cryptography here');
  return subtle;
}

/** Opens a database. Rejects where the browser keeps none, refuses, or does not reply within `timeout` ms. */
export const openDatabase = (
  name: string,
  upgrade: (made: IDBDatabase) => void,
  timeout: number,
): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    // WebKit may never reply to the first opening of a visit (bug 226547).
    const late = setTimeout(() => reject(new Error('no database')), timeout);
    opening.onupgradeneeded = () => upgrade(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      clearTimeout(late);
      resolve(opening.result);
    };
  });
