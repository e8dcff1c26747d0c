import type { SignerClient } from '@tessera/signer-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payTurn } from '../../../../test/payouts-stage.ts';
import { type Person, signUp } from '../../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import type { PayoutNode } from './adapter.ts';

/* The signer's delay of an address begins with the request: a crowd of requests keeps it from no other. */

const CROWD = 1_100;

let app: TestApp;
let eve: Person;
let ann: Person;
beforeAll(async () => {
  app = await createTestApp();
  [eve, ann] = [await signUp(app, { level: 1 }), await signUp(app, { level: 1 })];
  await app.database.query(`update chain set identity = '31337' where name = 'ethereum'`);
});
afterAll(() => app.close());

const address = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;

/** Requests of a user to addresses, each to another one. */
const request = (person: Person, targets: readonly string[]): Promise<unknown> =>
  app.database.query(
    `insert into withdrawal (user_id, currency, network, way, target, amount, fee, value_btc, value_usdt, created_at)
     select $1, 'USDT', 'ERC20', 'address', target, 22, 5, 0, 0, $3 from unnest($2::text[]) target`,
    [person.id, targets, new Date(app.now())],
  );

/** A signer that signs nothing, and a node that is asked for nothing. */
function stage(announce: SignerClient['announce']) {
  const chain = { chain: 'ethereum', address: '0xhot', delegate: null, fees: { transaction: '1' }, assets: [] };
  const asked: string[] = [];
  const signer = {
    client: {
      status: async () => ({ chains: [chain] }),
      known: async () => [],
      announce,
    } as unknown as SignerClient,
  };
  const node = {
    identity: async () => '31337',
    quote: async (_chain: unknown, _wallet: string, orders: readonly { readonly withdrawal_id: string }[]) => {
      asked.push(...orders.map(({ withdrawal_id }) => withdrawal_id));
      return { quotes: [], waits: [] };
    },
  } as unknown as PayoutNode;
  const turn = () =>
    payTurn({ app, signer: signer as Parameters<typeof payTurn>[0]['signer'], node, chain: 'ethereum' });
  return { turn, asked };
}

it('is told of the address of every open request, however many others have asked before', async () => {
  await request(
    eve,
    Array.from({ length: CROWD }, (_, n) => address(n)),
  );
  const own = `0x${'f'.repeat(40)}`;
  await request(ann, [own]);
  const told: (readonly string[])[] = [];
  await stage(async (_chain, addresses) => {
    told.push(addresses);
    return new Map();
  }).turn();
  expect(told.flat()).toHaveLength(CROWD + 1);
  expect(told.flat()).toContain(own);
  expect(Math.max(...told.map(({ length }) => length))).toBeLessThanOrEqual(500);
});

it('that takes no more addresses today keeps nothing from being paid', async () => {
  const [paid] = await app.database.query<{ id: string }>(
    `update withdrawal set status = 'approved' where id = (select max(id) from withdrawal) returning id`,
  );
  await app.database.query(
    `insert into chain_payout (withdrawal_id, chain, currency, contract, decimals, target, amount, ordered_at)
     select id, 'ethereum', currency, '0xdac17f958d2ee523a2206206994597c13d831ec7', 6, target, 17000000, now()
       from withdrawal where id = $1`,
    [paid?.id],
  );
  const { turn, asked } = stage(() => Promise.reject(new Error('address_waits')));
  await turn();
  expect(asked).toEqual([paid?.id]);
});
