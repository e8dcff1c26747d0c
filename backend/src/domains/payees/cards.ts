import type { Output, ReadInput } from '@tessera/api/contract';
import { accountNumberOf } from '@tessera/api/payees/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { sendPayoutNotice } from '../identity/index.ts';
import { lockPayees, usableAt } from './addresses.ts';
import type { CardNumbers, StoredNumber } from './card-numbers.ts';

export type CardKind = 'local' | 'international';

type CardRow = StoredNumber & {
  readonly id: string;
  readonly kind: CardKind;
  readonly real_name: string;
  readonly card_last4: string;
  readonly bank_name: string;
  readonly province_city: string;
  readonly branch: string;
  readonly phone: string;
  readonly bank_network: string | null;
  readonly swift_code: string | null;
  readonly aba_number: string | null;
  readonly cardholder_address: string | null;
  /** Unix ms. */
  readonly created_at: number;
  readonly usable_at: number;
};

const COLUMNS = `id, user_id, kind, real_name, card_number, card_sealed, card_hash, card_last4, bank_name, province_city, branch, phone, bank_network, swift_code,
  aba_number, cardholder_address, created_at, usable_at`;

type Card = Output<'POST /user/cash_save'>;
type InternationalCard = Output<'POST /user/cash_save_international'>;

const LAST = 4;

const wireCard = (row: CardRow): Card => ({
  id: row.id,
  real_name: row.real_name,
  card_last4: row.card_last4,
  bank_name: row.bank_name,
  province_city: row.province_city,
  branch: row.branch,
  phone: row.phone,
  created_at: row.created_at,
  usable_at: row.usable_at,
});

const wireInternationalCard = (row: CardRow): InternationalCard => ({
  ...wireCard(row),
  bank_network: row.bank_network ?? '',
  swift_code: row.swift_code ?? '',
  aba_number: row.aba_number,
  cardholder_address: row.cardholder_address ?? '',
});

/** A card of the user, of either kind. Rejects with `not_found` for one of another user and one that was deleted. */
export async function cardOfUser(sql: Sql, userId: string, id: string, field: string): Promise<CardRow> {
  const [row] = await sql.query<CardRow>(
    `select ${COLUMNS} from payee_card where user_id = $1 and id = $2 and deleted_at is null`,
    [userId, id],
  );
  if (!row) throw new DomainError('not_found', { field });
  return row;
}

/** A card of a withdrawal, which may have been deleted since. */
export async function cardOf(sql: Sql, userId: string, id: string): Promise<CardRow> {
  const [row] = await sql.query<CardRow>(`select ${COLUMNS} from payee_card where user_id = $1 and id = $2`, [
    userId,
    id,
  ]);
  if (!row) throw new Error(`card ${id} is not there`);
  return row;
}

const cardsOfUser = (sql: Sql, userId: string, kind: CardKind) =>
  sql.query<CardRow>(
    `select ${COLUMNS} from payee_card where user_id = $1 and kind = $2 and deleted_at is null order by id desc`,
    [userId, kind],
  );

export const localCards = async (sql: Sql, userId: string) => (await cardsOfUser(sql, userId, 'local')).map(wireCard);

export const internationalCards = async (sql: Sql, userId: string) =>
  (await cardsOfUser(sql, userId, 'international')).map(wireInternationalCard);

type Local = ReadInput<'POST /user/cash_save'>;
type International = ReadInput<'POST /user/cash_save_international'>;
type Whose = {
  readonly database: Database;
  readonly numbers: CardNumbers;
  readonly userId: string;
  readonly now: number;
};

/** A changed card is a new one to the whitelist: it waits again. */
async function save(
  { database, numbers, userId, now }: Whose,
  kind: CardKind,
  { id, ...card }: Local & Partial<International>,
): Promise<CardRow> {
  const number = accountNumberOf(card.card_number);
  const { sealed, hash } = numbers.seal(userId, number);
  return database.transaction(async (tx) => {
    if (id !== undefined) {
      const replaced = await cardOfUser(tx, userId, id, 'id');
      if (replaced.kind !== kind) throw new DomainError('not_found', { field: 'id' });
      await tx.query('update payee_card set deleted_at = $2 where id = $1', [id, new Date(now)]);
    }
    await lockPayees(tx, userId, 'payee_card');
    const [row] = await tx.query<CardRow>(
      `insert into payee_card (user_id, kind, real_name, card_sealed, card_hash, card_last4, bank_name, province_city, branch,
                               phone, bank_network, swift_code, aba_number, cardholder_address, created_at, usable_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning ${COLUMNS}`,
      [
        userId,
        kind,
        card.real_name,
        sealed,
        hash,
        number.slice(-LAST),
        card.bank_name,
        card.province_city,
        card.branch,
        card.phone,
        card.bank_network ?? null,
        card.swift_code?.toUpperCase() ?? null,
        card.aba_number ?? null,
        card.cardholder_address ?? null,
        new Date(now),
        await usableAt(tx, now),
      ],
    );
    if (!row) throw new Error('the card is not there');
    await sendPayoutNotice(tx, userId, { kind: 'payee_added', at: now });
    tx.notify(userId, { kind: 'payee' });
    return row;
  });
}

export const saveLocalCard = async (whose: Whose, card: Local): Promise<Card> =>
  wireCard(await save(whose, 'local', card));

export const saveInternationalCard = async (whose: Whose, card: International): Promise<InternationalCard> =>
  wireInternationalCard(await save(whose, 'international', card));

export async function deleteCard({ database, userId, now }: Whose, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    await cardOfUser(tx, userId, id, 'id');
    await tx.query('update payee_card set deleted_at = $3 where user_id = $1 and id = $2 and deleted_at is null', [
      userId,
      id,
      new Date(now),
    ]);
    tx.notify(userId, { kind: 'payee' });
  });
}
