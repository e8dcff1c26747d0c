import { randomBytes } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { readAddress } from '@tessera/api/payees/rules';
import QRCode from 'qrcode';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrolPasskey, setPayPassword } from '../../../test/factors.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uploaded } from '../../../test/upload-picture.ts';
import { userBalance } from '../../platform/ledger/index.ts';
import { approveWaiting } from '../staff/sandbox.ts';

const KEY = '314158';
const WALLET = 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy';
const USDT_ON_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const USDT_ON_ETHEREUM = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const NETWORKS = { tron: ['TRC20', '1'], ethereum: ['ERC20', '5'] } as const;
type Chain = keyof typeof NETWORKS;

let app: TestApp;
let other: TestApp;
let mara: Awaited<ReturnType<typeof signInStaff>>;
let ann: User;
let ben: Person;

type User = Person & { readonly sign: (asked: Record<string, unknown>) => Promise<{ readonly passkey: string }> };

async function newUser(): Promise<User> {
  const person = await signUp(app, { level: 1, funds: { change: { USDT: '1000' } } });
  await setPayPassword(app, person, KEY);
  const { device } = await enrolPasskey(app, person);
  return {
    ...person,
    async sign(asked) {
      const { approval } = await app.ok('POST /wallet/out/begin', asked, person);
      return { passkey: device.sign(approval.passkey ?? '') };
    },
  };
}

beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({}, {}, undefined, undefined, app);
  for (const node of [app, other]) {
    node.feed.setPrice('BTC/USDT', '50000');
    node.feed.setPrice('ETH/USDT', '2500');
  }
  mara = await signInStaff(app, 'treasury');
  ben = await signUp(app, {});
});
// Of each test its own: look-ups of a user are counted.
beforeEach(async () => {
  ann = await newUser();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** The error of a call, also of one that is turned away before it is made. */
async function codeOf(call: Promise<{ readonly type: string; readonly error?: string }>): Promise<string> {
  try {
    const { type, error } = await call;
    return type === 'ok' ? 'ok' : (error ?? type);
  } catch (error) {
    if (String(error).includes('rate_limited')) return 'rate_limited';
    throw error;
  }
}

const asked = (address: string, chain: Chain = 'tron') => {
  const [network, fee] = NETWORKS[chain];
  return { currency_id: 3, number: '100', fee, address, network };
};
const begin = (address: string, chain?: Chain, node = app) =>
  node.call('POST /wallet/out/begin', asked(address, chain), ann);
const save = async (address: string, chain: Chain = 'tron') => {
  const qrcode = await uploaded(app, ann.token, await QRCode.toBuffer(address));
  const network = NETWORKS[chain][0];
  return app.call('POST /user/wallet/save', { currency: 3, network, name: 'Mine', address, qrcode, key: KEY }, ann);
};
const paysInAt = async (person: Person, network: string) =>
  (await app.ok('POST /wallet/get_in_address', { currency_id: 3, network }, person)).address;
const vault = (address: string) => ({ chain: 'tron', address, reason: 'vault' });
const cold = (address: string) => app.ok('POST /staff/treasury/cold', vault(address), mara);
/** An address of Ethereum that nothing knows. */
const anyWallet = () => readAddress('ethereum', `0x${randomBytes(20).toString('hex')}`)?.address ?? '';
/** A TRON address that nothing knows. */
const anyAddress = () => createBase58check(sha256).encode(Uint8Array.of(0x41, ...randomBytes(20)));

describe('an address that coins do not come out of', () => {
  it.each<[string, Chain, () => string | Promise<string>, object]>([
    ['the contract of a listed token on TRON', 'tron', () => USDT_ON_TRON, { error: 'address_contract' }],
    ['the same on Ethereum', 'ethereum', () => USDT_ON_ETHEREUM, { error: 'address_contract' }],
    ['an address that burns coins', 'ethereum', () => `0x${'0'.repeat(36)}dEaD`, { error: 'address_burns' }],
    ['TRON’s black hole', 'tron', () => 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', { error: 'address_burns' }],
    ['where the sender pays in', 'tron', () => paysInAt(ann, 'TRC20'), { error: 'address_ours' }],
    ['where another user pays in', 'tron', () => paysInAt(ben, 'TRC20'), { error: 'address_internal' }],
  ])('is refused by its reason, in the address book and for a withdrawal: %s', async (_, chain, address, error) => {
    const text = await address();
    for (const node of [app, other]) {
      expect(await begin(text, chain, node)).toMatchObject({ ...error, field: 'address' });
    }
    expect(await save(text, chain)).toMatchObject({ ...error, field: 'address' });
  });

  it('tells of few whether users pay in there, whoever asks on how many nodes and by whichever call', async () => {
    const eve = await newUser();
    const where = await Promise.all(Array.from({ length: 9 }, async () => paysInAt(await signUp(app, {}), 'TRC20')));
    const ask = (address: string, node = app) => codeOf(node.call('POST /wallet/out/begin', asked(address), eve));
    const codes = await Promise.all(where.map((address, turn) => ask(address, turn % 2 ? other : app)));
    expect(codes.filter((code) => code === 'address_internal')).toHaveLength(5);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(4);
    // Again, each says what it said; those that were turned away are not among what was asked.
    const again = await Promise.all(where.map((address) => ask(address)));
    expect(again.toSorted()).toEqual(codes.toSorted());
    // Nor of any other address, as what is not refused would tell as much; nor by the address book.
    expect(await ask(anyAddress())).toBe('rate_limited');
    const untold = where[codes.indexOf('rate_limited')] as string;
    const qrcode = await uploaded(app, eve.token, await QRCode.toBuffer(untold));
    const row = { currency: 3, network: 'TRC20', name: 'Mine', address: untold, qrcode, key: KEY };
    expect(await codeOf(app.call('POST /user/wallet/save', row, eve))).toBe('rate_limited');
  });

  it('is asked for twenty times in ten minutes, and the same one as often as one likes', async () => {
    const eve = await newUser();
    const ask = (address: string) => codeOf(app.call('POST /wallet/out/begin', asked(address), eve));
    const known = anyAddress();
    // At once and again it is one.
    expect(new Set(await Promise.all(Array.from({ length: 12 }, () => ask(known))))).toEqual(new Set(['ok']));
    for (let turn = 0; turn < 19; turn++) expect(await ask(anyAddress())).toBe('ok');
    expect(await ask(anyAddress())).toBe('rate_limited');
    expect(await ask(known)).toBe('ok');
  });

  it('is refused as a cold wallet that two members agreed on, and not as one that one of them proposed', async () => {
    const address = anyAddress();
    await app.call('POST /staff/treasury/cold', vault(address), { ...mara, proposed: true });
    expect(await begin(address)).toMatchObject({ type: 'ok' });
    await cold(address);
    expect(await begin(address)).toMatchObject({ error: 'address_ours' });
  });

  it('is refused where a hot wallet pays from', async () => {
    const address = anyAddress();
    await app.database.query(`insert into chain_wallet (chain, address, next_nonce) values ('tron', $1, 0)`, [address]);
    expect(await begin(address)).toMatchObject({ error: 'address_ours' });
  });

  it('is refused where works are minted: their contract, who signs for it, and who gets royalties', async () => {
    const [contract, royalties, former, moved, unknown] = Array.from({ length: 5 }, anyWallet);
    const settings = {
      PUBLIC_ORIGIN: 'http://localhost:8080',
      NFT_CHAIN_RPC_URL: 'http://127.0.0.1:1',
      NFT_CHAIN_CONTRACT: contract?.toLowerCase() ?? '',
      NFT_CHAIN_SIGNER_KEY: `0x${'1'.repeat(64)}`,
      NFT_CHAIN_ROYALTY_RECEIVER: royalties ?? '',
    };
    const minting = await createTestApp(settings, {}, undefined, undefined, app);
    minting.feed.setPrice('BTC/USDT', '50000');
    await app.database.query(`insert into nft_chain_nonce (chain_id, signer, next) values (1, $1, 3)`, [former]);
    await app.database.query('insert into nft_contract (contract) values (lower($1))', [moved]);
    // Of the key of 1s, by another implementation.
    const signer = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';
    const codes = async (node: TestApp) => {
      const said: string[] = [];
      for (const each of [contract, signer, royalties, former, moved, unknown]) {
        said.push(await codeOf(node.call('POST /wallet/out/begin', asked(each ?? '', 'ethereum'), ann)));
      }
      return said;
    };
    expect(await codes(minting)).toEqual([...Array(5).fill('address_ours'), 'ok']);
    // A node that mints nothing knows who signed before, and by which contracts.
    expect(await codes(app)).toEqual(['ok', 'ok', 'ok', 'address_ours', 'address_ours', 'ok']);
    await minting.close();
  });

  it('that became one later is refused where it was saved, and where staff approve what was asked before', async () => {
    const address = anyAddress();
    const saved = await save(address);
    if (saved.type !== 'ok') throw new Error(saved.error);
    const proof = await ann.sign(asked(address));
    const idempotencyKey = randomBytes(12).toString('hex');
    const made = await app.call(
      'POST /wallet/out',
      { ...asked(address), key: KEY, ...proof },
      { ...ann, idempotencyKey },
    );
    if (made.type !== 'ok') throw new Error(made.error);
    const { id } = made.message;
    await cold(address);
    const { address: typed, network, ...rest } = asked(address);
    const again = { ...rest, address_id: saved.message.id };
    expect(await other.call('POST /wallet/out/begin', again, ann)).toMatchObject({
      error: 'address_ours',
      field: 'address_id',
    });
    const decisions = await Promise.all(
      [app, other].map((node) => node.call('POST /staff/queue/approve', { queue: 'withdrawal', id }, mara)),
    );
    expect(decisions).toMatchObject([{ error: 'address_ours' }, { error: 'address_ours' }]);
    expect(await app.ok('GET /user/withdraw/detail', { id }, ann)).toMatchObject({ status: 'requested' });
    // Rejected, the money is the user's again.
    await app.ok('POST /staff/queue/reject', { queue: 'withdrawal', id, reason: 'An address of ours' }, mara);
    expect(await userBalance(app.database, ann.id, 'change', 'USDT')).toBe('1000');
  });

  it('that became one after the approval is named to who pays by hand, and recorded as paid by two members alone', async () => {
    const address = anyAddress();
    const made = await app.ok(
      'POST /wallet/out',
      { ...asked(address), key: KEY, ...(await ann.sign(asked(address))) },
      { ...ann, idempotencyKey: randomBytes(12).toString('hex') },
    );
    const { id } = made;
    const odo = await signInStaff(app, 'treasury');
    await app.ok('POST /staff/queue/approve', { queue: 'withdrawal', id }, mara);
    const shown = () => other.ok('GET /staff/queue/show', { queue: 'payout', id }, mara);
    expect((await shown()).warnings).toEqual([]);
    await cold(address);
    expect((await shown()).warnings).toEqual([{ code: 'address_lost', items: [] }]);
    const { list } = await app.ok('GET /staff/queue/list', { queue: 'payout', status: 'pending' }, odo);
    expect(list.find((each) => each.id === id)?.warnings).toMatchObject([{ code: 'address_lost' }]);
    const paid = { queue: 'payout', id, txid: randomBytes(32).toString('hex') } as const;
    expect(await app.ok('POST /staff/queue/approve', paid, mara)).toMatchObject({ status: 'pending' });
    expect(await other.call('POST /staff/queue/approve', paid, mara)).toMatchObject({
      error: 'second_member_required',
    });
    // No stand-in of a demonstration pays it.
    const queues = app.ports.queues().filter(({ name }) => name === 'payout');
    await approveWaiting(app.database, queues, 0, app.now());
    expect(await app.ok('GET /user/withdraw/detail', { id }, ann)).toMatchObject({ status: 'approved' });
    await app.ok('POST /staff/queue/reject', { queue: 'payout', id, reason: 'An address of ours' }, odo);
    expect(await userBalance(app.database, ann.id, 'change', 'USDT')).toBe('1000');
  });

  it('at which another user pays in is paid at once and free of charge, by the address', async () => {
    const account = await paysInAt(ben, 'TRC20');
    const payment = { account: ` ${account.slice(0, 10)}\u00a0${account.slice(10)}\n`, currency_id: 3, number: '7' };
    const begun = await app.ok('POST /wallet/zhuanzhan/begin', payment, ann);
    expect(begun).toMatchObject({ fee: '0', name: expect.stringContaining('***') });
    expect(await app.call('POST /wallet/zhuanzhan/begin', { ...payment, account: WALLET }, ann)).toMatchObject({
      error: 'recipient_unknown',
    });
    const own = await paysInAt(ann, 'TRC20');
    expect(await app.call('POST /wallet/zhuanzhan/begin', { ...payment, account: own }, ann)).toMatchObject({
      error: 'recipient_is_self',
    });
  });
});

it.each([
  ['no-break spaces and line ends', `${WALLET.slice(0, 9)}\u00a0${WALLET.slice(9, 20)}\r\n${WALLET.slice(20)}`],
  ['marks that are not seen', `\u200e${WALLET.slice(0, 5)}\u200b${WALLET.slice(5)}\u2060\ufeff`],
  ['brackets and quotes', `«${WALLET}»`],
  ['full-width signs', [...WALLET].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')],
])('an address that was copied with %s is the address', async (_, address) => {
  expect(await begin(address)).toMatchObject({ type: 'ok', message: { target: WALLET } });
});

it.each([
  ['dashes', `${WALLET.slice(0, 9)}-${WALLET.slice(9)}`],
  ['words', `Address: ${WALLET}`],
  ['a second one', `${WALLET} ${WALLET}`],
])('one with %s is refused', async (_, address) => {
  expect(await begin(address)).toMatchObject({ error: 'address_invalid', field: 'address' });
});
