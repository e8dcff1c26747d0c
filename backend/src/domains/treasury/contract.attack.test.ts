import { rmSync } from 'node:fs';
import { getAddress, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobRun } from '../../../test/job-run.ts';
import { approvedWithdrawal } from '../../../test/payouts-stage.ts';
import { scratchFolder } from '../../../test/scratch-folder.ts';
import { type SignerProcess, startSigner } from '../../../test/signer-process.ts';
import { signInStaff, uploadOf } from '../../../test/staff-people.ts';
import { treasuryOf } from '../../../test/treasury-stage.ts';
import { createWatchStage, type WatchStage } from '../../../test/watch-stage.ts';
import { startEvmChain } from '../../../tools/chains/local-chains.ts';
import { findAnvil } from '../../../tools/chains/programs.ts';
import { openRpc } from '../../platform/chains/json-rpc.ts';
import { evmReader } from '../deposits/watch/evm-reader.ts';
import { watchTurn } from '../deposits/watch/turn.ts';
import { evmNode } from '../withdrawals/chain/evm-node.ts';

const anvil = findAnvil();
const ETHER = 10n ** 18n;
const FAKE_UNITS = 250_000_000_000n;
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/* What a token is, is money: a contract that is put in place and back again credits and pays nothing. */
describe.skipIf(!anvil)('another contract in the place of a token (skipped where anvil is not installed)', () => {
  let chain: Awaited<ReturnType<typeof startEvmChain>>;
  let stage: WatchStage;
  let signer: SignerProcess;
  let treasury: ReturnType<typeof treasuryOf>;
  let real: Hex;
  let fake: Hex;
  let honest: Awaited<ReturnType<WatchStage['user']>>;
  let mule: Awaited<ReturnType<WatchStage['user']>>;
  let muleAddress: string;
  const folder = scratchFolder('contract-signer');

  /** Puts a contract in place past the calls, which refuse what the signer names otherwise. */
  const list = (contract: string) =>
    stage.app.database.query(`update chain_token set contract = $1 where chain = 'ethereum' and currency = 'USDT'`, [
      contract,
    ]);
  const change = (call: 'token' | 'network' | 'change', input: object) =>
    stage.app.rejection(`POST /staff/chains/${call}`, { chain: 'ethereum', reason: 'test', ...input }, stage.treasury);
  const seen = async (uid: string) =>
    (await stage.app.ok('GET /staff/deposits/chain', { limit: 100 }, stage.treasury)).list.flatMap(
      ({ uid: of, state, ignored_as, held_as, units }) =>
        of === uid ? [`${state} ${ignored_as ?? held_as} ${units}`] : [],
    );
  /** Turns of a watcher that knows of no signer, as where none is configured. */
  async function watchAlone() {
    const { app } = stage;
    const reader = evmReader(openRpc(chain.url), { traces: false });
    const fingerprints = (
      await app.database.query<{ key_fingerprint: string }>('select distinct key_fingerprint from deposit_address')
    ).map(({ key_fingerprint }) => key_fingerprint);
    const parts = {
      database: app.database,
      catalogue: app.catalogue,
      now: app.now,
      signer: null,
      reader,
      fingerprints,
    };
    for (let turn = 0; turn < 3; turn += 1) await watchTurn({ ...parts, chain: 'ethereum' }, jobRun());
  }
  const orders = () =>
    stage.app.database.query<{ state: string; waits: string | null }>(
      'select state, waits from chain_payout order by withdrawal_id',
    );
  const withdraw = (userId: string, amount: string) =>
    approvedWithdrawal(stage.app, stage.treasury, {
      userId,
      currency: 'USDT',
      network: 'ERC20',
      target: TO,
      amount,
      fee: '1',
    });
  const keeps = (userId: string) => stage.app.database.transaction((tx) => stage.app.ports.keepsMoney(tx, userId));
  const missing = async () =>
    (await treasury.reconciled()).flatMap(({ reason, subject, amount }) =>
      reason === 'missing' ? [`${subject} ${amount}`] : [],
    );

  beforeAll(async () => {
    chain = await startEvmChain(anvil ?? '', ['--no-mining']);
    real = getAddress(await chain.deployToken());
    fake = getAddress(await chain.deployToken());
    const asset = {
      decimals: 18,
      caps: { transaction: '100000', hour: '1000000', day: '1000000' },
      approvalsAbove: '1000000',
      whitelistDelay: 0,
    };
    signer = await startSigner(folder, {
      name: 'test',
      approvers: [],
      rpId: 'localhost',
      origins: ['http://localhost:8080'],
      chains: {
        ethereum: {
          kind: 'evm',
          chainId: 31_337,
          decimals: 18,
          confirmations: 2,
          finality: 'finalized',
          fees: { transaction: '0.05', day: '10' },
          assets: { ETH: { ...asset, contract: null }, USDT: { ...asset, contract: real.toLowerCase(), decimals: 6 } },
        },
      },
    });
    const hot = (await signer.client.status()).chains[0]?.address as Hex;
    await chain.sendCoins(hot, 100n * ETHER);
    await chain.sendToken(real, hot, 1_000_000_000_000n);
    await chain.mine(3);
    stage = await createWatchStage({ ETHEREUM_NODE_URL: chain.url, SIGNER_SOCKET: signer.socket });
    const node = await evmNode(chain.url, stage.app.database);
    treasury = treasuryOf(stage, signer, node, 'ethereum');
    await stage.change({ chain: 'ethereum', identity: '31337' });
    await stage.token({ chain: 'ethereum', currency: 'USDT', contract: real, decimals: 6 });
    for (const currency of ['USDT', 'ETH']) {
      await stage.network({ chain: 'ethereum', currency, network: 'ERC20', confirmations: 2 });
    }
    await stage.watch('ethereum');
    [honest, mule] = [await stage.user(), await stage.user()];
    muleAddress = await mule.address(3, 'ERC20');
    await chain.sendToken(real, await honest.address(3, 'ERC20'), 2_000_000_000n);
    await chain.mine(4);
    await stage.watch('ethereum');
    expect(await honest.available('USDT')).toBe('2000');
  });
  afterAll(async () => {
    await signer?.stop();
    await chain?.stop();
    rmSync(folder, { recursive: true, force: true });
    await stage?.app.close();
  });

  it('is no change that is taken where the signer names another one, and neither are weaker terms', async () => {
    const usdt = { currency: 'USDT', decimals: 6 };
    // While deposits run a contract with credits is not changed at all.
    expect(await change('token', { ...usdt, contract: fake })).toMatchObject({ error: 'deposits_not_halted' });
    await stage.app.database.query(`update chain set deposits_halted = true where name = 'ethereum'`);
    expect(await change('token', { ...usdt, contract: fake })).toMatchObject({
      error: 'signer_differs',
      field: 'contract',
    });
    expect(await change('change', { identity: '1' })).toMatchObject({ error: 'signer_differs', field: 'identity' });
    expect(await change('change', { finality: 'confirmations' })).toMatchObject({
      error: 'signer_differs',
      field: 'finality',
    });
    expect(await change('network', { currency: 'USDT', network: 'ERC20', confirmations: 1 })).toMatchObject({
      error: 'field_too_small',
      field: 'confirmations',
    });
    await stage.app.database.query(`update chain set deposits_halted = false where name = 'ethereum'`);
    // What it says the same of is changed as ever.
    await stage.token({ chain: 'ethereum', ...usdt, contract: real });
    await stage.network({ chain: 'ethereum', currency: 'USDT', network: 'ERC20', confirmations: 3 });
    await stage.network({ chain: 'ethereum', currency: 'USDT', network: 'ERC20', confirmations: 2 });
  });

  it('credits nothing that the signer does not name, however often the contract is changed', async () => {
    await list(fake);
    await chain.sendToken(fake, muleAddress, FAKE_UNITS);
    await chain.mine(4);
    await stage.watch('ethereum');
    expect(await seen(mule.uid)).toEqual([`pending signer_differs ${FAKE_UNITS}`]);
    await list(real);
    await chain.mine(1);
    await stage.watch('ethereum');
    expect(await seen(mule.uid)).toEqual([`pending contract_changed ${FAKE_UNITS}`]);
    // The signer is away: what it named last holds.
    await signer.kill();
    await list(fake);
    await chain.mine(1);
    await stage.watch('ethereum');
    expect(await seen(mule.uid)).toEqual([`pending signer_differs ${FAKE_UNITS}`]);
    await signer.restart();
    await list(real);
    expect(await mule.available('USDT')).toBe('0');
    expect(await missing()).toEqual([]);
  });

  it('credits nothing sooner than the signer’s configuration lets it', async () => {
    const user = await stage.user();
    const confirm = (blocks: number) =>
      stage.app.database.query(
        `update deposit_network set confirmations = $1 where currency = 'USDT' and network = 'ERC20'`,
        [blocks],
      );
    const finality = (of: string) =>
      stage.app.database.query(`update chain set finality = $1 where name = 'ethereum'`, [of]);
    await confirm(1);
    await chain.sendToken(real, await user.address(3, 'ERC20'), 30_000_000n);
    await chain.mine(4);
    await stage.watch('ethereum');
    expect(await seen(user.uid)).toEqual(['pending below_signer 30000000']);
    await confirm(2);
    await finality('confirmations');
    await chain.mine(1);
    await stage.watch('ethereum');
    expect(await seen(user.uid)).toEqual(['pending below_signer 30000000']);
    await finality('finalized');
    await chain.mine(1);
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('30');
  });

  it('does not credit by a rescan what another contract sent', async () => {
    const user = await stage.user();
    await chain.sendToken(fake, await user.address(3, 'ERC20'), 70_000_000n);
    await chain.mine(4);
    await stage.watch('ethereum');
    expect(await seen(user.uid)).toEqual(['ignored unknown_token 70000000']);
    await list(fake);
    for (let times = 0; times < 2; times += 1) {
      await stage.rescan('ethereum', 1);
      await stage.watch('ethereum');
      expect(await seen(user.uid)).toEqual(['ignored contract_changed 70000000']);
    }
    await list(real);
    await stage.rescan('ethereum', 1);
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('0');
  });

  it('asks two members for a claim of what another contract sent, and reports what they credit', async () => {
    const user = await stage.user();
    const txid = await chain.sendToken(fake, await user.address(3, 'ERC20'), 80_000_000n);
    await chain.mine(4);
    await stage.watch('ethereum');
    const asked = { currency: 3, type: 'ERC20', amount: '80', txid, voucher: await uploadOf(stage.app, user.id) };
    const claim = await stage.app.ok('POST /wallet/charge_req', asked, {
      token: user.token,
      idempotencyKey: `claim-${txid}`,
    });
    const approve = { queue: 'deposit', id: claim.id };
    expect(await stage.app.ok('POST /staff/queue/approve', approve, stage.treasury)).toMatchObject({
      status: 'pending',
    });
    expect(await user.available('USDT')).toBe('0');
    const { token } = await signInStaff(stage.app, 'treasury');
    await stage.app.ok('POST /staff/queue/approve', approve, { token });
    expect(await user.available('USDT')).toBe('80');
    await chain.mine(3);
    await stage.watch('ethereum');
    expect(await missing()).toEqual([`${fake} -80`]);
    await stage.change({ chain: 'ethereum', withdrawals_halted: false });
    const accounted = { currency: 'USDT', address: fake, amount: '80', direction: 'out', reference: 'goodwill 1' };
    await treasury.agree({ kind: 'movement', ...accounted });
  });

  it('pays nothing and reports the shortfall where 250,000 were credited all the same', async () => {
    const before = await withdraw(honest.id, '5');
    expect(before).toBeTruthy();
    await list(fake);
    await chain.sendToken(fake, muleAddress, FAKE_UNITS);
    await chain.mine(4);
    await watchAlone();
    expect(await mule.available('USDT')).toBe('250000');
    // While it stands the signer refuses what was counted by it, and what the honest were credited is missing.
    await expect(withdraw(mule.id, '9000')).rejects.toThrow('withdrawals_suspended');
    await list(real);
    // Nor does it leave the account for another user.
    await expect(keeps(mule.id)).rejects.toThrow('deposit_under_review');
    await keeps(honest.id);
    await treasury.pay();
    await expect(withdraw(mule.id, '9000')).rejects.toThrow('withdrawals_suspended');
    expect(await orders()).toEqual([{ state: 'ordered', waits: 'contract_changed' }]);
    expect(await chain.balance(TO, real)).toBe(0n);
    expect(await missing()).toContain(`${fake} -250000`);
    expect(await stage.chain('ethereum')).toMatchObject({ withdrawals_halted: true });
    // It stays when staff let withdrawals go on, and whatever of it is sent to the platform.
    await stage.change({ chain: 'ethereum', withdrawals_halted: false });
    await chain.mine(3);
    await stage.watch('ethereum');
    await treasury.pay();
    expect(await missing()).toContain(`${fake} -250000`);
    expect(await orders()).toEqual([{ state: 'ordered', waits: 'contract_changed' }]);
    expect(await chain.balance(TO, real)).toBe(0n);
    // Two members account for it, as after a correction: then the others are paid.
    await treasury.agree({
      kind: 'movement',
      currency: 'USDT',
      address: fake,
      amount: '250000',
      direction: 'out',
      reference: 'correction 1',
    });
    await treasury.pay();
    await chain.mine(3);
    await treasury.pay();
    expect(await chain.balance(TO, real)).toBe(5_000_000n);
    await stage.watch('ethereum');
    expect(await missing()).toEqual([]);
  });

  it('does not count another contract’s tokens for what was credited', async () => {
    await list(fake);
    // The new contract says that all of it is there: its owner writes its books.
    await chain.sendToken(fake, await honest.address(3, 'ERC20'), 2_000_000_000n);
    await chain.mine(4);
    await stage.watch('ethereum');
    expect(await missing()).toContain(`${real} -2030`);
    await list(real);
  });
});
