import { createHash, randomBytes, sign } from 'node:crypto';
import type { BalanceProof } from '@tessera/api/proofs';
import { proofsContract } from '@tessera/api/proofs/contract';
import {
  amountOf,
  branchOf,
  NODE_BYTES,
  nodeBytes,
  PADDING,
  publicationText,
  SUM_LIMIT,
  unitsOf,
} from '@tessera/api/proofs/rules';
import { balanceFault } from '@tessera/api/proofs/verify';
import { readUtcDay } from '@tessera/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fund, type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import type { RecurringJobs } from '../../platform/jobs/recurring.ts';
import { privateKeyOf, publicBytesOf } from '../../platform/market/signing-key.ts';
import { publishFunds } from './publish.ts';
import { readBalanceProof } from './store.ts';
import { buildTree, type Owner, readNode, saltOf, type Tree } from './tree.ts';

const DAY = readUtcDay('2026-11-20');
const CURRENCY = 'USDT';
const key = privateKeyOf(Buffer.alloc(32, 7));
const secret = randomBytes(32);

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const ownersOf = (sums: readonly bigint[]): Owner[] =>
  sums.map((sum, place) => ({ userId: String(place + 1), uid: String(100_000 + place), sum }));

function signed(roots: BalanceProof['publication']['roots'], previous = '0'.repeat(64)): BalanceProof['publication'] {
  const text = publicationText({ day: DAY, previous, roots });
  return {
    id: DAY,
    day: DAY,
    at: 0,
    previous,
    roots,
    digest: createHash('sha256').update(text).digest('hex'),
    key: publicBytesOf(key).toString('hex'),
    signature: sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

/** The proof of one owner, as a platform would hand it out that publishes `total`. */
function proofOf(tree: Tree, owner: Owner, total = tree.root.sum, root = tree.root.hash): BalanceProof {
  const index = tree.order.indexOf(owner.userId);
  const nodeAt = (place: number) => readNode(tree.nodes.subarray(place * NODE_BYTES, (place + 1) * NODE_BYTES));
  const path = branchOf(tree.leaves, index).map((place) => (place === null ? PADDING : nodeAt(place)));
  return {
    version: 1,
    publication: signed([{ currency: CURRENCY, leaves: tree.leaves, total: amountOf(total), root: hexOf(root) }]),
    uid: owner.uid,
    balances: [
      {
        currency: CURRENCY,
        amount: amountOf(owner.sum),
        salt: hexOf(saltOf(secret, CURRENCY, owner.uid)),
        index,
        path: path.map(({ hash, sum }) => ({ hash: hexOf(hash), sum: amountOf(sum) })),
      },
    ],
  };
}

const build = (owners: readonly Owner[]) => buildTree({ day: DAY, currency: CURRENCY, secret }, owners);
const sums = fc.array(fc.bigInt(1n, 10n ** 30n), { minLength: 1, maxLength: 40 });

describe('a tree of sums', () => {
  it('counts every leaf in its total, and each owner verifies their own', async () => {
    await fc.assert(
      fc.asyncProperty(sums, async (all) => {
        const owners = ownersOf(all);
        const tree = await build(owners);
        expect(tree.root.sum).toBe(all.reduce((sum, each) => sum + each, 0n));
        for (const owner of owners) {
          const proof = proofOf(tree, owner);
          expect(proofsContract['GET /proofs/balance'].output.safeParse({ proof }).success).toBe(true);
          expect(await balanceFault(proof)).toBeNull();
        }
      }),
      { numRuns: 25 },
    );
  });

  it('that leaves an owner out, or counts less for one, is noticed by that owner', async () => {
    await fc.assert(
      fc.asyncProperty(sums, fc.nat(), fc.bigInt(1n, 10n ** 12n), async (all, at, less) => {
        const owners = ownersOf(all);
        const victim = owners[at % owners.length] as Owner;
        const honest = await build(owners);
        const smaller = victim.sum > less ? victim.sum - less : 0n;
        const short = await build(owners.map((each) => (each === victim ? { ...each, sum: smaller } : each)));
        // The real branch under the smaller root, and the smaller tree's branch with the real balance.
        expect(await balanceFault(proofOf(honest, victim, short.root.sum, short.root.hash))).toBe('root');
        const claimed = proofOf(short, victim);
        const [balance] = claimed.balances as [BalanceProof['balances'][number]];
        expect(await balanceFault({ ...claimed, balances: [{ ...balance, amount: amountOf(victim.sum) }] })).toBe(
          'root',
        );
        // The root that was published with another total.
        expect(await balanceFault(proofOf(honest, victim, honest.root.sum - 1n))).toBe('total');
      }),
      { numRuns: 25 },
    );
  });

  it('whose proof is changed anywhere does not verify', async () => {
    const owners = ownersOf(Array.from({ length: 11 }, (_, place) => BigInt(place + 1) * 10n ** 18n));
    const tree = await build(owners);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 10 }), fc.nat(), async (at, seed) => {
        const proof = proofOf(tree, owners[at] as Owner);
        const whole = JSON.stringify(proof);
        // One digit of a hash, an amount, an index, the uid or the signed text becomes another.
        const digits = [...whole.matchAll(/[0-9]/g)].filter(
          ({ index }) => !/"(at|id|version)":\d*$/.test(whole.slice(0, index)),
        );
        const { index } = digits[seed % digits.length] as RegExpExecArray;
        const digit = (Number(whole[index]) + 1 + (seed % 8)) % 10;
        const text = `${whole.slice(0, index)}${digit}${whole.slice(index + 1)}`;
        const changed = proofsContract['GET /proofs/balance'].output.safeParse(
          (() => {
            try {
              return { proof: JSON.parse(text) as unknown };
            } catch {
              return null;
            }
          })(),
        );
        if (!changed.success || changed.data.proof === null) return;
        // Amounts of equal value, and what does not enter a hash, are no change.
        if (/"(at|id)":/.test(whole.slice(Math.max(0, index - 20), index))) return;
        expect(await balanceFault(changed.data.proof), `${whole[index]} → ${digit} at ${index}`).not.toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it('holds no negative and no overflowing sum', async () => {
    expect(() => unitsOf('-1')).toThrow(RangeError);
    expect(() => build(ownersOf([5n, -4n]))).toThrow('negative or too large');
    expect(() => build(ownersOf([SUM_LIMIT - 1n, 2n]))).toThrow('negative or too large');
    const [ann, bob] = ownersOf([5n, 7n]) as [Owner, Owner];
    const proof = proofOf(await build([ann, bob]), ann);
    const [balance] = proof.balances as [BalanceProof['balances'][number]];
    const path = balance.path.map((node) => ({ ...node, sum: '-0.000000000000000004' }));
    expect(await balanceFault({ ...proof, balances: [{ ...balance, path }] })).toBe('range');
    expect(
      proofsContract['GET /proofs/balance'].output.safeParse({ proof: { ...proof, balances: [{ ...balance, path }] } })
        .success,
    ).toBe(false);
  });

  it('commits to the sums of both children, not to their total alone', async () => {
    const hash = (byte: number) => Buffer.alloc(32, byte);
    const node = (a: bigint, b: bigint) => hexOf(nodeBytes({ hash: hash(1), sum: a }, { hash: hash(2), sum: b }));
    expect(node(3n, 4n)).not.toBe(node(4n, 3n));
    expect(node(3n, 4n)).not.toBe(node(0n, 7n));
  });

  it('gives two owners of one balance a leaf each, and none to another user', async () => {
    const [ann, bob] = ownersOf([5n, 5n]) as [Owner, Owner];
    const tree = await build([ann, bob]);
    expect(
      new Set([0, 1].map((place) => hexOf(tree.nodes.subarray(place * NODE_BYTES, place * NODE_BYTES + 32)))).size,
    ).toBe(2);
    expect(await balanceFault({ ...proofOf(tree, ann), uid: bob.uid })).toBe('root');
  });

  it('of an odd level is padded with nothing that could be owed', async () => {
    const [ann, bob, eve] = ownersOf([5n, 7n, 9n]) as [Owner, Owner, Owner];
    const tree = await build([ann, bob, eve]);
    const last = [ann, bob, eve].find(({ userId }) => tree.order.indexOf(userId) === 2) as Owner;
    const proof = proofOf(tree, last);
    const [balance] = proof.balances as [BalanceProof['balances'][number]];
    const path = balance.path.map((node, level) => (level === 0 ? { ...node, sum: '1' } : node));
    expect(await balanceFault({ ...proof, balances: [{ ...balance, path }] })).toBe('branch');
    expect(await balanceFault({ ...proof, balances: [{ ...balance, path: balance.path.slice(1) }] })).toBe('branch');
    expect(await balanceFault(proof, '0'.repeat(64))).toBe('key');
  });
});

describe('the published proof', () => {
  let app: TestApp;
  let ann: Person;
  let bob: Person;
  let jobs: RecurringJobs;
  const publish = async () => expect(await jobs.turn('proofs-publish')).toBe('done');
  const proofFor = async ({ token }: Person) =>
    (await app.ok('GET /proofs/balance', {}, { token })).proof as BalanceProof;
  beforeAll(async () => {
    app = await createTestApp({ FEED_SIGNING_KEY: '07'.repeat(32) });
    jobs = recurringJobsOf(app);
    ann = await signUp(app, { funds: { change: { USDT: '100.5', BTC: '1' }, lever: { USDT: '0.25' } } });
    bob = await signUp(app, { funds: { legal: { USDT: '40' } } });
  });
  afterAll(async () => {
    await jobs.stop();
    await app.close();
  });

  it('is none before the first day', async () => {
    expect(await app.ok('GET /proofs/balance', {}, { token: ann.token })).toEqual({ proof: null });
    expect(await app.ok('GET /proofs/funds')).toMatchObject({ list: [], total: 0, reserves: [] });
  });

  it('counts all accounts of all users once a day, signed and chained, and each verifies their own', async () => {
    const run = { day: DAY, at: app.now(), key, fence: async () => undefined };
    await Promise.all([publishFunds(app.database, run), publishFunds(app.database, run)]);
    await publish();
    const { list } = await app.ok('GET /proofs/funds');
    expect(list).toHaveLength(1);
    expect(list[0]?.roots).toMatchObject([
      { currency: 'BTC', leaves: 1, total: '1' },
      { currency: 'USDT', leaves: 2, total: '140.75' },
    ]);
    const proof = await proofFor(ann);
    expect(proof.balances.map(({ currency, amount }) => [currency, amount])).toEqual([
      ['BTC', '1'],
      ['USDT', '100.75'],
    ]);
    const signer = publicBytesOf(privateKeyOf(Buffer.alloc(32, 7))).toString('hex');
    expect(await balanceFault(proof, signer)).toBeNull();
    expect(await balanceFault(await proofFor(bob), signer)).toBeNull();
    // Another look on the same day changes nothing; another day follows from this one.
    await fund(app, bob.id, 'legal', 'USDT', '1');
    await publish();
    expect((await app.ok('GET /proofs/funds')).list).toEqual(list);
    app.advance(86_400_000);
    await publish();
    const [second, first] = (await app.ok('GET /proofs/funds')).list;
    expect([second?.previous, second?.day]).toEqual([first?.digest, '2026-11-21']);
    expect((await proofFor(bob)).balances).toMatchObject([{ currency: 'USDT', amount: '41' }]);
  });

  it('is kept for ever; branches go after a week', async () => {
    for (let day = 0; day < 8; day++) {
      app.advance(86_400_000);
      await publish();
    }
    expect((await app.ok('GET /proofs/funds')).total).toBe(10);
    const [kept] = await app.database.query<{ days: string }>('select count(distinct day) as days from funds_tree');
    expect(kept?.days).toBe('8');
    await expect(app.database.query('update funds_publication set previous = digest')).rejects.toThrow();
    const user = { id: ann.id, uid: ann.uid };
    expect(await balanceFault((await readBalanceProof(app.database, user)) as BalanceProof)).toBeNull();
  });

  it('lists the platform’s own addresses as staff entered them', async () => {
    const reserves = [{ currency: 'BTC', network: 'Bitcoin', address: 'bc1q', message: null, signature: null }];
    await app.database.query(`insert into setting (keyword, value) values ('reserve_addresses', $1)`, [
      JSON.stringify(reserves),
    ]);
    expect((await app.ok('GET /proofs/funds')).reserves).toEqual(reserves);
  });
});
