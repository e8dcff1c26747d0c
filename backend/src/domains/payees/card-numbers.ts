import { createHmac } from 'node:crypto';
import type { Database } from '../../platform/db/database.ts';
import { currentKeyId, type SealKeys, seal, sealKeys, unseal } from '../../platform/factor/seal.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import type { Settings } from '../../platform/settings.ts';

const HOUR = 3_600_000;
/** Numbers of one statement; what remains is next. */
const BATCH = 200;

/** A number as it is stored: sealed, or in plain in a row of a former version until the job has sealed it. */
export type StoredNumber = {
  readonly user_id: string;
  readonly card_number: string | null;
  readonly card_sealed: Buffer | null;
};

const ownerOf = (userId: string): string => `payee_card:${userId}`;

/**
 * Seals and opens card and account numbers, with the keys of second factors. A number opens for its user alone; its hash,
 * against which no numbers can be tried without the key, is the same for all users.
 */
export type CardNumbers = {
  readonly seal: (userId: string, number: string) => { readonly sealed: Buffer; readonly hash: Buffer };
  /** Throws for the row of another user, altered bytes and an unknown key. */
  readonly open: (stored: StoredNumber) => string;
  readonly currentKey: () => Buffer;
};

export function createCardNumbers(settings: Pick<Settings, 'factorKeys' | 'dataDir'>): CardNumbers {
  let keys: SealKeys | undefined;
  const read = (): SealKeys => {
    keys ??= sealKeys(settings);
    return keys;
  };
  return {
    seal: (userId, number) => ({
      sealed: seal(read(), ownerOf(userId), Buffer.from(number)),
      hash: createHmac('sha256', read()[0]).update(`tessera payee_card\n${number}`).digest(),
    }),
    open: ({ user_id, card_number, card_sealed }) =>
      card_sealed === null ? (card_number ?? '') : unseal(read(), ownerOf(user_id), card_sealed).toString(),
    currentKey: () => currentKeyId(read()),
  };
}

type Parts = { readonly database: Database; readonly numbers: CardNumbers };

/** Seals what is in plain or of a former key. Returns the number of cards; one of a key that is not configured is set aside. */
export async function sealCards({ database, numbers }: Parts, { items }: Pick<JobRun, 'items'>): Promise<number> {
  const current = numbers.currentKey();
  const rows = await database.query<StoredNumber & { readonly id: string }>(
    `select id, user_id, card_number, card_sealed from payee_card
      where (card_number is not null or substring(card_sealed from 1 for $2) <> $1) and id <> all($4)
      order by id limit $3`,
    [current, current.length, BATCH, items.aside('card')],
  );
  const idOf = ({ id }: { readonly id: string }) => id;
  await items.each('card', rows, idOf, async (row) => {
    const { sealed, hash } = numbers.seal(row.user_id, numbers.open(row));
    await database.query('update payee_card set card_sealed = $2, card_hash = $3, card_number = null where id = $1', [
      row.id,
      sealed,
      hash,
    ]);
  });
  return rows.length;
}

export const sealCardsJob = (parts: Parts): RecurringJob => ({
  name: 'payees-seal-cards',
  every: HOUR,
  exclusive: true,
  items: ['card'],
  async run(run) {
    while (!run.signal.aborted && (await sealCards(parts, run)) === BATCH);
  },
});
