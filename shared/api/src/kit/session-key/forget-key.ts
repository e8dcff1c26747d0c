import { hashOf } from './prove.ts';
import { inKeys } from './store.ts';

/** Deletes the key of a session that is over in this browser. */
export async function forgetKey(token: string): Promise<void> {
  const id = await hashOf(token);
  await inKeys('readwrite', (keys) => keys.delete(id));
}
