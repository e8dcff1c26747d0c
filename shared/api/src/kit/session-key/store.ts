/** Opens the browser's own keys, each by the hash of its session's token. Rejects where the browser keeps nothing. */
export const inKeys = <T>(mode: IDBTransactionMode, act: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('tessera');
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const acting = act(opening.result.transaction('keys', mode).objectStore('keys'));
      acting.onerror = () => reject(acting.error);
      acting.onsuccess = () => resolve(acting.result);
      opening.result.close();
    };
  });
