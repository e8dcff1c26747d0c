import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadOf } from '../../../../test/staff-people.ts';
import { createWatchStage, startFalseNode, type WatchStage } from '../../../../test/watch-stage.ts';
import { CONTRACTS, compileContract } from '../../../../tools/chains/compile.ts';
import { startEvmChain } from '../../../../tools/chains/local-chains.ts';
import { findAnvil } from '../../../../tools/chains/programs.ts';
import { tronAddress, tronHex } from '../../../platform/chains/tron-address.ts';
import { auditLedger, houseBalance } from '../../../platform/ledger/index.ts';

const anvil = findAnvil();
const ETHER = 10n ** 18n;
const USDT = { id: 3, network: 'ERC20' };

it.each(CONTRACTS)('the committed contract $name is compiled from its source', (contract) => {
  expect(readFileSync(contract.artefact, 'utf8')).toBe(compileContract(contract));
});

describe.skipIf(!anvil)('the watcher of an EVM chain', () => {
  let chain: Awaited<ReturnType<typeof startEvmChain>>;
  let node: Awaited<ReturnType<typeof startFalseNode>>;
  let stage: WatchStage;
  let token: `0x${string}`;
  let ethId: number;

  beforeAll(async () => {
    chain = await startEvmChain(anvil ?? '', ['--no-mining']);
    token = await chain.deployToken();
    await chain.mine(3);
    node = await startFalseNode(chain.url);
    stage = await createWatchStage({
      ETHEREUM_NODE_URL: node.url,
      ETHEREUM_NODE_TRACES: '1',
      TRON_NODE_URL: chain.url,
    });
    ethId = stage.app.catalogue.current().currencyByCode('ETH')?.id ?? 0;
    for (const network of ['USDT', 'ETH']) {
      await stage.network({ chain: 'ethereum', currency: network, network: 'ERC20', confirmations: 3 });
    }
    await stage.token({ chain: 'ethereum', currency: 'USDT', contract: token, decimals: 6 });
  });
  afterAll(async () => {
    await node?.stop();
    await chain?.stop();
    expect(await auditLedger(stage.app.database)).toEqual({ unbalanced: [], wrongBalances: [] });
    await stage.app.close();
  });

  it('waits for the right chain, and says so', async () => {
    expect(await stage.watch('ethereum')).toMatchObject({
      paused: 'wrong_chain',
      detail: expect.stringContaining('31337'),
    });
    await stage.change({ chain: 'ethereum', identity: '31337' });
    expect(await stage.watch('ethereum')).toMatchObject({ paused: null });
  });

  it('shows a deposit with its confirmations, and credits it once when it is final', async () => {
    const user = await stage.user();
    const to = await user.address(USDT.id, USDT.network);
    await chain.sendToken(token, to, 120_500_000n);
    await chain.sendCoins(to, ETHER / 2n + 1n);
    // From a contract, as an internal transfer, with the token in the same transaction.
    await chain.scatter(token, [to, to], 30_000_000n, ETHER);
    await chain.mine();
    await stage.watch('ethereum');
    expect(await user.onChain()).toEqual(
      expect.arrayContaining(['120.5 USDT pending 1/3', '0.5 ETH pending 1/3', '30 USDT pending 1/3']),
    );
    expect(await user.available('USDT')).toBe('0');
    await chain.mine();
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('0');
    await chain.mine();
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('180.5');
    expect(await user.available('ETH')).toBe('1.5');
    const credits = ['0.5 ETH', '0.5 ETH', '0.5 ETH', '120.5 USDT', '30 USDT', '30 USDT'].map(
      (each) => `Deposit credited: ${each}`,
    );
    expect(await user.told()).toEqual({ messages: credits, mails: credits });
    // Read again from the start, by another node: nothing is credited twice.
    await stage.rescan('ethereum', 1);
    await stage.takeOver();
    await chain.mine();
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('180.5');
    expect((await user.onChain()).every((line) => line.endsWith('credited 3/3'))).toBe(true);
    expect(await user.told()).toEqual({ messages: credits, mails: credits });
    const [journal] = await stage.app.database.query<{ ref: string }>(
      `select ref from journal where kind = 'deposit' and ref like 'ethereum:%' order by id limit 1`,
    );
    expect(journal?.ref).toMatch(/^ethereum:[0-9a-f]{64}:/);
  });

  it('lists for treasury what is too little, unknown, or failed', async () => {
    const user = await stage.user();
    const to = await user.address(USDT.id, USDT.network);
    const other = await chain.deployToken();
    await chain.sendToken(token, to, 19_999_999n);
    await chain.sendToken(other, to, 70n);
    await chain.sendCoins(to, 1n);
    await chain.mine(3);
    await stage.watch('ethereum');
    const listed = (await stage.listed('ignored')).filter(({ uid }) => uid === user.uid);
    expect(listed.map(({ ignored_as, units }) => `${ignored_as} ${units}`).sort()).toEqual([
      'below_minimum 19999999',
      'dust 1',
      'unknown_token 70',
    ]);
    expect(await user.onChain()).toEqual(['19.999999 USDT below_minimum 3/3']);
    // A token that is listed later is credited by reading its block again.
    await stage.network({ chain: 'ethereum', currency: 'USDT', network: 'ERC20', min_deposit: '19' });
    await stage.rescan('ethereum', 1);
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('19.999999');
    await stage.network({ chain: 'ethereum', currency: 'USDT', network: 'ERC20', min_deposit: '20' });
  });

  it('credits nothing while the chain or the network is halted', async () => {
    const user = await stage.user();
    await chain.sendToken(token, await user.address(USDT.id, USDT.network), 50_000_000n);
    await stage.change({ chain: 'ethereum', deposits_halted: true });
    await chain.mine(4);
    await stage.watch('ethereum');
    expect(await user.onChain()).toEqual(['50 USDT pending 3/3']);
    await stage.change({ chain: 'ethereum', deposits_halted: false });
    await stage.network({ chain: 'ethereum', currency: 'USDT', network: 'ERC20', deposits_open: false });
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('0');
    await stage.network({ chain: 'ethereum', currency: 'USDT', network: 'ERC20', deposits_open: true });
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('50');
  });

  it('and staff together credit a transaction once, whichever comes first', async () => {
    const user = await stage.user();
    const to = await user.address(USDT.id, USDT.network);
    const claim = async (hash: string) =>
      stage.app.call(
        'POST /wallet/charge_req',
        {
          currency: USDT.id,
          type: USDT.network,
          amount: '40',
          txid: hash,
          voucher: await uploadOf(stage.app, user.id),
        },
        { token: user.token, idempotencyKey: `claim-${hash}` },
      );
    const first = await chain.sendToken(token, to, 40_000_000n);
    const second = await chain.sendToken(token, to, 40_000_000n);
    await chain.mine();
    const claimed = await claim(first);
    if (claimed.type !== 'ok') throw new Error(claimed.error);
    const reviewer = stage.app.ports.queues().find(({ name }) => name === 'deposit');
    const [member] = await stage.app.database.query<{ id: string }>('select id from staff_member limit 1');
    await stage.app.database.transaction(async (tx) =>
      reviewer?.approve(tx, claimed.message.id, {
        reviewerId: member?.id ?? '',
        at: stage.app.now(),
        demonstration: false,
      } as Parameters<typeof reviewer.approve>[2]),
    );
    await chain.mine(3);
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('80');
    expect((await stage.listed('claimed')).map(({ txid }) => `0x${txid}`)).toContain(first);
    expect(await claim(second)).toMatchObject({ error: 'txid_used' });
  });

  it('follows a re-organisation of 20 blocks; what staff accept is reversed visibly and blocks withdrawals', async () => {
    await stage.change({ chain: 'ethereum', finality: 'confirmations' });
    const [kept, spent] = [await stage.user(), await stage.user()];
    for (const user of [kept, spent]) {
      await chain.sendToken(token, await user.address(USDT.id, USDT.network), 100_000_000n);
    }
    await chain.mine(20);
    await stage.watch('ethereum');
    expect(await kept.available('USDT')).toBe('100');
    const { fund } = await import('../../../../test/people.ts');
    await fund(stage.app, spent.id, 'change', 'USDT', '-70');
    const keeps = () => stage.app.database.transaction((tx) => stage.app.ports.keepsMoney(tx, spent.id));
    await keeps();
    await chain.client.request({ method: 'anvil_reorg', params: [20, []] } as never);
    await chain.mine();
    await stage.watch('ethereum');
    expect(await kept.available('USDT')).toBe('0');
    expect(await spent.available('USDT')).toBe('0');
    expect(await kept.onChain()).toEqual(['100 USDT reversed 0/3']);
    expect(await houseBalance(stage.app.database, 'orphaned', 'USDT')).toBe('-70');
    await expect(keeps()).rejects.toThrow('deposit_owed');
    await fund(stage.app, spent.id, 'change', 'USDT', '75');
    await stage.cover();
    await keeps();
    expect(await spent.available('USDT')).toBe('5');
    expect(await houseBalance(stage.app.database, 'orphaned', 'USDT')).toBe('0');
    // A block holds it again: credited once more, under a reference of its own.
    await chain.sendToken(token, await kept.address(USDT.id, USDT.network), 25_000_000n);
    await chain.mine(3);
    await stage.watch('ethereum');
    expect(await kept.available('USDT')).toBe('25');
    await stage.change({ chain: 'ethereum', finality: 'finalized' });
  });

  describe('where a transaction does something else in another block, as a contract may that reads the block', () => {
    const reorg = (blocks: number) => chain.client.request({ method: 'anvil_reorg', params: [blocks, []] } as never);
    /** The node shows what one transaction did as the doing of another. */
    const showAs = (did: string, shown: string) =>
      node.say(({ method }, reply) =>
        method === 'eth_getLogs'
          ? {
              ...reply,
              result: (reply.result as { transactionHash: string }[]).map((log) =>
                log.transactionHash === did ? { ...log, transactionHash: shown } : log,
              ),
            }
          : reply,
      );
    beforeAll(() => stage.change({ chain: 'ethereum', finality: 'confirmations' }));
    afterAll(async () => {
      node.say();
      await stage.change({ chain: 'ethereum', finality: 'finalized' });
    });

    it('credits whom the block pays, and nothing to whom the former block paid at the same position', async () => {
      const [thief, victim] = [await stage.user(), await stage.user()];
      const first = await chain.sendToken(token, await thief.address(USDT.id, USDT.network), 30_000_000n);
      await chain.mine();
      await stage.watch('ethereum');
      expect(await thief.onChain()).toEqual(['30 USDT pending 1/3']);
      await reorg(1);
      const to = await victim.address(USDT.id, USDT.network);
      showAs(await chain.sendToken(token, to, 500_000_000n), first);
      await chain.mine(4);
      await stage.watch('ethereum');
      expect([await thief.available('USDT'), await victim.available('USDT')]).toEqual(['0', '500']);
      expect([await thief.onChain(), await victim.onChain()]).toEqual([[], ['500 USDT credited 3/3']]);
      const [row] = await stage.app.database.query(
        'select user_id, address, units from chain_deposit where txid = $1',
        [first.slice(2)],
      );
      expect(row).toEqual({ user_id: victim.id, address: to, units: '500000000' });
    });

    it('takes back a credit of which less is left, and credits what is left', async () => {
      const user = await stage.user();
      const to = await user.address(USDT.id, USDT.network);
      const first = await chain.sendToken(token, to, 400_000_000n);
      await chain.mine(6);
      await stage.watch('ethereum');
      expect(await user.available('USDT')).toBe('400');
      await reorg(6);
      showAs(await chain.sendToken(token, to, 21_000_000n), first);
      await chain.mine(4);
      await stage.watch('ethereum');
      expect(await user.available('USDT')).toBe('21');
      // Read again, nothing changes.
      const { watch } = (await stage.chain('ethereum')) ?? {};
      await stage.rescan('ethereum', (watch?.height ?? 0) - 8);
      await stage.watch('ethereum');
      expect(await user.available('USDT')).toBe('21');
      expect((await user.onChain()).toSorted()).toEqual(['21 USDT credited 3/3', '400 USDT reversed 0/3']);
    });
  });

  it('does not follow a node that takes back what it called final, until staff let it', async () => {
    const user = await stage.user();
    await chain.sendToken(token, await user.address(USDT.id, USDT.network), 60_000_000n);
    await chain.mine(6);
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('60');
    await chain.client.request({ method: 'anvil_reorg', params: [6, []] } as never);
    await chain.mine();
    expect(await stage.watch('ethereum')).toMatchObject({ paused: 'finality_broken' });
    expect(await user.available('USDT')).toBe('60');
    const { watch } = (await stage.chain('ethereum')) ?? {};
    await stage.rescan('ethereum', (watch?.height ?? 0) - 8);
    expect(await stage.watch('ethereum')).toMatchObject({ paused: null });
    expect(await user.available('USDT')).toBe('0');
  });

  it.each([
    [
      'names a height that it does not have',
      'blocks_missing',
      (reply: { number: string }) => ({ ...reply, number: '0xffffff' }),
      'latest',
    ],
    [
      'calls blocks final that are not there',
      'inconsistent',
      (reply: { number: string }) => ({ ...reply, number: '0xffffff' }),
      'finalized',
    ],
    ['goes back in time', 'behind', (reply: { number: string }) => ({ ...reply, number: '0x1' }), 'latest'],
  ])('pauses where a node %s', async (_, paused, lie, tag) => {
    const user = await stage.user();
    await chain.sendToken(token, await user.address(USDT.id, USDT.network), 21_000_000n);
    await chain.mine();
    await stage.watch('ethereum');
    node.say(({ method, params }, reply) =>
      method === 'eth_getBlockByNumber' && params?.[0] === tag
        ? { ...reply, result: lie(reply.result as { number: string }) }
        : reply,
    );
    expect(await stage.watch('ethereum')).toMatchObject({ paused });
    expect(await user.available('USDT')).toBe('0');
    node.say();
    await chain.mine(3);
    expect(await stage.watch('ethereum')).toMatchObject({ paused: null });
    expect(await user.available('USDT')).toBe('21');
  });

  it('pauses where a node hangs or has failed, and reads on where it stopped', async () => {
    const user = await stage.user();
    await chain.sendToken(token, await user.address(USDT.id, USDT.network), 22_000_000n);
    await chain.mine(4);
    // In the middle of a block, as if the process had died there.
    node.say(({ method }, reply) => (method === 'eth_getLogs' ? 'hang' : reply));
    expect(await stage.watch('ethereum')).toMatchObject({ paused: 'unreachable' });
    node.say((_, reply) => ({ id: reply.id, error: { code: -32000, message: 'header not found' } }));
    expect(await stage.watch('ethereum')).toMatchObject({ paused: 'failed', detail: 'the node: header not found' });
    node.say();
    await stage.takeOver();
    expect(await stage.watch('ethereum')).toMatchObject({ paused: null });
    expect(await user.available('USDT')).toBe('22');
  });

  it('reads TRC-20 transfers of TRON by the same logs', async () => {
    await stage.change({ chain: 'tron', identity: '31337' });
    await stage.token({ chain: 'tron', currency: 'USDT', contract: tronAddress(token), decimals: 6 });
    await stage.network({ chain: 'tron', currency: 'USDT', network: 'TRC20', confirmations: 2 });
    const user = await stage.user();
    const to = await user.address(USDT.id, 'TRC20');
    await stage.watch('tron');
    await chain.sendToken(token, tronHex(to), 33_000_000n);
    await chain.mine(3);
    await stage.watch('tron');
    expect(await user.available('USDT')).toBe('33');
    expect(await user.onChain()).toEqual(['33 USDT credited 2/2']);
  });

  it('credits 1,000 deposits of a block in a few statements', async () => {
    const user = await stage.user();
    const to = await user.address(ethId, 'ERC20');
    for (let times = 0; times < 5; times += 1) {
      await chain.scatter(
        token,
        Array.from({ length: 200 }, () => to),
        20_000_000n,
      );
    }
    await chain.mine(4);
    await stage.watch('ethereum');
    expect(await user.available('USDT')).toBe('20000');
  });
});
