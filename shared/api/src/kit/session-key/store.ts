import { openDatabase } from '@tessera/device';

/** ms; a log-in waits no longer for a browser that never replies. */
const OPENS_WITHIN = 3_000;

/** Opens the browser's own keys, each by the hash of its session's token. Rejects where the browser keeps nothing. */
export const inKeys = <T>(mode: IDBTransactionMode, act: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    openDatabase('tessera', (made) => made.createObjectStore('keys'), OPENS_WITHIN)
      .then((database) => {
        const acting = act(database.transaction('keys', mode).objectStore('keys'));
        acting.onerror = () => reject(acting.error);
        acting.onsuccess = () => resolve(acting.result);
        database.close();
      })
      .catch(reject);
  });
