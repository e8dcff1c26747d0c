import { referenceOf } from '@tessera/manifest';
import { z } from 'zod';
import type { ReleaseState } from '../state.ts';
import type { ReleaseStore } from '../store.ts';
import { unlessDamaged } from '../stored-object.ts';

export const DAY = 24 * 3_600_000;

/** Retention: this many epochs, and everything published or live within this many days. */
export const KEPT = { epochs: 50, days: 30 } as const;

/** Maximum duration of a publication or host release, in ms. */
export const UNDER_WAY = 1 * DAY;

/** The states of every live or recent epoch: open pages may still load what they name. */
export async function recentStates(store: ReleaseStore, now: number): Promise<readonly ReleaseState[]> {
  const history = await store.history();
  return history.flatMap(({ state }, index) => {
    const endedAt = history[index + 1]?.state.at ?? now;
    return index >= history.length - KEPT.epochs || now - endedAt < KEPT.days * DAY ? [state] : [];
  });
}

/** A preview: its key, its version, and its expiry (Unix milliseconds). */
export type Lent = { readonly key: string; readonly reference: string; readonly expiresAt: number };

const lentSchema = z.object({
  preview: z.object({ name: z.string(), version: z.string() }),
  expiresAt: z.number(),
});

/** All previews, including expired ones. */
export async function lentVersions(store: ReleaseStore): Promise<readonly Lent[]> {
  const lent: Lent[] = [];
  for (const key of await store.storage.list('previews/')) {
    const id = key.slice('previews/'.length, -'.json'.length);
    const signed = await unlessDamaged(store.preview(id));
    // No page takes a damaged one: it is as good as ended.
    lent.push(signed ? { key, ...lentIn(signed.payload) } : { key, reference: '', expiresAt: 0 });
  }
  return lent;
}

function lentIn(payload: string): Omit<Lent, 'key'> {
  const { preview, expiresAt } = lentSchema.parse(JSON.parse(payload));
  return { reference: referenceOf(preview), expiresAt };
}
