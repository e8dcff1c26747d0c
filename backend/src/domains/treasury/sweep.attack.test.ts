import { rmSync } from 'node:fs';
import { createWalletClient, encodeFunctionData, type Hex, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { KILL_TURN, killPoints } from '../../../test/kill-points.ts';
import { scratchFolder } from '../../../test/scratch-folder.ts';
import { type SignerProcess, startSigner } from '../../../test/signer-process.ts';
import { stopAt } from '../../../test/stop-at.ts';
import { treasuryOf } from '../../../test/treasury-stage.ts';
import { createWatchStage, type WatchStage } from '../../../test/watch-stage.ts';
import { regtestAddress, startBitcoinChain, startEvmChain } from '../../../tools/chains/local-chains.ts';
import { localDepositKeys } from '../../../tools/chains/local-seed.ts';
import { findAnvil, findLitecoind } from '../../../tools/chains/programs.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { evmNode } from '../withdrawals/chain/evm-node.ts';
import { RAISE_AFTER, type Step } from '../withdrawals/chain/pay.ts';
import { utxoNode } from '../withdrawals/chain/utxo-node.ts';

const anvil = findAnvil();
const litecoind = findLitecoind();
const LONG = 240_000;
const SEED = Buffer.alloc(32, 23);
const ETHER = 10n ** 18n;
const COLD = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** The third account of every anvil: it has money there and nowhere else. */
const THIEF: Hex = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a';
const TOKEN = parseAbi(['function balanceOf(address) view returns (uint256)']);
const DELEGATE = parseAbi([
  'function sweep(address token, address[] from, uint256[] amounts)',
  'function give(address token, uint256 amount)',
]);

const keys = localDepositKeys(SEED);
const caps = { transaction: '50', hour: '50', day: '50' };
const asset = { contract: null as string | null, decimals: 18, caps, approvalsAbove: '50', whitelistDelay: 0 };
const configOf = (chains: object) => ({
  name: 'test',
  approvers: [],
  rpId: 'localhost',
  origins: ['http://localhost:8080'],
  chains,
});

describe.skipIf(!anvil)('deposits on a real EVM node (skipped where anvil is not installed)', () => {
  const folder = scratchFolder('sweep-evm');
  let chain: Awaited<ReturnType<typeof startEvmChain>>;
  let signer: SignerProcess;
  let stage: WatchStage;
  let treasury: ReturnType<typeof treasuryOf>;
  let token: Hex;
  let hot: Hex;
  let delegate: Hex;
  let users: { readonly address: Hex; readonly available: (currency: string) => Promise<string> }[];

  const tokens = (address: string) =>
    chain.client.readContract({ address: token, abi: TOKEN, functionName: 'balanceOf', args: [address as Hex] });
  const sent = () => chain.client.getTransactionCount({ address: hot });
  const confirm = async () => {
    await chain.mine(3);
    await stage.watch('ethereum');
  };
  /** Turns until nothing is left to do. */
  const quiet = (turns = 6) => treasury.quiet(confirm, turns);

  beforeAll(async () => {
    chain = await startEvmChain(anvil ?? '', ['--no-mining', '--hardfork', 'prague']);
    token = await chain.deployToken();
    signer = await startSigner(
      folder,
      configOf({
        ethereum: {
          kind: 'evm',
          chainId: 31_337,
          decimals: 18,
          cold: COLD,
          fees: { transaction: '0.05', day: '10' },
          assets: { ETH: asset, USDT: { ...asset, contract: token, decimals: 6 } },
        },
      }),
      SEED.toString('hex'),
    );
    const [status] = (await signer.client.status()).chains;
    [hot, delegate] = [status?.address as Hex, status?.delegate as Hex];
    await chain.sendCoins(hot, 10n * ETHER);
    await chain.mine(3);
    stage = await createWatchStage({ ...keys, ETHEREUM_NODE_URL: chain.url, SIGNER_SOCKET: signer.socket });
    treasury = treasuryOf(stage, signer, await evmNode(chain.url, stage.app.database), 'ethereum');
    await stage.change({ chain: 'ethereum', identity: '31337', finality: 'confirmations' });
    await stage.token({ chain: 'ethereum', currency: 'USDT', contract: token, decimals: 6 });
    for (const currency of ['USDT', 'ETH']) {
      await stage.network({ chain: 'ethereum', currency, network: 'ERC20', confirmations: 2 });
    }
    await stage.watch('ethereum');
    users = [];
    for (let n = 0; n < 3; n += 1) {
      const user = await stage.user();
      users.push({ address: (await user.address(3, 'ERC20')) as Hex, available: user.available });
    }
    await confirm();
    await treasury.reconciled();
  }, LONG);
  afterAll(async () => {
    const audit = stage && (await auditLedger(stage.app.database));
    await stage?.app.close();
    await signer?.stop();
    await chain?.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
  }, LONG);

  /** Deposits of 40 and 20 USDT, and of 1 that is below the threshold. */
  async function deposit() {
    const [first, second, third] = users;
    for (const [user, units] of [
      [first, 40_000_000n],
      [second, 20_000_000n],
      [third, 1_000_000n],
    ] as const) {
      await chain.sendToken(token, user?.address ?? '', units);
    }
    await confirm();
  }
  /**
   * Makes the token one that blocks holders, as USDT does: code before it that reverts where the storage has a word for the
   * caller, else runs the token. Returns what blocks a holder, or no more.
   */
  async function blockable() {
    const code = await chain.client.getCode({ address: token });
    const behind: Hex = `0x${'be'.repeat(20)}`;
    await chain.client.setCode({ address: behind, bytecode: code ?? '0x' });
    await chain.client.setCode({
      address: token,
      bytecode: `0x335415600a57600080fd5b3660006000376000600036600073${behind.slice(2)}5af43d600060003e603c573d6000fd5b3d6000f3`,
    });
    return (holder: string, to: boolean) =>
      chain.client.setStorageAt({
        address: token,
        index: `0x${holder.slice(2).padStart(64, '0')}`,
        value: `0x${to ? '1'.padStart(64, '0') : '0'.repeat(64)}`,
      });
  }
  /** Further addresses of a user, with 100 USDT each. */
  async function blockedAddresses(count: number) {
    const all = Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()).address);
    await stage.app.database.query(
      `insert into deposit_address (chain, address, user_id, key_fingerprint, former)
       select chain, unnest($2::text[]), user_id, key_fingerprint, false from deposit_address where address = $1`,
      [users[2]?.address, all],
    );
    await chain.scatter(token, all, 100_000_000n);
    await confirm();
    return all;
  }
  const held = () => Promise.all(users.map(({ address }) => tokens(address)));
  const owed = () => Promise.all(users.map(({ available }) => available('USDT')));

  it(
    'stay where no threshold is agreed, then come to the hot wallet in one transaction',
    async () => {
      await deposit();
      await quiet();
      expect(await treasury.moves()).toEqual([]);
      await treasury.agree({ kind: 'sweep', currency: 'USDT', amount: '10' });
      const [nonce, before] = [await sent(), await owed()];
      await quiet();
      // The delegate's code comes first, once.
      expect(await treasury.moves()).toEqual([
        { kind: 'prepare', state: 'done', waits: null, sources: 0 },
        { kind: 'sweep', state: 'done', waits: null, sources: 2 },
        { kind: 'release', state: 'done', waits: null, sources: 2 },
      ]);
      expect(await held()).toEqual([0n, 0n, 1_000_000n]);
      expect(await tokens(hot)).toBe(60_000_000n);
      expect(await sent()).toBe(nonce + 3);
      // Senders that fix the gas of a transfer reach the addresses again: code could not run on it.
      expect(await chain.client.getCode({ address: users[0]?.address ?? '0x' })).toBeUndefined();
      expect(await owed()).toEqual(before);
      expect(await treasury.view()).toMatchObject({
        sweeps: [{ chain: 'ethereum', currency: 'USDT', amount: '10' }],
        movements: [
          { kind: 'release', amount: '0', target: hot, sources: 2 },
          { kind: 'sweep', amount: '60', target: hot, sources: 2, txid: expect.stringMatching(/^[0-9a-f]{64}$/) },
          { kind: 'prepare', amount: '0', target: delegate },
        ],
      });
      expect(await treasury.reconciled()).toEqual([]);
    },
    LONG,
  );

  it(
    `are swept exactly once, wherever the backend stops, the signer is killed or the node forgets${KILL_TURN}`,
    async () => {
      for (const step of killPoints('sweep', ['signed', 'stored', 'sent', 'finished'] satisfies Step[])) {
        const [before, nonce, kept] = [await tokens(hot), await sent(), (await held())[2] ?? 0n];
        await deposit();
        await treasury.decide();
        await treasury.pay(stopAt(step)).catch(() => undefined);
        if (step === 'signed') await signer.restart();
        await chain.client.request({ method: 'anvil_dropAllTransactions' } as never);
        if (step === 'finished') {
          await treasury.pay();
          await confirm();
          await treasury.pay(stopAt(step)).catch(() => undefined);
        }
        await Promise.allSettled([treasury.pay(), treasury.pay(), treasury.decide()]);
        await quiet();
        expect(await held(), step).toEqual([0n, 0n, kept + 1_000_000n]);
        expect((await tokens(hot)) - before, step).toBe(60_000_000n);
        // The sweep, and the end of the delegation.
        expect(await sent(), step).toBe(nonce + 2);
        expect(await treasury.reconciled(), step).toEqual([]);
      }
    },
    LONG,
  );

  it(
    'that no block takes are signed again with the same nonce; coins are swept as tokens are',
    async () => {
      const [, user] = users;
      await treasury.agree({ kind: 'sweep', currency: 'ETH', amount: '0.5' });
      await chain.sendCoins(user?.address ?? '', ETHER);
      await chain.sendCoins(users[0]?.address ?? '', ETHER / 4n);
      await confirm();
      const nonce = await sent();
      await treasury.decide();
      await treasury.pay();
      await chain.client.request({ method: 'anvil_dropAllTransactions' } as never);
      stage.app.advance(RAISE_AFTER);
      await treasury.pay(stopAt('raised')).catch(() => undefined);
      await quiet();
      expect(await chain.client.getBalance({ address: user?.address ?? '0x' })).toBe(0n);
      expect(await chain.client.getBalance({ address: users[0]?.address ?? '0x' })).toBe(ETHER / 4n);
      expect(await sent()).toBe(nonce + 2);
      expect(await treasury.reconciled()).toEqual([]);
    },
    LONG,
  );

  it(
    'above the upper limit go on to the cold address of the signer, once for each reconciliation',
    async () => {
      const cold = async () => (await treasury.moves()).filter(({ kind }) => kind === 'cold').length;
      await treasury.agree({ kind: 'limit', currency: 'USDT', low: '10', high: '100' });
      // Staff agreed on another cold address than the signer has: nothing moves.
      await treasury.agree({ kind: 'cold', address: privateKeyToAccount(THIEF).address });
      await treasury.reconciled();
      await quiet();
      expect(await cold()).toBe(0);
      await treasury.agree({ kind: 'cold', address: COLD });
      await treasury.reconciled();
      const [before, own] = [await tokens(hot), await owed()];
      await treasury.decide();
      await treasury.pay(stopAt('stored')).catch(() => undefined);
      await chain.client.request({ method: 'anvil_dropAllTransactions' } as never);
      await quiet();
      expect(await cold()).toBe(1);
      expect([await tokens(hot), await tokens(COLD)]).toEqual([55_000_000n, before - 55_000_000n]);
      expect(await owed()).toEqual(own);
      expect(await treasury.reconciled()).toEqual([]);
      await quiet();
      expect(await cold()).toBe(1);
      const { assets, limits } = await treasury.view();
      expect(assets.find(({ currency }) => currency === 'USDT')).toMatchObject({ hot: '55' });
      expect(limits).toMatchObject([{ currency: 'USDT', hot: '55', move: null }]);
    },
    LONG,
  );

  it(
    'obey the hot wallet alone, and the signer no other destination',
    async () => {
      // Between a sweep and its release the addresses delegate; another deposit has come by then.
      await deposit();
      await treasury.decide();
      await treasury.pay();
      await confirm();
      await deposit();
      const [first, second] = users;
      const thief = createWalletClient({ account: privateKeyToAccount(THIEF), transport: http(chain.url) });
      const args = [token, [first?.address ?? '0x'], [40_000_000n]] as const;
      const sweep = encodeFunctionData({ abi: DELEGATE, functionName: 'sweep', args });
      const give = encodeFunctionData({ abi: DELEGATE, functionName: 'give', args: [token, 1n] });
      const attacks: [Hex, Hex][] = [
        [delegate, sweep],
        [first?.address ?? '0x', sweep],
        [first?.address ?? '0x', give],
      ];
      for (const [to, data] of attacks) {
        await expect(thief.sendTransaction({ to, data, chain: null })).rejects.toThrow('revert');
      }
      await quiet(9);
      await deposit();
      // A stolen backend that orders a sweep to its own address: the signer refuses, and signs what is asked for rightly.
      await treasury.decide();
      await stage.app.database.query(`update chain_movement set target = $1 where state = 'ordered'`, [
        thief.account.address,
      ]);
      const before = [await tokens(thief.account.address), await sent()];
      await treasury.pay();
      expect((await treasury.moves()).at(-1)).toMatchObject({ state: 'ordered', waits: 'destination_refused' });
      stage.app.advance(11 * 60_000);
      await quiet();
      expect((await treasury.moves()).slice(-3).map(({ state }) => state)).toEqual(['dropped', 'done', 'done']);
      expect([await tokens(thief.account.address), await sent()]).toEqual([before[0], Number(before[1]) + 2]);
      expect(await tokens(second?.address ?? '')).toBe(0n);
      expect(await treasury.reconciled()).toEqual([]);
    },
    LONG,
  );

  it(
    'that the token blocks wait, longer each time, and keep no others from their turn',
    async () => {
      await stage.app.database.query(`update treasury_change set high = 1000 where kind = 'limit'`);
      const block = await blockable();
      const [first, second] = users;
      const blocked = await blockedAddresses(40);
      await chain.sendToken(token, second?.address ?? '', 20_000_000n);
      await confirm();
      for (const address of blocked) await block(address, true);
      const latest = async (count: number) =>
        (await treasury.moves()).slice(-count).map(({ kind, state, sources }) => `${kind} ${state} ${sources}`);
      const aside = async () => (await treasury.view()).set_aside;
      const before = await tokens(hot);
      await treasury.decide();
      // Two nodes at once count it once.
      await Promise.allSettled([treasury.pay(), treasury.pay()]);
      expect(await latest(1)).toEqual(['sweep dropped 0']);
      expect(await aside()).toHaveLength(40);
      expect((await aside())[0]).toMatchObject({
        currency: 'USDT',
        failures: 1,
        detail: expect.stringContaining('revert'),
        until: stage.app.now() + 10 * 60_000,
      });
      await quiet(4);
      expect(await latest(2)).toEqual(['sweep done 1', 'release done 1']);
      expect((await tokens(hot)) - before).toBe(20_000_000n);
      stage.app.advance(10 * 60_000);
      await quiet(2);
      expect(await latest(1)).toEqual(['sweep dropped 0']);
      expect((await aside())[0]).toMatchObject({ failures: 2, until: stage.app.now() + 20 * 60_000 });

      // A block rejects a sweep that the node let pass: each of its addresses may be why, and is tried alone.
      await chain.sendToken(token, first?.address ?? '', 30_000_000n);
      await chain.sendToken(token, second?.address ?? '', 20_000_000n);
      await confirm();
      await treasury.decide();
      await treasury.pay();
      await block(first?.address ?? '', true);
      await quiet(4);
      expect(await latest(2)).toEqual(['sweep failed 2', 'release done 2']);
      stage.app.advance(10 * 60_000);
      await quiet(5);
      expect(await latest(3)).toEqual(['sweep dropped 0', 'sweep done 1', 'release done 1']);
      expect((await tokens(hot)) - before).toBe(40_000_000n);
      expect((await aside()).find(({ address }) => address === first?.address)).toMatchObject({ failures: 2 });

      // What is blocked no longer is swept, and forgotten.
      await block(first?.address ?? '', false);
      stage.app.advance(20 * 60_000);
      await quiet(5);
      expect((await tokens(hot)) - before).toBe(70_000_000n);
      expect((await aside()).map(({ address }) => address).toSorted()).toEqual(blocked.toSorted());
      expect(await treasury.reconciled()).toEqual([]);
    },
    LONG,
  );
});

describe.skipIf(!litecoind)('deposits on a Bitcoin-like node (skipped where litecoind is not installed)', () => {
  it(
    'come to the hot wallet in one transaction, below the threshold not',
    async () => {
      const folder = scratchFolder('sweep-utxo');
      const chain = await startBitcoinChain(litecoind ?? '', `${folder}/node`, await freePort());
      const signer = await startSigner(
        `${folder}/signer`,
        configOf({
          bitcoin: {
            kind: 'utxo',
            network: { bech32: 'bc', pubKeyHash: 0, scriptHash: 5 },
            decimals: 8,
            fees: { transaction: '0.01', day: '1' },
            assets: { BTC: { ...asset, decimals: 8 } },
          },
        }),
        SEED.toString('hex'),
      );
      const stage = await createWatchStage({ ...keys, BITCOIN_NODE_URL: chain.url, SIGNER_SOCKET: signer.socket });
      try {
        const { database } = stage.app;
        const treasury = treasuryOf(stage, signer, utxoNode(chain.url, database), 'bitcoin');
        const hot = (await signer.client.status()).chains[0]?.address ?? '';
        await stage.change({ chain: 'bitcoin', identity: 'regtest' });
        await stage.network({ chain: 'bitcoin', currency: 'BTC', network: 'BTC', confirmations: 2 });
        await stage.watch('bitcoin');
        const btc = stage.app.catalogue.current().currencyByCode('BTC')?.id ?? 0;
        const users = [await stage.user(), await stage.user()];
        const [rich = '', poor = ''] = await Promise.all(users.map((user) => user.address(btc, 'BTC')));
        const confirm = async () => {
          await chain.mine(3);
          await stage.watch('bitcoin');
        };
        await confirm();
        await treasury.reconciled();
        await treasury.agree({ kind: 'sweep', currency: 'BTC', amount: '0.3' });
        for (const amount of ['0.2', '0.15']) await chain.send(rich, amount);
        await chain.send(poor, '0.1');
        await confirm();
        await treasury.decide();
        await treasury.pay(stopAt('signed')).catch(() => undefined);
        await signer.restart();
        for (let n = 0; n < 3; n += 1) {
          await treasury.pay();
          await confirm();
          await treasury.decide();
        }
        await treasury.pay();
        expect(await treasury.moves()).toEqual([{ kind: 'sweep', state: 'done', waits: null, sources: 2 }]);
        expect(await treasury.reconciled()).toEqual([]);
        const { chains } = await treasury.view();
        const of = (role: string) => chains[0]?.holdings.find((each) => each.role === role);
        expect(of('deposit')).toMatchObject({ held: '0.1', moved: '-0.35' });
        expect(Number(of('hot')?.held)).toBeGreaterThan(0.349);
        expect(Number(of('hot')?.held)).toBeLessThan(0.35);
        expect(regtestAddress(hot)).toMatch(/^rltc1/);
        expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
      } finally {
        await stage.app.close();
        await signer.stop();
        await chain.kill();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    LONG,
  );
});
