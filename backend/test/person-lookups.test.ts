import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areLinked, linkedTo, personsAmong, samePersonAs, showsSamePerson } from '../src/domains/copytrading/index.ts';
import { documentWords, verifiedName } from '../src/domains/kyc/verification.ts';
import { refuseLookAlike } from '../src/domains/payees/addresses.ts';
import { localCards } from '../src/domains/payees/cards.ts';
import { accountsOfPerson, beneficiariesOf } from '../src/domains/referral/store.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { planOf } from './plans.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/*
 * What is asked of one user about their documents, cards, addresses, browsers and contacts, among those of 10,000: no plan reads a
 * whole table, which payments, follows, gifts and fees would wait for.
 */

const FIRST = 1_000_001;
const LAST = 1_010_000;
const [ANN, BEN] = [String(FIRST), String(FIRST + 1)];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const users = `generate_series(${FIRST}, ${LAST}) n`;
  await database.query(
    `insert into user_account (id, uid, email, mobile, password_hash, nickname, extension_code, created_at, invited_by)
     overriding system value
     select n, lpad(n::text, 8, '0'), n || '@size.example', '49' || n, '', 'n' || n, 'c' || n, now(),
            case when n > ${FIRST} + 10 then n - 10 end
       from ${users} order by n`,
  );
  await database.query(
    `insert into verification_request (user_id, real_type, id_type, country, name, card_id, state, submitted_at)
     select n, 1, 'passport', 'DE', 'A N', 'C' || n, 'verified', now() from ${users}`,
  );
  // Requests that were refused, and cards and addresses that were deleted, stay.
  await database.query(
    `insert into verification_request (user_id, real_type, id_type, country, name, card_id, state, submitted_at)
     select n, 1, 'passport', 'DE', 'A N', 'C' || n, 'failed', now() from ${users}`,
  );
  for (const deleted of ['null', 'now()']) {
    await database.query(
      `insert into payee_card (user_id, kind, real_name, bank_name, province_city, branch, phone, created_at, usable_at,
                               card_sealed, card_hash, card_last4, deleted_at)
       select n, 'local', 'A N', 'b', 'c', 'd', '1', now(), now(), '\\x01', n::text::bytea, '1234', ${deleted} from ${users}`,
    );
    await database.query(
      `insert into payee_address (user_id, currency, network, name, address, created_at, usable_at, deleted_at)
       select u.n, w.currency, w.network, 'a', '0x' || u.n, now(), now(), ${deleted}
         from ${users.replace(' n', ' u (n)')}, (select currency, network from withdrawal_network order by 1, 2 limit 1) w`,
    );
  }
  await database.query(
    `insert into known_device (token_hash, user_id, last_seen_at) select n::text::bytea, n, now() from ${users}`,
  );
  await database.query(
    `insert into withdrawal (user_id, currency, network, way, target, card_id, amount, fee, value_btc, value_usdt, status, created_at)
     select c.user_id, n.currency, n.network, 'card', 't', c.id, 10, 1, 1, 1, 'final', now()
       from payee_card c, (select currency, network from withdrawal_network order by 1, 2 limit 1) n
      where c.deleted_at is null`,
  );
  for (const table of TABLES) await database.query(`vacuum analyze ${table}`);
});
afterAll(() => database.close());

const TABLES = ['user_account', 'verification_request', 'payee_card', 'payee_address', 'known_device', 'withdrawal'];

const ASKED: readonly [name: string, ask: (sql: Sql) => Promise<unknown>][] = [
  ['whether two are linked', (sql) => areLinked(sql, ANN, BEN)],
  ['all who are linked', (sql) => linkedTo(sql, ANN)],
  ['who is the same person', (sql) => samePersonAs(sql, ANN)],
  ['whether one shows to be the person of another', (sql) => showsSamePerson(sql, ANN, BEN)],
  ['who among some are one person', (sql) => personsAmong(sql, [ANN, BEN])],
  ['the accounts of a person, for a coupon', (sql) => accountsOfPerson(sql, ANN)],
  ['who gets rebates on fees', (sql) => beneficiariesOf(sql, [String(LAST), String(LAST - 1)])],
  ['the verified name', (sql) => verifiedName(sql, ANN)],
  ['the words of documents, for a password', (sql) => documentWords(sql, ANN)],
  ['saved addresses', (sql) => refuseLookAlike(sql, ANN, '0x1')],
  ['saved cards', (sql) => localCards(sql, ANN)],
];

const plans: string[] = [];

test.each(ASKED)('%s is looked up by indexes', async (_, ask) => {
  const plan = await planOf(database, ask);
  plans.push(plan);
  expect(plan).toContain('Index');
  // By the key alone all newer rows of others would be read.
  expect(plan.split('\n').filter((line) => /Seq Scan|Scan Backward using \w+_pkey/.test(line))).toEqual([]);
});

test('each index of the migrations is used', () => {
  const read = (name: string) => readFileSync(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8');
  const later = read('1885_document_letters');
  const made = `${read('1853_person_indexes')}\n${later}`;
  const names = [...made.matchAll(/create index (\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !later.includes(`drop index ${name}`) || later.includes(`create index ${name}`));
  expect(names).toHaveLength(5);
  expect(names.filter((name) => !plans.some((plan) => plan.includes(name)))).toEqual([]);
});
