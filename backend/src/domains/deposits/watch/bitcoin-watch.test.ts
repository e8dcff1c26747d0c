import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../test/free-port.ts';
import { createWatchStage, startFalseNode, type WatchStage } from '../../../../test/watch-stage.ts';
import { regtestAddress, startBitcoinChain } from '../../../../tools/chains/local-chains.ts';
import { findLitecoind } from '../../../../tools/chains/programs.ts';
import { auditLedger } from '../../../platform/ledger/index.ts';
import { satoshiOf } from './bitcoin-reader.ts';
import { rawOutputs } from './raw-outputs.ts';

const litecoind = findLitecoind();

it('amounts are read as they are written', () => {
  expect(['0.50000000', '21000000.00000001', '5e-8', '1', '1.5E-7'].map((text) => satoshiOf(text))).toEqual([
    50_000_000n,
    2_100_000_000_000_001n,
    5n,
    100_000_000n,
    15n,
  ]);
  for (const text of ['', '-1', '1e-9', 'NaN', '0.000000001']) expect(() => satoshiOf(text), text).toThrow();
});

describe('outputs are read of the bytes of a transaction', () => {
  // The first example of BIP 143.
  const version = '01000000';
  const inputs =
    '02fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffff' +
    'ef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff';
  const outputs =
    '02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac' +
    '9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac';
  const paid = [
    { units: 112_340_000n, script: '76a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac' },
    { units: 223_450_000n, script: '76a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac' },
  ];

  it.each([
    ['without witnesses', version + inputs + outputs],
    ['with witnesses', `${version}0001${inputs}${outputs}00020102`],
    ['with an extension', `${version}0008${inputs}${outputs}00`],
  ])('%s', (_, hex) => {
    expect(rawOutputs(`${hex}11000000`)).toEqual(paid);
  });

  it('with more of them than a byte counts', () => {
    const empty = '0000000000000000016a';
    const many = rawOutputs(`${version}${inputs}fd0002${empty.repeat(512)}00000000`);
    expect(many?.length).toBe(512);
    expect(many?.at(-1)).toEqual({ units: 0n, script: '6a' });
  });

  it('where all of them are there', () => {
    const whole = version + inputs + outputs;
    for (let length = 0; length < whole.length; length += 2) expect(rawOutputs(whole.slice(0, length))).toBeNull();
    expect(rawOutputs(`${version}${inputs}ffffffffffffffffff`)).toBeNull();
    expect(rawOutputs('no transaction')).toBeNull();
  });
});

describe.skipIf(!litecoind)('the watcher of a Bitcoin-like chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-litecoind-'));
  let chain: Awaited<ReturnType<typeof startBitcoinChain>>;
  let node: Awaited<ReturnType<typeof startFalseNode>>;
  let stage: WatchStage;
  let btc: number;

  beforeAll(async () => {
    chain = await startBitcoinChain(litecoind ?? '', folder, await freePort());
    node = await startFalseNode(chain.url);
    stage = await createWatchStage({ BITCOIN_NODE_URL: node.url });
    btc = stage.app.catalogue.current().currencyByCode('BTC')?.id ?? 0;
    await stage.change({ chain: 'bitcoin', identity: 'regtest' });
    await stage.watch('bitcoin');
  });
  afterAll(async () => {
    await node?.stop();
    await chain?.kill();
    rmSync(folder, { recursive: true, force: true });
    expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
    await stage.app.close();
  });

  it('shows a payment before its first block, and credits it after two', async () => {
    const user = await stage.user();
    await chain.send(await user.address(btc, 'BTC'), '0.12345678');
    await stage.watch('bitcoin');
    expect(await user.onChain()).toEqual(['0.12345678 BTC pending 0/2']);
    await chain.mine();
    await stage.watch('bitcoin');
    expect(await user.onChain()).toEqual(['0.12345678 BTC pending 1/2']);
    expect(await user.available('BTC')).toBe('0');
    expect(await user.told()).toEqual({ messages: [], mails: [] });
    await chain.mine();
    await stage.watch('bitcoin');
    expect(await user.available('BTC')).toBe('0.12345678');
    const credits = ['Deposit credited: 0.12345678 BTC'];
    expect(await user.told()).toEqual({ messages: credits, mails: credits });
    // Read again, by another node.
    await stage.takeOver();
    await chain.mine();
    await stage.watch('bitcoin');
    expect(await user.told()).toEqual({ messages: credits, mails: credits });
  });

  it('credits what blocks hold also while the pool cannot be read, and has no transaction of it put into words', async () => {
    const user = await stage.user();
    await chain.send(await user.address(btc, 'BTC'), '0.4');
    const asked: unknown[] = [];
    node.say(({ method, params }, reply) => {
      if (method === 'getrawtransaction') asked.push(params?.[1]);
      return reply;
    });
    await stage.watch('bitcoin');
    expect(await user.onChain()).toEqual(['0.4 BTC pending 0/2']);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked).not.toContain(true);
    await chain.mine(2);
    node.say(({ method }, reply) =>
      method === 'getrawmempool' ? { id: reply.id, error: { code: -1, message: 'busy' } } : reply,
    );
    expect(await stage.watch('bitcoin')).toMatchObject({ paused: 'failed', detail: 'the node: busy' });
    expect(await user.available('BTC')).toBe('0.4');
    node.say();
    expect(await stage.watch('bitcoin')).toMatchObject({ paused: null });
  });

  it('a payment whose coins another one spends is dropped, and only the other is credited', async () => {
    const [first, second] = [await stage.user(), await stage.user()];
    const txid = await chain.send(await first.address(btc, 'BTC'), '0.3');
    await stage.watch('bitcoin');
    expect(await first.onChain()).toEqual(['0.3 BTC pending 0/2']);
    // The same inputs, paid to another user: a double spend.
    const { vin } = await chain.rpc.call<{ vin: { txid: string; vout: string }[] }>('getrawtransaction', [txid, true]);
    const inputs = vin.map((input) => ({ txid: input.txid, vout: Number(input.vout) }));
    const spent = await Promise.all(
      inputs.map(async ({ txid: from, vout }) => {
        const { vout: outputs } = await chain.rpc.call<{ vout: { value: string }[] }>('getrawtransaction', [
          from,
          true,
        ]);
        return Number(outputs[vout]?.value);
      }),
    );
    const rest = (spent.reduce((sum, value) => sum + value, 0) - 0.2 - 0.01).toFixed(8);
    const change = await chain.rpc.call<string>('getnewaddress', ['', 'bech32']);
    const raw = await chain.rpc.call<string>('createrawtransaction', [
      inputs,
      [{ [regtestAddress(await second.address(btc, 'BTC'))]: '0.2' }, { [change]: rest }],
    ]);
    const { hex } = await chain.rpc.call<{ hex: string }>('signrawtransactionwithwallet', [raw]);
    // Litecoin's pool replaces nothing: a block does.
    await chain.rpc.call('generateblock', [change, [hex]]);
    await stage.watch('bitcoin');
    expect(await first.onChain()).toEqual(['0.3 BTC gone 0/2']);
    await chain.mine();
    await stage.watch('bitcoin');
    expect([await first.available('BTC'), await second.available('BTC')]).toEqual(['0', '0.2']);
  });

  it('a deposit whose blocks are replaced is reversed, and credited again in the new ones', async () => {
    const user = await stage.user();
    const txid = await chain.send(await user.address(btc, 'BTC'), '0.5');
    const { hex } = await chain.rpc.call<{ hex: string }>('gettransaction', [txid]);
    const [first] = await chain.mine(20);
    await stage.watch('bitcoin');
    expect(await user.available('BTC')).toBe('0.5');
    await chain.rpc.call('invalidateblock', [first]);
    // A shorter chain is waited for, not followed.
    expect(await stage.watch('bitcoin')).toMatchObject({ paused: 'behind' });
    expect(await user.available('BTC')).toBe('0.5');
    // 21 blocks of which none holds the payment.
    const to = await chain.rpc.call<string>('getnewaddress', ['', 'bech32']);
    for (let block = 0; block < 21; block += 1) await chain.rpc.call('generateblock', [to, []]);
    expect(await stage.watch('bitcoin')).toMatchObject({ paused: null });
    expect(await user.available('BTC')).toBe('0');
    expect(await user.onChain()).toEqual(['0.5 BTC reversed 0/2']);
    // The node has forgotten it with so many blocks.
    await chain.rpc.call('sendrawtransaction', [hex]);
    await chain.mine(2);
    await stage.watch('bitcoin');
    expect(await user.available('BTC')).toBe('0.5');
    expect(await user.onChain()).toEqual(['0.5 BTC credited 2/2']);
  });
});
