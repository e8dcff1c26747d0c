import { type Move, type Signed, SignerRefusal, type SignRequest } from '@tessera/signer-api';
import * as fc from 'fast-check';
import { parseTransaction, recoverTransactionAddress, toHex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { afterEach, describe, expect, it } from 'vitest';
import { delegateOf } from './chains/delegate.ts';
import { parseConfig } from './config.ts';
import { depositKeys } from './keys.ts';
import { createSigner } from './signer.ts';
import { DAY, HOUR } from './state.ts';
import {
  ANN,
  approve,
  approver,
  assetOf,
  BOB,
  configOf,
  ether,
  evmRequest,
  GWEI,
  SEED,
  signerStage,
  TOKEN,
} from './testing/stage.ts';

type Stage = Awaited<ReturnType<typeof signerStage>>;
const open: Stage[] = [];
async function stageOf(...args: Parameters<typeof signerStage>): Promise<Stage> {
  const stage = await signerStage(...args);
  open.push(stage);
  return stage;
}
afterEach(() => {
  for (const stage of open.splice(0)) stage.end();
});

/** What was signed, or why not. */
const outcome = (stage: Stage, request: SignRequest): Promise<Signed | string> =>
  stage
    .signer()
    .sign(request)
    .catch((error: unknown) => {
      if (error instanceof SignerRefusal) return error.code;
      throw error;
    });
const changed = (request: SignRequest, payment: object, spend: object = {}): SignRequest => ({
  ...request,
  payments: request.payments.map((each) => ({ ...each, ...payment })),
  spend: { ...request.spend, ...spend } as SignRequest['spend'],
});

describe('an EVM payment', { timeout: 120_000 }, () => {
  it('is signed as it was asked for, the coin and a token', async () => {
    const stage = await stageOf();
    const coin = await stage.signer().sign(evmRequest());
    expect(parseTransaction(`0x${coin.raw}`)).toMatchObject({
      to: ANN.toLowerCase(),
      value: 10n ** 18n,
      chainId: 31_337,
    });
    const raw = `0x02${coin.raw.slice(2)}` as const;
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(stage.chains.get('ethereum')?.address);
    const token = await stage.signer().sign(evmRequest({ asset: 'USDT', amount: '2500000', spend: { gas: '70000' } }));
    const read = parseTransaction(`0x${token.raw}`);
    expect(read).toMatchObject({ to: TOKEN.toLowerCase(), data: expect.stringContaining(ANN.slice(2).toLowerCase()) });
    expect(read.value ?? 0n).toBe(0n);
    expect(BigInt(`0x${read.data?.slice(-64)}`)).toBe(2_500_000n);
  });

  it('asked for again is the same bytes, also after a start; never another payment', async () => {
    const stage = await stageOf();
    const request = evmRequest();
    const first = await stage.signer().sign(request);
    for (const restart of [false, true]) {
      if (restart) stage.restart();
      expect(await stage.signer().sign(request)).toEqual(first);
      expect(await stage.signer().known([first.payments[0]?.id ?? '', 'withdrawal:none'])).toEqual([first]);
      for (const [other, code] of [
        [changed(request, { amount: ether(2) }), 'already_signed'],
        [changed(request, { to: BOB }), 'already_signed'],
        [changed(request, { asset: 'USDT', ...assetOf('ethereum', 'USDT') }), 'already_signed'],
        [changed(request, {}, { nonce: 999_999 }), 'already_signed'],
        [changed(request, { attempt: 1 }), 'bad_request'],
        [changed(request, { id: 'withdrawal:other' }), 'slot_taken'],
        [changed(request, {}, { maxFee: String(21n * GWEI) }), 'replacement_too_low'],
        [changed(request, {}, { maxFee: String(40n * GWEI) }), 'replacement_too_low'],
      ] as const) {
        expect(await outcome(stage, other)).toBe(code);
      }
    }
    const raised = changed(request, {}, { maxFee: String(40n * GWEI), priorityFee: String(2n * GWEI) });
    const second = (await outcome(stage, raised)) as Signed;
    expect(parseTransaction(`0x${second.raw}`)).toMatchObject({
      nonce: 'nonce' in request.spend ? request.spend.nonce : -1,
      value: 10n ** 18n,
      maxFeePerGas: 40n * GWEI,
    });
    expect(second.txid).not.toBe(first.txid);
    // Either one may be mined.
    stage.restart();
    expect(await stage.signer().known([first.payments[0]?.id ?? ''])).toEqual([first, second]);
    expect(await outcome(stage, request)).toBe('replacement_too_low');
    // 21,000 gas at 500 gwei are 0.0105 ETH: above the ceiling.
    const wasteful = { maxFee: String(500n * GWEI), priorityFee: String(9n * GWEI) };
    expect(await outcome(stage, changed(request, {}, wasteful))).toBe('fee_too_high');
  });

  it.each<[string, object, object, string]>([
    ['another asset', { asset: 'DAI' }, {}, 'asset_unknown'],
    ['a token by another contract', { asset: 'USDT', contract: BOB }, {}, 'asset_differs'],
    ['a token as the coin', { asset: 'USDT', contract: null }, {}, 'asset_differs'],
    ['an amount counted with other places', { asset: 'USDT', decimals: 18 }, {}, 'asset_differs'],
    ['the coin as a token', { contract: TOKEN }, {}, 'asset_differs'],
    ['what every object has', { asset: 'constructor' }, {}, 'asset_unknown'],
    ['no address', { to: '0x1234' }, {}, 'address_invalid'],
    ['a wrong checksum', { to: ANN.replace('5aA', '5AA') }, {}, 'address_invalid'],
    ['the zero address', { to: `0x${'0'.repeat(40)}` }, {}, 'address_invalid'],
    ['nothing', { amount: '0' }, {}, 'amount_zero'],
    ['more than the cap', { amount: ether(10.000001) }, {}, 'over_transaction_cap'],
    ['a fee above the ceiling', {}, { gas: '3000000' }, 'fee_too_high'],
    ['a spend of another chain', {}, { kind: 'tron' }, 'bad_request'],
  ])('of %s is refused', async (_, payment, spend, code) => {
    const stage = await stageOf();
    expect(await outcome(stage, changed(evmRequest(), payment, spend))).toBe(code);
    expect(await outcome(stage, { ...evmRequest(), chain: '__proto__' })).toBe('chain_unknown');
  });
});

describe('a stolen backend', { timeout: 120_000 }, () => {
  it('never gets more than the caps in an hour or a day, however it asks and however often the signer starts', async () => {
    const step = fc.record({
      amount: fc.integer({ min: 1, max: 12 }),
      to: fc.constantFrom(ANN, BOB),
      pass: fc.constantFrom(0, 1, 20 * 60_000, HOUR, 7 * HOUR),
      restart: fc.boolean(),
      again: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        const stage = await signerStage(configOf({}, { approvalsAbove: '10' }));
        const paid = new Map<string, { at: number; amount: number }>();
        let last = evmRequest();
        for (const { amount, to, pass, restart, again } of steps) {
          stage.pass(pass);
          if (restart) stage.restart();
          if (!again) last = evmRequest({ to, amount: ether(amount) });
          const signed = await outcome(stage, last);
          if (typeof signed !== 'string' && !paid.has(signed.txid)) {
            paid.set(signed.txid, {
              at: signed.at,
              amount: Number(BigInt(signed.payments[0]?.amount ?? 0) / 10n ** 18n),
            });
          }
        }
        stage.end();
        const all = [...paid.values()];
        for (const { at } of all) {
          const within = (ms: number) =>
            all.reduce((sum, each) => (each.at <= at && each.at > at - ms ? sum + each.amount : sum), 0);
          expect(within(HOUR)).toBeLessThanOrEqual(20);
          expect(within(DAY)).toBeLessThanOrEqual(30);
        }
        expect(all.every(({ amount }) => amount <= 10)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('that asks many times at once gets the cap once, and burns no more than the cap of fees', async () => {
    const stage = await stageOf();
    const requests = Array.from({ length: 30 }, (_, n) =>
      evmRequest({ to: `0x${String(n + 1).padStart(40, '0')}`, amount: ether(4) }),
    );
    const outcomes = await Promise.all(requests.map((request) => outcome(stage, request)));
    expect(outcomes.filter((each) => typeof each !== 'string')).toHaveLength(5);
    const fees = await stageOf();
    const burning = await Promise.all(
      Array.from({ length: 12 }, () => outcome(fees, evmRequest({ amount: '1', spend: { gas: '400000' } }))),
    );
    expect(burning.filter((each) => each === 'fees_over_daily_cap')).toHaveLength(6);
  });

  it('fills the disk slowly, also by what caps of amounts and fees do not notice', async () => {
    const stage = await stageOf();
    let at = stage.now();
    const input = { txid: '0'.repeat(64), vout: 0, value: '1' };
    const signed: Signed = {
      chain: 'bitcoin',
      payments: [{ id: 'withdrawal:many', asset: 'BTC', to: 'anyone', amount: '1', attempt: 0 }],
      spend: { kind: 'utxo', inputs: Array.from({ length: 99_997 }, () => input), change: '0' },
      txid: '',
      raw: '',
      fee: '0',
      at,
    };
    const signer = createSigner({
      config: stage.config,
      chains: stage.chains,
      deposits: new Map(),
      journal: {
        entries: [{ type: 'signed', at, signed, approved: [] }],
        append: () => undefined,
        close: () => undefined,
      },
      clocks: { wall: () => at, monotonic: () => at },
    });
    const free = () => evmRequest({ amount: '1', spend: { maxFee: '1', priorityFee: '1' } });
    await signer.sign(free());
    await signer.sign(free());
    await expect(signer.sign(free())).rejects.toMatchObject({ code: 'over_daily_cap' });
    at += DAY;
    await signer.sign(free());
  });

  it('cannot have a fee forgotten by a cheaper transaction in its place, which need not be the one that is mined', async () => {
    const stage = await stageOf();
    let burned = 0n;
    for (let n = 0; n < 12; n++) {
      const request = evmRequest({ amount: '1', spend: { gas: '400000' } });
      const costly = await outcome(stage, request);
      if (typeof costly === 'string') continue;
      burned += BigInt(costly.fee);
      const cheap = { gas: '21000', maxFee: String(23n * GWEI), priorityFee: String(2n * GWEI) };
      expect(await outcome(stage, changed(request, {}, cheap))).toBe('replacement_too_low');
    }
    // 0.05 ETH a day.
    expect(burned).toBeLessThanOrEqual(5n * 10n ** 16n);
  });

  it('cannot approve for staff: two members, over this payment, by passkeys that the signer lists', async () => {
    const [mara, odo, second, stranger] = await Promise.all(['mara', 'odo', 'mara', 'eve'].map(approver));
    if (!mara || !odo || !second || !stranger) throw new Error('four passkeys');
    const approvers = [mara, odo, second].map(({ listed }) => listed);
    const stage = await stageOf(configOf({ approvers }, { approvalsAbove: '5' }));
    const request = evmRequest({ amount: ether(6) });
    const [payment] = request.payments;
    if (!payment) throw new Error('a payment');
    const by = (who: typeof mara, changes: object = {}, how: object = {}) =>
      approve(who, 'ethereum', { ...payment, ...changes }, how);
    const refused = [
      [],
      [by(mara)],
      [by(mara), by(mara)],
      // Two passkeys of one member.
      [by(mara), by(second)],
      [by(mara), by(stranger)],
      [by(mara), by(odo, { amount: ether(5) })],
      [by(mara), by(odo, { to: BOB })],
      [by(mara), by(odo, { id: 'withdrawal:0' })],
      [by(mara), by(odo, { asset: 'USDT' })],
      [by(mara), by(odo, {}, { signer: 'staging' })],
      [by(mara), by(odo, {}, { origin: 'https://evil.example' })],
      [by(mara), by(odo, {}, { verified: false })],
      [by(mara), 'no JSON'],
    ];
    for (const approvals of refused) {
      expect(await outcome(stage, changed(request, { approvals }))).toBe('approvals_missing');
    }
    const approvals = [by(mara), by(odo)];
    // A changed recipient or amount is not what they approved.
    expect(await outcome(stage, changed(request, { approvals, to: BOB }))).toBe('approvals_missing');
    expect(await outcome(stage, changed(request, { approvals, amount: ether(7) }))).toBe('approvals_missing');
    expect(await outcome(stage, changed(request, { approvals }))).toMatchObject({ payments: [{ amount: ether(6) }] });
    // The approvals are of this id: with another one they pay nothing.
    expect(await outcome(stage, evmRequest({ amount: ether(6), approvals }))).toBe('approvals_missing');
    // A large amount in small parts is a large amount.
    expect(typeof (await outcome(stage, evmRequest({ to: BOB, amount: ether(3) })))).toBe('object');
    expect(await outcome(stage, evmRequest({ to: BOB.toLowerCase(), amount: ether(3) }))).toBe('approvals_missing');
    expect(() => configOf({ approvers: [mara.listed, second.listed] }, { approvalsAbove: '5' })).toThrow('two members');
  });

  it('waits for an address that is new, and cannot turn the clock', async () => {
    const stage = await stageOf(configOf({}, { whitelistDelay: 3_600 }));
    await stage.signer().announce('ethereum', [ANN, 'no address']);
    stage.pass(HOUR / 2);
    await stage.signer().announce('ethereum', [ANN.toLowerCase()]);
    expect(await outcome(stage, evmRequest())).toBe('address_waits');
    stage.restart();
    stage.pass(HOUR / 2);
    expect(await outcome(stage, evmRequest())).toMatchObject({ payments: [{ to: ANN }] });
    expect(await outcome(stage, evmRequest({ to: BOB }))).toBe('address_waits');
    stage.setClock(2 * HOUR);
    expect(await outcome(stage, evmRequest({ to: BOB }))).toBe('clock_wrong');
    stage.setClock(-2 * HOUR);
    expect(await outcome(stage, evmRequest({ to: BOB }))).toBe('address_waits');
    // Before what it signed: neither a cap nor a delay starts anew.
    stage.setClock(-3 * HOUR);
    stage.restart();
    expect(await outcome(stage, evmRequest())).toBe('clock_wrong');
  });
});

describe('a Bitcoin-like batch', { timeout: 120_000 }, () => {
  const PEER = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kn2rzxs';
  it('is signed with its change, replaced over the same inputs, and pays each once', async () => {
    const { p2wpkh, Transaction } = await import('@scure/btc-signer');
    const stage = await stageOf();
    const network = { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0 };
    const addressOf = (n: number) =>
      p2wpkh(
        Uint8Array.from([2, ...Buffer.from('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex')]),
        network,
      ).address?.slice(0, n) ?? '';
    const to = addressOf(100);
    expect(stage.chains.get('bitcoin')?.readAddress(PEER)).toBeNull();
    const own = stage.chains.get('bitcoin')?.address ?? '';
    const payment = (id: string, address: string, amount: string) => ({
      id,
      asset: 'BTC',
      ...assetOf('bitcoin', 'BTC'),
      to: address,
      amount,
      attempt: 0,
      approvals: [],
    });
    const input = (letter: string, value: string) => ({ txid: letter.repeat(64), vout: 1, value });
    const request: SignRequest = {
      chain: 'bitcoin',
      payments: [payment('withdrawal:a', to, '150000000'), payment('withdrawal:b', own, '20000000')],
      spend: { kind: 'utxo', inputs: [input('a', '100000000'), input('b', '100000000')], change: '29990000' },
    };
    const first = await stage.signer().sign(request);
    const read = Transaction.fromRaw(Buffer.from(first.raw, 'hex'));
    expect(read.id).toBe(first.txid);
    expect([0, 1, 2].map((n) => read.getOutput(n).amount)).toEqual([150_000_000n, 20_000_000n, 29_990_000n]);
    expect(first.fee).toBe('10000');
    expect(await stage.signer().sign(request)).toEqual(first);
    const lower = (change: string): SignRequest => ({ ...request, spend: { ...request.spend, change } as never });
    expect(await outcome(stage, lower('29989500'))).toBe('replacement_too_low');
    expect(await outcome(stage, lower('29880000'))).toBe('fee_too_high');
    expect(await outcome(stage, lower('30010000'))).toBe('replacement_too_low');
    expect(await outcome(stage, lower('29980000'))).toMatchObject({ fee: '20000' });
    // The transactions of a batch, once.
    const known = await stage.signer().known(['withdrawal:a', 'withdrawal:b']);
    expect(known.map(({ fee }) => fee)).toEqual(['10000', '20000']);
    const spend = (inputs: object[], change = '0') => ({ kind: 'utxo', inputs, change }) as SignRequest['spend'];
    // One of the batch again beside it, its inputs for another payment, an input whose value is another one.
    const alone = [payment('withdrawal:b', own, '20000000')];
    expect(await outcome(stage, { ...request, payments: alone, spend: spend([input('c', '20010000')]) })).toBe(
      'already_signed',
    );
    const other = [payment('withdrawal:c', to, '99990000')];
    expect(await outcome(stage, { ...request, payments: other, spend: spend([input('a', '100000000')]) })).toBe(
      'slot_taken',
    );
    const lied = spend([input('a', '100000000'), input('b', '100000001')], '29970001');
    expect(await outcome(stage, { ...request, spend: lied })).toBe('already_signed');
    // Together above the cap of an hour, each alone below it.
    const both = [payment('withdrawal:d', to, '999000000'), payment('withdrawal:e', own, '999000000')];
    expect(await outcome(stage, { ...request, payments: both, spend: spend([input('d', '1998010000')]) })).toBe(
      'over_hourly_cap',
    );
    const twice = [payment('withdrawal:f', to, '10000'), payment('withdrawal:f', to, '10000')];
    expect(await outcome(stage, { ...request, payments: twice, spend: spend([input('e', '30000')]) })).toBe(
      'bad_request',
    );
  });
});

describe('a TRON payment', { timeout: 120_000 }, () => {
  it('is built without a node, and signed anew only once it has expired and two members say so', async () => {
    const [mara, odo] = await Promise.all(['mara', 'odo'].map(approver));
    if (!mara || !odo) throw new Error('two passkeys');
    const stage = await stageOf(configOf({ approvers: [mara.listed, odo.listed] }));
    const { Trx } = await import('tronweb');
    const own = stage.chains.get('tron')?.address ?? '';
    const to = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
    const requestOf = (asset: string, attempt = 0, approvals: string[] = []): SignRequest => ({
      chain: 'tron',
      payments: [
        { id: `withdrawal:${asset}`, asset, ...assetOf('tron', asset), to, amount: '2500000', attempt, approvals },
      ],
      spend: {
        kind: 'tron',
        refBlockBytes: 'ab12',
        refBlockHash: '0123456789abcdef',
        timestamp: stage.now(),
        expiration: stage.now() + 60_000,
        feeLimit: '50000000',
      },
    });
    for (const asset of ['TRX', 'USDT']) {
      const request = requestOf(asset);
      const signed = await stage.signer().sign(request);
      const sent = JSON.parse(signed.raw);
      expect(sent.txID).toBe(signed.txid);
      const recovered = Trx.ecRecover(sent);
      expect(recovered).toBe(own);
      expect(await stage.signer().sign(request)).toEqual(signed);
      // Two payments of one amount to one address would be the same bytes, paid once.
      expect(await outcome(stage, changed(request, { id: 'withdrawal:other' }))).toBe('slot_taken');
      stage.pass(1);
    }
    const [payment] = requestOf('USDT').payments;
    if (!payment) throw new Error('a payment');
    const approvals = [mara, odo].map((who) => approve(who, 'tron', { ...payment, attempt: 1 }));
    stage.pass(60_000);
    expect(await outcome(stage, requestOf('USDT'))).toBe('already_signed');
    expect(await outcome(stage, requestOf('USDT', 1, approvals))).toBe('not_expired');
    stage.pass(HOUR + 1);
    expect(await outcome(stage, requestOf('USDT', 1))).toBe('approvals_missing');
    expect(await outcome(stage, requestOf('USDT', 2, approvals))).toBe('already_signed');
    expect(await outcome(stage, requestOf('USDT', 1, approvals))).toMatchObject({ payments: [{ attempt: 1 }] });
    // The caps count it twice, as it may have been paid twice.
    const status = await stage.signer().status();
    const usdt = status.chains.find(({ chain }) => chain === 'tron')?.assets.find(({ asset }) => asset === 'USDT');
    expect(usdt?.day.used).toBe('5000000');
  });
});

it.each<[string, (config: ReturnType<typeof configOf>) => unknown]>([
  ['a cap that is no amount', (config) => ({ ...config, chains: { x: { ...config.chains.tron, decimals: -1 } } })],
  ['an unknown field', (config) => ({ ...config, cap: '1' })],
  ['no origin', (config) => ({ ...config, origins: [] })],
])('a configuration with %s is refused', (_, wrong) => {
  expect(() => parseConfig(wrong(configOf()))).toThrow();
});

describe('a movement of the platform’s own money', { timeout: 120_000 }, () => {
  const COLD = BOB;
  const withCold = () => {
    const config = configOf();
    return { ...config, chains: { ethereum: { ...config.chains.ethereum, cold: COLD } } };
  };
  const keys = depositKeys(SEED, 'evm');
  const source = (index: number, amount = '500') => ({
    index,
    address: publicKeyToAddress(toHex(keys.keyOf(index).publicKey)) as string,
    amount,
  });
  const moved = (move: Move, payment: object, spend: object = {}): SignRequest => ({
    ...changed(evmRequest({ asset: 'USDT', ...payment }), {}, spend),
    move,
  });

  it('goes to the hot wallet or the cold address of the configuration alone, beside the caps', async () => {
    const stage = await stageOf(parseConfig(withCold()));
    const hot = stage.chains.get('ethereum')?.address ?? '';
    const sources = [source(1), source(2)];
    const amount = '1000';
    const authorizations = [{ address: source(2).address, nonce: 4 }];
    const sweep = moved({ kind: 'sweep', sources }, { to: hot, amount }, { authorizations });
    const read = parseTransaction(`0x${((await outcome(stage, sweep)) as Signed).raw}`);
    const delegate = stage.chains.get('ethereum')?.delegate ?? '';
    expect(read).toMatchObject({ to: delegate.toLowerCase() });
    expect(read.authorizationList).toMatchObject([{ address: delegate.toLowerCase(), chainId: 31_337, nonce: 4 }]);
    // The code of another hot wallet has another address.
    expect(delegateOf(ANN).address).not.toBe(delegate);
    const held = [{ ...source(2), amount: '0' }];
    const release = moved(
      { kind: 'release', sources: held },
      { id: 'movement:2', to: hot, amount: '0' },
      { nonce: 9, authorizations },
    );
    const ended = parseTransaction(`0x${((await outcome(stage, release)) as Signed).raw}`);
    expect(ended).toMatchObject({
      to: hot.toLowerCase(),
      authorizationList: [{ address: `0x${'0'.repeat(40)}`, chainId: 31_337, nonce: 4 }],
    });
    const other = { ...source(3), index: 4 };
    const foreign = { authorizations: [{ address: source(3).address, nonce: 0 }] };
    const refused: [SignRequest, string][] = [
      [moved({ kind: 'sweep', sources }, { to: ANN, amount }), 'destination_refused'],
      [moved({ kind: 'sweep', sources }, { to: COLD, amount }), 'destination_refused'],
      [moved({ kind: 'cold' }, { to: ANN, amount }), 'destination_refused'],
      [moved({ kind: 'cold' }, { to: hot, amount }), 'destination_refused'],
      [moved({ kind: 'prepare' }, { to: ANN, amount: '0' }), 'destination_refused'],
      [moved({ kind: 'release', sources: held }, { to: ANN, amount: '0' }), 'destination_refused'],
      [moved({ kind: 'release', sources: held }, { to: hot, amount }), 'amount_zero'],
      [moved({ kind: 'release', sources: held }, { to: hot, amount: '0' }, foreign), 'source_unknown'],
      [moved({ kind: 'sweep', sources: [...sources, other] }, { to: hot, amount: '1500' }), 'source_unknown'],
      [moved({ kind: 'sweep', sources }, { to: hot, amount }, foreign), 'source_unknown'],
      [moved({ kind: 'sweep', sources: [source(1), source(1)] }, { to: hot, amount }), 'bad_request'],
      [moved({ kind: 'sweep', sources }, { to: hot, amount: '999' }), 'bad_request'],
      [changed(evmRequest(), {}, { authorizations }), 'bad_request'],
      [moved({ kind: 'cold' }, { to: COLD, amount, attempt: 1 }), 'bad_request'],
      [moved({ kind: 'sweep', sources }, { to: hot, amount }, { gas: '999999999' }), 'fee_too_high'],
    ];
    for (const [request, code] of refused) expect(await outcome(stage, request), JSON.stringify(request)).toBe(code);
    // Far above every cap of a payment, and no cap counts it.
    const large = moved({ kind: 'cold' }, { to: COLD, amount: '900000000000' });
    expect(await outcome(stage, large)).toMatchObject({ payments: [{ to: COLD }] });
    expect(await outcome(stage, { ...large, move: undefined })).toBe('already_signed');
    stage.restart();
    const usdt = (await stage.signer().status()).chains[0]?.assets.find((each) => each.asset === 'USDT');
    expect(usdt?.day.used).toBe('0');
    expect(await outcome(stage, large)).toMatchObject({ payments: [{ to: COLD }] });
  });

  it('on TRON takes from one deposit address and tops up no other, as far as the configuration goes', async () => {
    const stage = await stageOf();
    const { Trx } = await import('tronweb');
    const tron = stage.chains.get('tron');
    const keysOfTron = depositKeys(SEED, 'tron');
    const from = (index: number, amount: string) => ({
      index,
      address: tron?.addressOf(keysOfTron.keyOf(index)) ?? '',
      amount,
    });
    const hot = tron?.address ?? '';
    let ids = 0;
    const asked = (
      move: Move,
      payment: Partial<SignRequest['payments'][number]>,
      feeLimit = '8000000',
    ): SignRequest => {
      ids += 1;
      const asset = payment.asset ?? 'USDT';
      return {
        chain: 'tron',
        move,
        payments: [
          {
            id: `movement:${ids}`,
            asset,
            ...assetOf('tron', asset),
            to: hot,
            amount: '500',
            attempt: 0,
            approvals: [],
            ...payment,
          },
        ],
        spend: {
          kind: 'tron',
          refBlockBytes: 'ab12',
          refBlockHash: '0123456789abcdef',
          timestamp: stage.now() + ids,
          expiration: stage.now() + 60_000,
          feeLimit,
        },
      };
    };
    const sweep = (await outcome(stage, asked({ kind: 'sweep', sources: [from(1, '500')] }, {}))) as Signed;
    expect(Trx.ecRecover(JSON.parse(sweep.raw))).toBe(from(1, '').address);
    const topUp = (amount: string, change: object = {}, index = 1) =>
      asked(
        { kind: 'top_up', sources: [from(index, amount)] },
        { asset: 'TRX', to: from(index, '').address, amount, ...change },
      );
    const given = (await outcome(stage, topUp('20000000'))) as Signed;
    expect(Trx.ecRecover(JSON.parse(given.raw))).toBe(hot);
    const stranger = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
    const refused: [SignRequest, string][] = [
      [topUp('10000001'), 'over_daily_cap'],
      [topUp('1', { to: stranger }), 'destination_refused'],
      [
        asked(
          { kind: 'top_up', sources: [{ ...from(1, '1'), address: stranger }] },
          { asset: 'TRX', to: stranger, amount: '1' },
        ),
        'source_unknown',
      ],
      [topUp('1', { asset: 'USDT' }), 'bad_request'],
      [topUp('1', { amount: '2' }), 'bad_request'],
      [asked({ kind: 'sweep', sources: [from(1, '500')] }, { to: stranger }), 'destination_refused'],
      [asked({ kind: 'sweep', sources: [from(1, '500')] }, { to: from(2, '').address }), 'destination_refused'],
      [asked({ kind: 'sweep', sources: [{ ...from(1, '500'), index: 2 }] }, {}), 'source_unknown'],
      [asked({ kind: 'sweep', sources: [from(1, '200'), from(2, '300')] }, {}), 'bad_request'],
      [asked({ kind: 'sweep', sources: [from(1, '400')] }, {}), 'bad_request'],
      [asked({ kind: 'sweep', sources: [from(1, '500')] }, {}, '100000001'), 'fee_too_high'],
      [
        moved({ kind: 'top_up', sources: [source(1)] }, { asset: 'ETH', to: source(1).address, amount: '500' }),
        'destination_refused',
      ],
    ];
    for (const [request, code] of refused) expect(await outcome(stage, request), JSON.stringify(request)).toBe(code);
    // The cap is of each address and of each day, also over a start, and counts beside the caps of fees.
    stage.restart();
    expect(await outcome(stage, topUp('10000001'))).toBe('over_daily_cap');
    expect(await outcome(stage, topUp('10000001', {}, 2))).toMatchObject({ fee: '12000001' });
    expect(await outcome(stage, topUp('10000000'))).toMatchObject({ fee: '12000000' });
    stage.pass(DAY + 1);
    expect(await outcome(stage, topUp('30000000'))).toMatchObject({ fee: '32000000' });
  });

  it('is never valid on a second chain, which would have caps and inputs of its own', async () => {
    const { chains } = configOf();
    const { bitcoin, ethereum, tron } = chains;
    const open = (more: object) => signerStage(configOf({ chains: { ...chains, ...more } as never }));
    await expect(
      open({ litecoin: { ...bitcoin, network: { bech32: 'ltc', pubKeyHash: 48, scriptHash: 50 } } }),
    ).rejects.toThrow('would be valid on bitcoin');
    await expect(open({ nile: tron })).rejects.toThrow('would be valid on tron');
    await expect(open({ again: ethereum })).rejects.toThrow('would be valid on ethereum');
    // A transaction of another chain id is another one.
    const stage = await open({ sepolia: { ...ethereum, chainId: 11_155_111 } });
    expect(stage.chains.size).toBe(4);
    stage.end();
  });

  it('has no cold address that is none, or that is the hot wallet', async () => {
    const config = withCold();
    const hot = (await stageOf()).chains.get('ethereum')?.address ?? '';
    for (const cold of ['0x12', hot]) {
      const chains = { ethereum: { ...config.chains.ethereum, cold } };
      await expect(signerStage(parseConfig({ ...config, chains }))).rejects.toThrow('cold address');
    }
  });
});
