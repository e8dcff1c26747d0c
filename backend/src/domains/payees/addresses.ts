import { basename } from 'node:path';
import type { Output, ReadInput } from '@tessera/api/contract';
import { addressProblem, type Chain, looksLike, readAddress, readRequest } from '@tessera/api/payees/rules';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import { type Database, type Sql, type Transaction, violates } from '../../platform/db/database.ts';
import { countOf, type Page, pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Ports } from '../../platform/ports.ts';
import { releaseUploads, useUpload } from '../../platform/uploads/uses.ts';
import type { Vault } from '../../platform/uploads/vault.ts';
import { sendPayoutNotice } from '../identity/index.ts';
import { readConfiguration } from '../site/index.ts';
import { payoutNetwork } from './networks.ts';
import { qrTextOf } from './qr-picture.ts';
import { lookUpReachable, requireReachable } from './reachable.ts';

const HOUR = 3_600_000;
/** Characters of a request that a message repeats. */
const PART_SHOWN = 40;
/** Addresses and cards that a user may keep, of each. */
export const MAX_PAYEES = 100;

type AddressRow = {
  readonly id: string;
  readonly currency: string;
  readonly network: string;
  readonly chain: Chain;
  readonly name: string;
  readonly tag: string | null;
  readonly address: string;
  readonly qrcode: string | null;
  /** Unix ms. */
  readonly created_at: number;
  readonly usable_at: number;
};

type SavedAddress = Output<'POST /user/wallet/save'>;

const COLUMNS = 'a.id, a.currency, a.network, n.chain, a.name, a.tag, a.address, a.qrcode, a.created_at, a.usable_at';
const ADDRESSES = `payee_address a join withdrawal_network n using (currency, network)
  where a.user_id = $1 and a.deleted_at is null`;

const wireAddress = (catalogue: CatalogueSnapshot, row: AddressRow): SavedAddress => ({
  ...row,
  currency_id: catalogue.heldCurrency(row.currency).id,
  qrcode: row.qrcode === null ? null : `/api/uploads/${row.qrcode}`,
});

/** Serializes what is saved for a user, so that the limit holds for calls at once. */
export async function lockPayees(tx: Transaction, userId: string, table: 'payee_address' | 'payee_card') {
  await tx.query('select from user_account where id = $1 for no key update', [userId]);
  const saved = await countOf(tx, `${table} where user_id = $1 and deleted_at is null`, [userId]);
  if (saved >= MAX_PAYEES) throw new DomainError('too_many_payees', { params: { max: MAX_PAYEES } });
}

/** From when on the whitelist lets withdrawals go to a payee that is saved now. */
export const usableAt = async (tx: Sql, now: number): Promise<Date> =>
  new Date(now + (await readConfiguration(tx)).whitelistHours * HOUR);

/** An address of the user. Rejects with `not_found` for one of another user and one that was deleted. */
export async function addressOfUser(sql: Sql, userId: string, id: string, field: string): Promise<AddressRow> {
  const [row] = await sql.query<AddressRow>(`select ${COLUMNS} from ${ADDRESSES} and a.id = $2`, [userId, id]);
  if (!row) throw new DomainError('not_found', { field });
  return row;
}

/**
 * Rejects an address that was not saved and looks like one that was: it may come from a history that was poisoned. The
 * user who means it saves it, with its QR code.
 */
export async function refuseLookAlike(sql: Sql, userId: string, address: string): Promise<void> {
  const rows = await sql.query<Pick<AddressRow, 'name' | 'address'>>(
    'select name, address from payee_address where user_id = $1 and deleted_at is null',
    [userId],
  );
  const alike = rows.find((row) => looksLike(row.address, address));
  if (alike) throw new DomainError('address_similar', { field: 'address', params: { name: alike.name } });
}

type Surroundings = {
  readonly database: Database;
  readonly catalogue: CatalogueSnapshot;
  readonly vault: Pick<Vault, 'read'>;
  readonly ports: Pick<Ports, 'addressUse'>;
  /** The address of the client. */
  readonly from: string;
  /** Unix ms. */
  readonly now: number;
};

type Save = ReadInput<'POST /user/wallet/save'>;

/** The text of the user's own picture of a QR code. */
async function ownQrText({ database, vault, from }: Surroundings, userId: string, name: string): Promise<string> {
  const [own] = await database.query('select 1 from upload where name = $1 and user_id = $2 and stored', [
    name,
    userId,
  ]);
  const picture = own && (await vault.read(name));
  if (!picture) throw new DomainError('upload_unknown', { field: 'qrcode' });
  return qrTextOf(picture, { account: `user:${userId}`, address: from });
}

/** Saves a new address, after its picture was found to name the same one. */
async function addAddress(surroundings: Surroundings, userId: string, input: Save): Promise<AddressRow> {
  const { database, catalogue, ports, now } = surroundings;
  const target = { currencyId: input.currency, network: input.network, field: 'currency' };
  const { currency, network, chain } = await payoutNetwork(database, catalogue, target);
  if (chain === null) throw new DomainError('network_unknown', { field: 'network' });
  const problem = addressProblem({ chain, network }, input.address, { exact: false });
  const read = readAddress(chain, input.address);
  if (problem || !read) throw new DomainError(problem?.code ?? 'address_invalid', problem ?? { field: 'address' });
  const picture = basename(input.qrcode ?? '');
  const request = readRequest(chain, await ownQrText(surroundings, userId, picture));
  if (request && 'unclear' in request) {
    throw new DomainError('request_unclear', {
      field: 'qrcode',
      params: { part: request.unclear.slice(0, PART_SHOWN) },
    });
  }
  if (request?.address !== read.address) throw new DomainError('qr_differs', { field: 'qrcode' });
  const place = { chain, address: read.address, userId, field: 'address' };
  await lookUpReachable({ database, sql: database, ports, now }, place);
  return database.transaction(async (tx) => {
    await lockPayees(tx, userId, 'payee_address');
    await requireReachable(tx, ports, place);
    await useUpload(tx, userId, { location: picture, field: 'qrcode' });
    try {
      const [row] = await tx.query<{ id: string }>(
        `insert into payee_address (user_id, currency, network, name, tag, address, qrcode, created_at, usable_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
        [
          userId,
          currency.code,
          network,
          input.name,
          input.tag ?? null,
          read.address,
          picture,
          new Date(now),
          await usableAt(tx, now),
        ],
      );
      await sendPayoutNotice(tx, userId, { kind: 'payee_added', at: now });
      tx.notify(userId, { kind: 'payee' });
      return await addressOfUser(tx, userId, row?.id ?? '', 'id');
    } catch (error) {
      if (violates(error, 'payee_address_once'))
        throw new DomainError('address_known', { field: 'address', cause: error });
      throw error;
    }
  });
}

/** Changes what an address is called; nothing that says where money goes. */
async function renameAddress({ database }: Surroundings, userId: string, id: string, { name, tag }: Save) {
  return database.transaction(async (tx) => {
    await tx.query('update payee_address set name = $3, tag = $4 where user_id = $1 and id = $2', [
      userId,
      id,
      name,
      tag ?? null,
    ]);
    tx.notify(userId, { kind: 'payee' });
    return addressOfUser(tx, userId, id, 'id');
  });
}

export async function saveAddress(surroundings: Surroundings, userId: string, input: Save): Promise<SavedAddress> {
  const row =
    input.id === undefined
      ? await addAddress(surroundings, userId, input)
      : await renameAddress(surroundings, userId, input.id, input);
  return wireAddress(surroundings.catalogue, row);
}

type Filter = Page & {
  readonly currency: string | null;
  readonly network: string | null;
  readonly tag: string | null;
};

export async function listAddresses(
  sql: Sql,
  catalogue: CatalogueSnapshot,
  userId: string,
  { currency, network, tag, page, limit }: Filter,
): Promise<{ readonly list: SavedAddress[]; readonly total: number }> {
  const { rows, total } = await pageOf<AddressRow>(sql, {
    select: COLUMNS,
    from: `${ADDRESSES} and ($2::text is null or a.currency = $2) and ($3::text is null or a.network = $3)
             and ($4::text is null or a.tag = $4)`,
    whole: 'a user has no more than a few',
    order: 'a.id desc',
    values: [userId, currency, network, tag],
    page,
    limit,
  });
  return { list: rows.map((row) => wireAddress(catalogue, row)), total };
}

/** Forgets an address; its picture is given up with it. */
export async function deleteAddress(database: Database, userId: string, id: string, now: number): Promise<void> {
  await database.transaction(async (tx) => {
    const [gone] = await tx.query<{ picture: string | null }>(
      `with gone as (select id, qrcode from payee_address where user_id = $1 and id = $2 and deleted_at is null for update)
       update payee_address p set deleted_at = $3, qrcode = null from gone where p.id = gone.id
       returning gone.qrcode as picture`,
      [userId, id, new Date(now)],
    );
    if (!gone) throw new DomainError('not_found', { field: 'id' });
    if (gone.picture !== null) await releaseUploads(tx, [gone.picture]);
    tx.notify(userId, { kind: 'payee' });
  });
}
