import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../test/free-port.ts';
import { createWatchStage, type WatchStage } from '../../../../test/watch-stage.ts';
import { regtestAddress, startBitcoinChain } from '../../../../tools/chains/local-chains.ts';
import { findLitecoind } from '../../../../tools/chains/programs.ts';
import { auditLedger } from '../../../platform/ledger/index.ts';
import { satoshiOf } from './bitcoin-reader.ts';

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

describe.skipIf(!litecoind)('the watcher of a Bitcoin-like chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-litecoind-'));
  let chain: Awaited<ReturnType<typeof startBitcoinChain>>;
  let stage: WatchStage;
  let btc: number;

  beforeAll(async () => {
    chain = await startBitcoinChain(litecoind ?? '', folder, await freePort());
    stage = await createWatchStage({ BITCOIN_NODE_URL: chain.url });
    btc = stage.app.catalogue.current().currencyByCode('BTC')?.id ?? 0;
    await stage.change({ chain: 'bitcoin', identity: 'regtest' });
    await stage.watch('bitcoin');
  });
  afterAll(async () => {
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
