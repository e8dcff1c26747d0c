import { createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { claim, signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { addressOfKey, type Chain, chains, formerAddress } from './addresses.ts';

/** The operator's seed, which is nowhere near the backend. */
const operator = HDKey.fromMasterSeed(new Uint8Array(32).fill(42));
const paths = { bitcoin: "m/84'/0'/0'", ethereum: "m/44'/60'/0'", tron: "m/44'/195'/0'" } as const;
const accountOf = (chain: Chain) => operator.derive(paths[chain]);
const settings = {
  DEPOSIT_XPUB_BITCOIN: accountOf('bitcoin').publicExtendedKey,
  DEPOSIT_XPUB_ETHEREUM: accountOf('ethereum').publicExtendedKey,
  DEPOSIT_XPUB_TRON: accountOf('tron').publicExtendedKey,
};
/** The one key that all chains had before. */
const former = operator.derive("m/44'/1'/0'");

const NUMBERS = { bitcoin: [1, 'BTC'], ethereum: [2, 'ERC20'], tron: [3, 'TRC20'] } as const;
const shown = async (app: TestApp, { token }: Person, chain: Chain) => {
  const [currency_id, network] = NUMBERS[chain];
  return (await app.ok('POST /wallet/get_in_address', { currency_id, network }, { token })).address;
};

/** The private key of a parent, from its extended public key and the private key of one child that is not hardened. */
function parentOf(parent: HDKey, child: HDKey): bigint {
  const index = Buffer.alloc(4);
  index.writeUInt32BE(child.index);
  const { chainCode, publicKey } = parent;
  const data = Buffer.concat([publicKey ?? new Uint8Array(), index]);
  const tweak = createHmac('sha512', chainCode ?? '')
    .update(data)
    .digest()
    .subarray(0, 32);
  const childKey = BigInt(`0x${Buffer.from(child.privateKey ?? []).toString('hex')}`);
  return secp256k1.Point.Fn.create(childKey - BigInt(`0x${tweak.toString('hex')}`));
}

/** The node that a thief makes of a private key and a chain code, which every extended public key contains. */
const nodeOf = (key: bigint, { chainCode }: HDKey): HDKey =>
  new HDKey({ privateKey: Buffer.from(key.toString(16).padStart(64, '0'), 'hex'), chainCode: chainCode as Uint8Array });

let app: TestApp;
let people: Person[];
beforeAll(async () => {
  app = await createTestApp(settings);
  people = [await signUp(app), await signUp(app)];
});
afterAll(() => app.close());

describe('a leaked private key of one address, with the extended public key of its chain', () => {
  it.each(chains)('of %s gives the addresses of that chain and of no other one', async (chain) => {
    const [victim, ...others] = people as [Person, ...Person[]];
    const account = accountOf(chain);
    const branch = account.deriveChild(0);
    const child = branch.deriveChild(Number(victim.id));
    expect(await shown(app, victim, chain)).toBe(addressOfKey(chain, child.publicKey ?? new Uint8Array()));
    // One step up gives the branch, the next one the account: the thief computes every private key below it …
    const stolen = nodeOf(parentOf(account, nodeOf(parentOf(branch, child), branch)), account);
    const reach = new Set<string>();
    for (const { id } of [victim, ...others]) {
      // … by any path: along today's addresses, and along those that all chains shared.
      for (const step of [0, 60, 195]) {
        const { publicKey } = stolen.deriveChild(step).deriveChild(Number(id));
        for (const each of chains) reach.add(addressOfKey(each, publicKey ?? new Uint8Array()));
      }
    }
    for (const person of [victim, ...others]) {
      for (const each of chains) expect(reach.has(await shown(app, person, each))).toBe(each === chain);
    }
  });
});

describe('settings', () => {
  it.each([
    ['one key for all chains', { DEPOSIT_XPUB: former.publicExtendedKey }, 'one account key for each chain'],
    ['a chain left out', { ...settings, DEPOSIT_XPUB_TRON: '' }, 'DEPOSIT_XPUB_TRON'],
    ['the same key twice', { ...settings, DEPOSIT_XPUB_TRON: settings.DEPOSIT_XPUB_ETHEREUM }, 'needs its own'],
    ['the former key again', { ...settings, DEPOSIT_XPUB: settings.DEPOSIT_XPUB_TRON }, 'needs its own'],
    ['a private key', { ...settings, DEPOSIT_XPUB_TRON: accountOf('tron').privateExtendedKey }, 'private key'],
  ])('with %s do not start', async (_, environment, reason) => {
    await expect(createTestApp(environment)).rejects.toThrow(reason);
  });
});

it('addresses of the former key stay known as those of their users, and no user is shown one any more', async () => {
  const old = await createTestApp({ ...settings, DEPOSIT_XPUB: former.publicExtendedKey });
  try {
    const person = await signUp(old);
    const later = await signUp(old);
    await old.database.query(`insert into setting (keyword, value) values ('former_addresses_until', $1)`, [person.id]);
    expect(await recurringJobsOf(old).turn('deposit-former-addresses')).toBe('done');
    const before = chains.map((chain) => formerAddress(former.publicExtendedKey, chain, Number(person.id)));
    for (const [index, chain] of chains.entries()) expect(await shown(old, person, chain)).not.toBe(before[index]);
    const rows = await old.database.query<{ user_id: string; address: string }>(
      'select user_id, address from deposit_address where former',
    );
    expect(new Set(rows.map(({ address }) => address))).toEqual(new Set(before));
    expect(rows.filter(({ user_id }) => user_id !== person.id)).toEqual([]);
    // Who reviews a claim sees every address that the payment may have gone to.
    await shown(old, later, 'tron');
    const { id } = await claim(old, person);
    const { token } = await signInStaff(old);
    const { details } = await old.ok('GET /staff/queue/show', { queue: 'deposit', id }, { token });
    expect(details.filter(({ name }) => name === 'to_address').map(({ value }) => value)).toEqual([
      await shown(old, person, 'tron'),
      before[chains.indexOf('tron')],
    ]);
  } finally {
    await old.close();
  }
});
