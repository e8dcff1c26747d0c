import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HDKey } from '@scure/bip32';
import { createPublicClient, createWalletClient, getAddress, type Hex, http, parseAbi } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAnvil, startChain } from '../../../../test/anvil.ts';
import { codeAt, enrolPasskey, setPayPassword } from '../../../../test/factors.ts';
import { killAt } from '../../../../test/kill-at.ts';
import { KILL_TURN, killPoints } from '../../../../test/kill-points.ts';
import { type Approver, createApprovers, payTurn } from '../../../../test/payouts-stage.ts';
import { type Person, signUp } from '../../../../test/people.ts';
import { scratchFolder } from '../../../../test/scratch-folder.ts';
import { type SignerProcess, startSigner } from '../../../../test/signer-process.ts';
import { confirmAgain, signInStaff } from '../../../../test/staff-people.ts';
import { stopAt } from '../../../../test/stop-at.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { auditLedger, houseBalance, userBalance } from '../../../platform/ledger/index.ts';
import { evmNode } from './evm-node.ts';
import { type PayParts, RAISE_AFTER, STEPS, type Step } from './pay.ts';
import { takenInputs } from './store.ts';

const KEY = '314158';
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy';
const program = findAnvil();

/** As the contract of USDT: `transfer` returns nothing. Its owner stops it, so that a transaction fails that was estimated. */
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Token {
  mapping(address => uint256) public balanceOf;
  bool public stopped;
  event Transfer(address indexed from, address indexed to, uint256 value);
  constructor() { balanceOf[msg.sender] = 1e15; }
  function stop(bool to) external { stopped = to; }
  function transfer(address to, uint256 value) external {
    require(!stopped && balanceOf[msg.sender] >= value, "no");
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
  }
}`;
/** A recipient of coins that runs for as long as it is told, and takes them or not: all of it at the sender's cost. */
const GREEDY = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Greedy {
  uint256 public rounds;
  bool public closed;
  uint256 public sum;
  function set(uint256 rounds_, bool closed_) external { rounds = rounds_; closed = closed_; }
  receive() external payable {
    for (uint256 i = 0; i < rounds; i++) sum += i + 1;
    require(!closed);
  }
}`;
const SETTABLE = parseAbi(['function set(uint256, bool)']);
const TOKEN = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address, uint256)',
  'function stop(bool)',
]);

function bytecode(name = 'Token', content = SOURCE): Hex {
  const compiler = createRequire(import.meta.url)('solc') as { compile: (input: string) => string };
  const outputSelection = { '*': { '*': ['evm.bytecode.object'] } };
  const input = {
    language: 'Solidity',
    sources: { 'All.sol': { content } },
    settings: { evmVersion: 'paris', outputSelection },
  };
  const output = JSON.parse(compiler.compile(JSON.stringify(input)));
  return `0x${output.contracts['All.sol'][name].evm.bytecode.object}`;
}

const asset = {
  contract: null as string | null,
  decimals: 18,
  caps: { transaction: '50', hour: '5000', day: '5000' },
  approvalsAbove: '5000',
  whitelistDelay: 0,
};
const xpub = (n: number) => HDKey.fromMasterSeed(Buffer.alloc(32, n)).derive("m/44'/0'/0'").publicExtendedKey;

describe.skipIf(!program)('withdrawals on a real EVM node (skipped where anvil is not installed)', () => {
  const folder = scratchFolder('evm-payouts');
  let chain: Awaited<ReturnType<typeof startChain>>;
  let signer: SignerProcess;
  let app: TestApp;
  let node: Awaited<ReturnType<typeof evmNode>>;
  let token: Hex;
  let wallet: Hex;
  let mara: Approver;
  let odo: Approver;
  let ann: Person & { readonly sign: (asked: object) => Promise<object> };
  beforeAll(async () => {
    chain = await startChain(program ?? '');
    const reader = createPublicClient({ transport: http(chain.url), cacheTime: 0, pollingInterval: 10 });
    const hash = await chain.wallet.deployContract({ abi: TOKEN, bytecode: bytecode(), chain: null });
    await chain.mine();
    token = (await reader.getTransactionReceipt({ hash })).contractAddress ?? '0x';
    const approvers = await createApprovers();
    signer = await startSigner(folder, {
      ...approvers.config,
      chains: {
        ethereum: {
          kind: 'evm',
          chainId: 31_337,
          decimals: 18,
          fees: { transaction: '0.05', day: '10' },
          assets: { ETH: { ...asset, approvalsAbove: '0.5' }, USDT: { ...asset, contract: token, decimals: 6 } },
        },
      },
    });
    wallet = (await signer.client.status()).chains[0]?.address as Hex;
    await chain.wallet.sendTransaction({ to: wallet, value: 10n ** 20n, chain: null });
    await chain.wallet.writeContract({
      address: token,
      abi: TOKEN,
      functionName: 'transfer',
      args: [wallet, 10n ** 12n],
      chain: null,
    });
    await chain.mine();
    app = await createTestApp({
      SIGNER_SOCKET: signer.socket,
      ETHEREUM_NODE_URL: chain.url,
      DEPOSIT_XPUB_BITCOIN: xpub(1),
      DEPOSIT_XPUB_ETHEREUM: xpub(2),
      DEPOSIT_XPUB_TRON: xpub(3),
    });
    node = await evmNode(chain.url, app.database);
    await app.database.query(`update chain set identity = '31337', finality = 'confirmations' where name = 'ethereum'`);
    await app.database.query(`update chain_token set contract = $1 where chain = 'ethereum' and currency = 'USDT'`, [
      token,
    ]);
    await app.database.query(`update deposit_network set confirmations = 3 where chain = 'ethereum'`);
    ({ mara, odo } = await approvers.join(app));
    const person = await signUp(app, { level: 1, funds: { change: { ETH: '100', USDT: '100000' } } });
    await setPayPassword(app, person, KEY);
    const { device, id } = await enrolPasskey(app, person);
    await app.database.query('update passkey set counter = 0 where id = $1', [id]);
    prices();
    ann = {
      ...person,
      async sign(asked) {
        const { approval } = await app.ok('POST /wallet/out/begin', asked as Record<string, unknown>, person);
        device.counter = -1;
        return { passkey: device.sign(approval.passkey ?? '') };
      },
    };
  });
  const prices = () => {
    app.feed.setPrice('BTC/USDT', '50000');
    app.feed.setPrice('ETH/USDT', '2500');
  };
  beforeEach(() => prices());
  afterAll(async () => {
    const audit = app && (await auditLedger(app.database));
    await app?.close();
    await signer?.stop();
    await chain?.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(audit).toEqual({ unbalanced: [], wrongBalances: [] });
  });

  type Asked = { readonly currency?: 'ETH' | 'USDT'; readonly number?: string; readonly address?: string };
  /** An approved withdrawal of 2 USDT, or 0.02 ETH, that arrive. */
  async function approved({ currency = 'USDT', number, address = TO }: Asked = {}): Promise<string> {
    const [id, fee, amount] = currency === 'USDT' ? [3, '5', '22'] : [2, '0.001', '0.021'];
    const asked = { currency_id: id, number: number ?? amount, fee, address, network: 'ERC20' };
    const proof = await ann.sign(asked);
    const options = { ...ann, idempotencyKey: randomBytes(12).toString('hex') };
    const made = await app.ok('POST /wallet/out', { ...asked, key: KEY, ...proof }, options);
    await confirmAgain(app, mara);
    await app.ok('POST /staff/queue/approve', { queue: 'withdrawal', id: made.id }, mara);
    return made.id;
  }
  const turn = (changes?: Partial<PayParts>) => payTurn({ app, signer, node, chain: 'ethereum' }, changes);
  const stateOf = (id: string) => app.ok('GET /user/withdraw/detail', { id }, ann);
  const received = () =>
    createPublicClient({ transport: http(chain.url) }).readContract({
      address: token,
      abi: TOKEN,
      functionName: 'balanceOf',
      args: [TO],
    });
  const sentBy = () => createPublicClient({ transport: http(chain.url) }).getTransactionCount({ address: wallet });
  async function through(turns = 3): Promise<void> {
    for (let n = 0; n < turns; n++) {
      await turn();
      await chain.mine(3);
    }
    await turn();
  }

  it('are signed, sent and final: the coin, and a token whose transfer returns nothing', async () => {
    const house = async () => [
      await houseBalance(app.database, 'withdrawals', 'USDT'),
      await houseBalance(app.database, 'fees', 'USDT'),
    ];
    const [before, nonce] = [await received(), await sentBy()];
    const balances = await house();
    const heard: unknown[] = [];
    const deaf = app.accountEvents.listen((userId, event) => userId === ann.id && heard.push(event));
    const [coin, usdt] = [await approved({ currency: 'ETH' }), await approved()];
    expect(await stateOf(usdt)).toMatchObject({ status: 'approved', txid: null });
    // Staff do not pay what the signer pays.
    const { list } = await app.ok('GET /staff/queue/list', { queue: 'payout', status: 'pending' }, mara);
    expect(list).toEqual([]);
    const byHand = { queue: 'payout', id: usdt, txid: 'a'.repeat(64) };
    expect(await app.rejection('POST /staff/queue/approve', byHand, mara)).toMatchObject({ error: 'not_found' });
    expect(
      await app.rejection('POST /staff/queue/reject', { queue: 'payout', id: usdt, reason: 'No' }, mara),
    ).toMatchObject({ error: 'not_found' });
    await turn();
    const sent = await stateOf(usdt);
    expect(sent).toMatchObject({ status: 'sent', txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await chain.mine();
    await turn();
    expect(heard).toContainEqual({ kind: 'withdrawal', id: usdt, status: 'sent' });
    await chain.mine(2);
    await turn();
    for (const id of [coin, usdt]) expect(await stateOf(id)).toMatchObject({ status: 'final' });
    deaf();
    expect((await received()) - before).toBe(17_000_000n);
    expect(await sentBy()).toBe(nonce + 2);
    const after = await house();
    expect(after.map((amount, n) => Number(amount) - Number(balances[n]))).toEqual([17, 5]);
    await turn();
    expect(await sentBy()).toBe(nonce + 2);
  });

  /** A turn in a process of its own, which is killed at the step; it has to come there. */
  async function killedAt(step: Step): Promise<void> {
    const { connection } = app.database;
    const parts = { connection, socket: signer.socket, nodeUrl: chain.url, now: app.now(), step };
    const killed = await killAt(parts);
    expect(killed, step).toBe('SIGKILL');
  }

  const moments = killPoints(
    'evm',
    STEPS.filter((each) => !each.startsWith('raise')),
  );
  it(`are paid exactly once, wherever backend and signer are killed (kill -9) or the node forgets${KILL_TURN}`, async () => {
    for (const step of moments) {
      const [before, nonce] = [await received(), await sentBy()];
      const inBlocks = step === 'found' || step === 'finished';
      const ids = [await approved()];
      if (inBlocks) {
        await turn();
        await chain.mine(3);
      }
      await killedAt(step);
      ids.push(await approved());
      // The same step of the next turn: the backend lives on, and the signer is gone.
      let gone = false;
      await turn({
        async reached(at) {
          if (at === step) await signer.kill();
          gone ||= at === step;
        },
      });
      // What the killed backend had ended is not found again.
      expect(gone, step).toBe(step !== 'finished');
      await signer.restart();
      // A node that was killed has lost what no block holds.
      await chain.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never });
      await through();
      for (const id of ids) expect(await stateOf(id), step).toMatchObject({ status: 'final' });
      expect((await received()) - before, step).toBe(34_000_000n);
      expect(await sentBy(), step).toBe(nonce + 2);
    }
  });

  it.each([...killPoints('evm, raised', ['raised', 'raise_stored'] as const), null])(
    'that no block takes are replaced with the same nonce and a higher fee, also where it stops at %s',
    async (step) => {
      const [before, nonce] = [await received(), await sentBy()];
      const id = await approved();
      await turn();
      const first = await stateOf(id);
      await turn();
      expect(await stateOf(id)).toMatchObject({ txid: first.txid });
      app.advance(RAISE_AFTER);
      prices();
      if (step) {
        await killedAt(step);
        await signer.restart();
      }
      await turn();
      await through();
      const paid = await stateOf(id);
      expect(paid).toMatchObject({ status: 'final', txid: expect.not.stringMatching(first.txid ?? '') });
      expect((await received()) - before).toBe(17_000_000n);
      expect(await sentBy()).toBe(nonce + 1);
      const raises = await app.database.query<{ fee: string }>(
        `select v.fee from chain_transaction_version v join chain_payout p using (transaction_id)
          where p.withdrawal_id = $1 order by v.fee`,
        [id],
      );
      expect(raises).toHaveLength(2);
      expect(Number(raises[1]?.fee)).toBeGreaterThan(Number(raises[0]?.fee) * 1.1);
    },
  );

  it('are found by each version that the signer knows, as where this database is an older copy', async () => {
    const [before, nonce] = [await received(), await sentBy()];
    // Of one the copy has no version, of the other the first.
    for (const step of ['signed', null] as const) {
      const id = await approved();
      await turn(step ? stopAt(step) : {});
      await chain.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never });
      const [first] = await signer.client.known([`withdrawal:${id}`]);
      const [payment] = first?.payments ?? [];
      if (first?.spend.kind !== 'evm' || !payment) throw new Error('it was not signed');
      const { spend } = first;
      const raised = (times: bigint) =>
        signer.client.sign({
          chain: 'ethereum',
          payments: [{ ...payment, contract: token, decimals: 6, approvals: [] }],
          spend: {
            ...spend,
            maxFee: String(BigInt(spend.maxFee) * times),
            priorityFee: String(BigInt(spend.priorityFee) * times),
          },
        });
      const mined = await raised(2n);
      await raised(3n);
      await node.send(mined.raw);
      await chain.mine(4);
      await through();
      expect(await stateOf(id), String(step)).toMatchObject({ status: 'final', txid: mined.txid });
    }
    expect((await received()) - before).toBe(34_000_000n);
    expect(await sentBy()).toBe(nonce + 2);
  });

  it('are paid once by two nodes at once, and followed through a re-organisation', async () => {
    const [before, nonce] = [await received(), await sentBy()];
    const ids = [await approved(), await approved(), await approved()];
    await Promise.allSettled([turn(), turn(), turn()]);
    await turn();
    await chain.mine();
    await turn();
    const [mined] = await app.database.query<{ confirmations: number }>(
      `select t.confirmations from chain_transaction t join chain_payout p on p.transaction_id = t.id
        where p.withdrawal_id = $1`,
      [ids[0]],
    );
    expect(mined).toEqual({ confirmations: 1 });
    await chain.node.request({ method: 'anvil_reorg' as never, params: [1, []] as never });
    await turn();
    expect(await stateOf(ids[0] ?? '')).toMatchObject({ status: 'sent' });
    await through();
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ status: 'final' });
    expect((await received()) - before).toBe(51_000_000n);
    expect(await sentBy()).toBe(nonce + 3);
  });

  it('that the chain rejects give amount and fee back; those that it would reject are not signed', async () => {
    const stop = async (to: boolean) => {
      await chain.wallet.writeContract({ address: token, abi: TOKEN, functionName: 'stop', args: [to], chain: null });
      await chain.mine();
    };
    const held = () => userBalance(app.database, ann.id, 'change', 'USDT');
    const before = await held();
    const id = await approved();
    await turn();
    await chain.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never });
    await stop(true);
    const later = await approved();
    await through();
    expect(await stateOf(id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('rejected') });
    expect(Number(before) - Number(await held())).toBe(22);
    const waiting = () => app.database.query('select waits from chain_payout where withdrawal_id = $1', [later]);
    expect(await waiting()).toEqual([{ waits: 'node_refuses' }]);
    await stop(false);
    await through();
    expect(await stateOf(later)).toMatchObject({ status: 'final' });
  });

  it('of a token do not fail where its recipient gives away what they have of it before the block', async () => {
    const poor: Hex = getAddress(`0x${randomBytes(20).toString('hex')}`);
    const give = { address: token, abi: TOKEN, functionName: 'transfer', chain: null } as const;
    await chain.wallet.writeContract({ ...give, args: [poor, 1n] });
    await chain.node.setBalance({ address: poor, value: 10n ** 18n });
    await chain.mine();
    const id = await approved({ address: poor });
    await turn();
    await chain.node.impersonateAccount({ address: poor });
    const first = { maxPriorityFeePerGas: 50_000_000_000n, maxFeePerGas: 100_000_000_000n };
    const from = createWalletClient({ account: poor, transport: http(chain.url) });
    await from.writeContract({ ...give, ...first, args: [wallet, 1n] });
    await through();
    expect(await stateOf(id)).toMatchObject({ status: 'final' });
  });

  it('of coins run little code of their recipient, and what that rejects is not given back by itself', async () => {
    const reader = createPublicClient({ transport: http(chain.url) });
    const hash = await chain.wallet.deployContract({
      abi: SETTABLE,
      bytecode: bytecode('Greedy', GREEDY),
      chain: null,
    });
    await chain.mine();
    const address = getAddress((await reader.getTransactionReceipt({ hash })).contractAddress ?? '0x');
    const set = async (rounds: bigint, closed: boolean) => {
      const args = [rounds, closed] as const;
      await chain.wallet.writeContract({ address, abi: SETTABLE, functionName: 'set', args, chain: null });
      await chain.mine();
    };
    const waiting = async (id: string) =>
      (await app.database.query('select state, waits from chain_payout where withdrawal_id = $1', [id]))[0];

    // A wallet that is a contract is paid.
    const fair = await approved({ currency: 'ETH', address });
    await through();
    expect(await stateOf(fair)).toMatchObject({ status: 'final' });

    // 3 million gas of its own work, some times the fee of the withdrawal.
    await set(6_000n, false);
    const spent = await sentBy();
    const greedy = await approved({ currency: 'ETH', address });
    await through();
    expect(await waiting(greedy)).toEqual({ state: 'ordered', waits: 'gas_too_high' });
    expect(await sentBy()).toBe(spent);
    await app.ok('POST /staff/payout/release', { id: greedy, reason: 'gas' }, mara);

    // It takes coins when it is asked, and not when they arrive.
    await set(0n, false);
    const id = await approved({ currency: 'ETH', address });
    await turn();
    await chain.node.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never });
    await set(0n, true);
    const before = await userBalance(app.database, ann.id, 'change', 'ETH');
    await through();
    expect(await waiting(id)).toEqual({ state: 'returned', waits: 'recipient_rejects' });
    expect(await stateOf(id)).toMatchObject({ status: 'sent' });
    expect(await userBalance(app.database, ann.id, 'change', 'ETH')).toBe(before);
    // Staff give it back.
    await confirmAgain(app, mara);
    await app.ok('POST /staff/queue/reject', { queue: 'payout_final', id, reason: 'Rejected by the recipient' }, mara);
    expect(await stateOf(id)).toMatchObject({ status: 'failed' });
  });

  it('above the limit wait for the passkeys of two members, which the signer judges', async () => {
    const nonce = await sentBy();
    const id = await approved({ currency: 'ETH', number: '0.601' });
    await turn();
    const { list, signer: status } = await app.ok('GET /staff/payouts', {}, mara);
    expect(list).toMatchObject([{ id, state: 'ordered', waits: 'approvals_missing', amount: '0.6', approvals: [] }]);
    expect(status).toMatchObject({
      configured: true,
      reached: true,
      wallets: [{ chain: 'ethereum', address: wallet }],
    });
    const reader = await signInStaff(app, 'support');
    for (const call of ['GET /staff/payouts', 'POST /staff/payout/approve/begin'] as const) {
      expect(await app.rejection(call, { id }, reader)).toMatchObject({ error: 'forbidden' });
    }
    const approve = async (member: Approver, changes: object = {}, { device } = member) => {
      const { options } = await app.ok('POST /staff/payout/approve/begin', { id }, member);
      const passkey = device.sign(JSON.stringify({ ...JSON.parse(options), ...changes }));
      return app.call('POST /staff/payout/approve', { id, passkey }, member);
    };
    await signer.kill();
    expect(await app.rejection('POST /staff/payout/approve/begin', { id }, mara)).toMatchObject({
      error: 'signer_unreachable',
    });
    await signer.restart();
    expect(await approve(mara)).toMatchObject({ message: { approvals: 1 } });
    expect(await approve(mara)).toMatchObject({ message: { approvals: 1 } });
    // Another member's passkey, and one over something else.
    expect(await approve(odo, {}, mara)).toMatchObject({ error: 'passkey_wrong' });
    expect(await approve(odo, { challenge: 'b3RoZXI' })).toMatchObject({ error: 'passkey_wrong' });
    await turn();
    expect(await sentBy()).toBe(nonce);
    // A stolen backend that writes an approval for a member into the database: the signer looks at the signature.
    await app.database.query(
      `insert into chain_payout_approval (withdrawal_id, attempt, staff_id, assertion, at)
       select withdrawal_id, attempt, $2, replace(assertion, $3, $4), at from chain_payout_approval where withdrawal_id = $1`,
      [id, odo.id, mara.device.id, odo.device.id],
    );
    await through(1);
    expect(await sentBy()).toBe(nonce);
    expect(await approve(odo)).toMatchObject({ message: { approvals: 2 } });
    await through();
    expect(await stateOf(id)).toMatchObject({ status: 'final' });
    expect(await sentBy()).toBe(nonce + 1);
  });

  it('below the limit leave without staff, also where they are asked at once; what the signer does not pay never', async () => {
    const limit = (usdt: string) =>
      app.database.query(`update setting set value = $1 where keyword = 'withdrawal_automatic'`, [usdt]);
    const [before, nonce] = [await received(), await sentBy()];
    await limit('50');
    const request = async (asked: Record<string, unknown>) => {
      const proof = await ann.sign(asked);
      const options = { ...ann, idempotencyKey: randomBytes(12).toString('hex') };
      return () => app.ok('POST /wallet/out', { ...asked, key: KEY, ...proof }, options);
    };
    const tron = { currency_id: 3, number: '10', fee: '1', network: 'TRC20', address: TRON };
    expect(await (await request(tron))()).toMatchObject({ status: 'requested' });
    const usdt = { currency_id: 3, number: '22', fee: '5', network: 'ERC20', address: TO };
    const requests = [await request(usdt), await request(usdt), await request(usdt)];
    const made = await Promise.all(requests.map((send) => send()));
    expect(made.map(({ status }) => status).toSorted()).toEqual(['approved', 'approved', 'requested']);
    await limit('0');
    expect(await (await request({ ...usdt, number: '21' }))()).toMatchObject({ status: 'requested' });
    await through();
    const ends = await Promise.all(made.map(({ id }) => stateOf(id)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['final', 'final', 'requested']);
    expect((await received()) - before).toBe(34_000_000n);
    expect(await sentBy()).toBe(nonce + 2);
  });

  it('wait while the account is frozen, above a cap, on a halted chain, on another network or with an empty wallet', async () => {
    const nonce = await sentBy();
    const id = await approved();
    const reason = async () =>
      (await app.database.query<{ waits: string }>('select waits from chain_payout where withdrawal_id = $1', [id]))[0]
        ?.waits;
    const during = async (change: string, undo: string) => {
      await app.database.query(change);
      await turn();
      await app.database.query(undo);
      expect(await sentBy()).toBe(nonce);
      return reason();
    };
    const user = `update user_account set frozen_at = %s where id = ${ann.id}`;
    expect(await during(user.replace('%s', 'now()'), user.replace('%s', 'null'))).toBe('account_frozen');
    const owes = `with gone as (
        insert into chain_deposit (chain, txid, part, user_id, address, currency, network, decimals, units, amount, state,
                                   credits, seen_at, credited_at)
        values ('ethereum', repeat('ab', 32), 'log-0', ${ann.id}, 'x', 'USDT', 'ERC20', 6, 1000000, 1, 'reversed', 1, now(),
                now()) returning id)
      insert into deposit_debt (deposit_id, credit, user_id, currency, amount, created_at)
      select id, 1, ${ann.id}, 'USDT', '1', now() from gone`;
    expect(await during(owes, `update deposit_debt set covered = amount where user_id = ${ann.id}`)).toBe(
      'deposit_owed',
    );
    const chainSet = (what: string) => `update chain set ${what} where name = 'ethereum'`;
    await during(chainSet('withdrawals_halted = true'), chainSet('withdrawals_halted = false'));
    await during(chainSet(`identity = '1'`), chainSet(`identity = '31337'`));
    expect(await during(chainSet('fee_ceiling = 1'), chainSet('fee_ceiling = 200000000000'))).toBe('fee_ceiling');
    const large = await approved({ number: '60' });
    await turn();
    expect(
      await app.database.query('select waits, detail from chain_payout where withdrawal_id = $1', [large]),
    ).toEqual([{ waits: 'over_transaction_cap', detail: `withdrawal:${large}` }]);
    await through();
    expect(await stateOf(id)).toMatchObject({ status: 'final' });
    // What was never signed is paid by hand; what was signed is not.
    await app.ok('POST /staff/confirm', { totp: codeAt(mara.secret, app.now()) }, mara);
    const release = (of: string) => app.call('POST /staff/payout/release', { id: of, reason: 'By hand' }, mara);
    expect(await release(id)).toMatchObject({ error: 'not_found' });
    expect(await release(large)).toMatchObject({ message: { state: 'returned' } });
    await turn();
    await app.ok('POST /staff/queue/approve', { queue: 'payout', id: large, txid: 'a'.repeat(64) }, mara);
    expect(await stateOf(large)).toMatchObject({ status: 'sent' });
    const late = await approved();
    await turn(stopAt('signed'));
    expect(await release(late)).toMatchObject({ error: 'already_reviewed' });
    await through();
    expect(await stateOf(late)).toMatchObject({ status: 'final' });
    // Payments of such a chain take nonces, no outputs.
    expect(await takenInputs(app.database, 'ethereum')).toEqual(new Set());
  });
});
