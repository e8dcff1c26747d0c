import { createHash, randomUUID } from 'node:crypto';
import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAnvil, SIGNER_KEY, startChain } from '../../../../test/anvil.ts';
import { enrolPasskey } from '../../../../test/factors.ts';
import { jobRun } from '../../../../test/job-run.ts';
import { DAY, HOUR, KEY, type NftStage, nftStage } from '../../../../test/nft-stage.ts';
import type { Person } from '../../../../test/people.ts';
import { signInStaff } from '../../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { readSettings } from '../../../platform/settings.ts';
import { artefact, type ChainClient, openChain } from './client.ts';
import { makeMetadata, metadataOf } from './metadata.ts';
import { mintDue, REPLACE_AFTER } from './mint.ts';
import { releaseWithdrawal, waitingWithdrawals } from './release.ts';
import { hasMinted, mintsOf } from './store.ts';

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ANOTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const ORIGIN = 'https://market.example';
/** Where the passkeys of tests are used. */
const LOCAL = 'http://localhost:8080';
const LOG = { warn: () => undefined, error: () => undefined };

describe('metadata', () => {
  let app: TestApp;
  let stage: NftStage;
  beforeAll(async () => {
    app = await createTestApp({ PUBLIC_ORIGIN: ORIGIN });
    stage = nftStage(app);
    stage.prices();
  });
  afterAll(() => app.close());

  it('of a work is a file that never changes, named by the hash of its bytes', async () => {
    const { id, code } = await stage.work({ name: 'Aurora' });
    await app.rejection('GET /bind_box/metadata', { code });
    const make = () => makeMetadata({ database: app.database, now: app.now, origin: ORIGIN }, jobRun());
    await make();
    await make();
    const { path, sha256 } = await app.ok('GET /bind_box/metadata', { code });
    const response = await app.app.inject({ method: 'GET', url: path });
    expect(response.headers['cache-control']).toContain('immutable');
    expect(createHash('sha256').update(response.rawPayload).digest('hex')).toBe(sha256);
    expect(response.json()).toEqual({
      name: 'Aurora',
      description: 'A work.',
      image: `${ORIGIN}/api/nft/media/a.webp`,
      attributes: [
        { trait_type: 'Artist', value: 'Mira Voss' },
        { trait_type: 'Rarity', value: 'rare' },
        { trait_type: 'Medium', value: 'image' },
        { trait_type: 'Editions', display_type: 'number', value: 1 },
        { trait_type: 'Palette', value: 'Violet' },
      ],
      properties: { code, royalty_basis_points: 500 },
    });
    // Other texts make another file; the first stays what it was.
    await app.database.query(`update nft_work set names = jsonb_set(names, '{en}', '"Renamed"') where id = $1`, [id]);
    await app.database.query('delete from nft_metadata where work_id = $1 and sha256 <> $2', [id, sha256]);
    expect((await app.app.inject({ method: 'GET', url: path })).rawPayload).toEqual(response.rawPayload);
    for (const url of [`/api/nft/metadata/${'0'.repeat(64)}.json`, '/api/nft/metadata/..%2f.json']) {
      expect((await app.app.inject({ method: 'GET', url })).statusCode).toBe(404);
    }
  });

  it('has the same bytes whatever the order of its fields, and the film of a film', () => {
    const work = {
      work_id: '1',
      code: 'TIDE-1',
      names: { en: 'Tide' },
      descriptions: { en: 'Water.' },
      properties: [],
      rarity: 'epic',
      type: 'video',
      editions: 2,
      royalty_bp: 250,
      artist: 'Ōkami Ren',
      collection: { en: 'Sea' },
      media: { pictures: [{ width: 1, webp: '/a.webp' }], source: { path: '/t.mp4', mime: 'video/mp4' } },
    };
    const { body, sha256 } = metadataOf(work, ORIGIN);
    expect(metadataOf(Object.fromEntries(Object.entries(work).toReversed()) as typeof work, ORIGIN)).toEqual({
      body,
      sha256,
    });
    expect(JSON.parse(body)).toMatchObject({ animation_url: `${ORIGIN}/t.mp4`, image: `${ORIGIN}/a.webp` });
    expect(body).toContain('Ōkami Ren');
  });

  it('without a chain nothing can be withdrawn, and the answer says so', async () => {
    expect(await app.ok('GET /bind_box/chain')).toMatchObject({ enabled: false, chain_id: null, contract: null });
    const { token } = await stage.person();
    expect(
      await app.rejection('POST /bind_box/withdrawNFT/begin', { work: 'WORK-1', address: WALLET }, { token }),
    ).toMatchObject({ error: 'withdrawals_off' });
  });
});

it('settings of a chain are needed together, and the key is not repeated in an error', () => {
  const whole = {
    NFT_CHAIN_RPC_URL: 'http://127.0.0.1:1',
    NFT_CHAIN_CONTRACT: WALLET,
    NFT_CHAIN_SIGNER_KEY: SIGNER_KEY,
    PUBLIC_ORIGIN: ORIGIN,
    DEMO_USER: '0',
  };
  expect(readSettings({}).nftChain).toBeUndefined();
  expect(readSettings(whole).nftChain).toMatchObject({ confirmations: 12, maxFeeGwei: 200, publicOrigin: ORIGIN });
  for (const wrong of [
    { NFT_CHAIN_CONTRACT: '' },
    { NFT_CHAIN_CONTRACT: '0x12' },
    { PUBLIC_ORIGIN: '' },
    { NFT_CHAIN_ROYALTY_RECEIVER: 'me' },
    { NFT_CHAIN_SIGNER_KEY: '', NFT_CHAIN_SIGNER_KEY_FILE: '/nowhere/at/all' },
    { NFT_CHAIN_SIGNER_KEY_FILE: '/nowhere/at/all' },
  ]) {
    expect(() => readSettings({ ...whole, ...wrong })).toThrow('NFT_CHAIN');
  }
  const secret = `0x${'c0ffee'.repeat(10)}`;
  expect(() => readSettings({ ...whole, NFT_CHAIN_SIGNER_KEY: secret })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('c0ffee') }),
  );
});

const program = findAnvil();

describe.skipIf(!program)('a withdrawal to a wallet, on a real node (skipped where anvil is not installed)', () => {
  let chain: Awaited<ReturnType<typeof startChain>>;
  let app: TestApp;
  let stage: NftStage;
  let real: ChainClient;
  let ann: Person & { readonly sign: (asked: object) => Promise<{ passkey: string }> };
  beforeAll(async () => {
    chain = await startChain(program ?? '');
    app = await createTestApp({
      PUBLIC_ORIGIN: LOCAL,
      NFT_CHAIN_RPC_URL: chain.url,
      NFT_CHAIN_CONTRACT: chain.contract,
      NFT_CHAIN_SIGNER_KEY: SIGNER_KEY,
      NFT_CHAIN_CONFIRMATIONS: '3',
    });
    stage = nftStage(app);
    stage.prices();
    const { nftChain } = app.settings;
    if (!nftChain) throw new Error('the chain is configured');
    real = await openChain(nftChain);
    const person = await stage.person();
    const { device, id } = await enrolPasskey(app, person);
    await app.database.query('update passkey set counter = 0 where id = $1', [id]);
    ann = {
      ...person,
      async sign(asked) {
        const { approval } = await app.ok('POST /bind_box/withdrawNFT/begin', { ...asked }, person);
        device.counter = -1;
        return { passkey: device.sign(approval.passkey ?? '') };
      },
    };
  });
  beforeEach(() => stage.prices());
  afterAll(async () => {
    await app.close();
    await chain.stop();
  });

  const mint = (client: Partial<ChainClient> = {}) =>
    mintDue(
      {
        database: app.database,
        settings: app.settings.nftChain as NonNullable<typeof app.settings.nftChain>,
        chain: { ...real, ...client },
        now: app.now,
        log: LOG,
      },
      jobRun(),
    );
  /** An item of hers. */
  async function owned(): Promise<string> {
    const { id, code } = await stage.work({ name: 'Aurora' });
    await stage.sale(id);
    const outcome = await stage.buy(ann, code);
    if (outcome.type !== 'ok') throw new Error(JSON.stringify(outcome));
    return code;
  }
  async function withdraw(work: string, address: string = WALLET, idempotencyKey: string = randomUUID()) {
    const asked = { work, address };
    const proof = await ann.sign(asked);
    return app.call(
      'POST /bind_box/withdrawNFT',
      { ...asked, key: KEY, ...proof },
      { token: ann.token, idempotencyKey },
    );
  }
  /** A withdrawal that must be taken. The day's limit is for another test. */
  async function requested(): Promise<{ id: string; work: string; token: string }> {
    app.advance(DAY);
    stage.prices();
    const work = await owned();
    const outcome = await withdraw(work);
    if (outcome.type !== 'ok') throw new Error(JSON.stringify(outcome));
    return { id: outcome.message.id, work, token: outcome.message.token_id };
  }
  const stateOf = async (id: string) =>
    (await app.ok('GET /bind_box/withdrawals', { limit: 50 }, { token: ann.token })).list.find((row) => row.id === id);

  it('is minted with its metadata and royalty, confirmed, and cannot be sold here any more', async () => {
    expect(await app.ok('GET /bind_box/chain')).toMatchObject({ enabled: true, chain_id: 31_337, fee: '0', daily: 5 });
    const { id, work, token } = await requested();
    expect(await stateOf(id)).toMatchObject({ state: 'requested', tx_hash: null, confirmations_needed: 3 });
    expect(await stage.resell(ann, work)).toMatchObject({ error: 'already_withdrawn' });
    await mint();
    expect(await stateOf(id)).toMatchObject({ state: 'sent', confirmations: 0, tx_hash: expect.stringMatching(/^0x/) });
    await chain.mine();
    await mint();
    expect(await stateOf(id)).toMatchObject({ state: 'mined', confirmations: 1 });
    await chain.mine(2);
    await mint();
    expect(await stateOf(id)).toMatchObject({ state: 'final', confirmations: 3 });
    expect(await chain.read('ownerOf', BigInt(token))).toBe(WALLET);
    const uri = String(await chain.read('tokenURI', BigInt(token)));
    expect(uri).toMatch(/^http:\/\/localhost:8080\/api\/nft\/metadata\/[0-9a-f]{64}\.json$/);
    const file = await app.app.inject({ method: 'GET', url: uri.replace(LOCAL, '') });
    expect(file.json()).toMatchObject({ name: 'Aurora' });
    expect(await chain.read('royaltyInfo', BigInt(token), 10_000n)).toEqual([real.signer, 500n]);
    for (const standard of ['0x80ac58cd', '0x2a55205a', '0x5b5e139f', '0x01ffc9a7']) {
      expect(await chain.read('supportsInterface', standard)).toBe(true);
    }
    expect(await stage.resell(ann, work)).toMatchObject({ error: 'already_withdrawn' });
    expect((await stage.detail(work, ann)).withdrawn).toBe(true);
    expect((await stage.detail(work, ann)).provenance[0]).toMatchObject({ kind: 'withdrawn', to: null });
  });

  it('is done exactly once, wherever the node is killed', async () => {
    const before = await chain.nonce();
    const { id, token } = await requested();
    const killed = () => Promise.reject(new Error('killed'));
    // Before anything is signed; after it is stored, before it is sent; after it is sent, before that is known.
    await mint({ gas: killed });
    expect(await stateOf(id)).toMatchObject({ state: 'requested' });
    await mint({ sign: killed });
    expect(await stateOf(id)).toMatchObject({ state: 'requested' });
    await mint({ send: killed });
    const stored = await stateOf(id);
    expect(stored).toMatchObject({ state: 'sent' });
    await mint({
      async send(raw) {
        await real.send(raw);
        await killed();
      },
    });
    await mint();
    await chain.mine();
    await mint({ receipt: killed });
    await mint();
    await chain.mine(2);
    await mint({ owner: killed, head: killed });
    await mint();
    await mint();
    expect(await stateOf(id)).toMatchObject({ state: 'final', tx_hash: stored?.tx_hash });
    expect(await chain.nonce()).toBe(before + 1);
    expect(await chain.read('ownerOf', BigInt(token))).toBe(WALLET);
    const events = await app.database.query(`select from nft_provenance where kind = 'withdrawn' and item_id = $1`, [
      token,
    ]);
    expect(events).toHaveLength(1);
  });

  it('that no block takes is signed again with the same nonce and a higher fee, up to the cap', async () => {
    const before = await chain.nonce();
    const { id, token } = await requested();
    await mint();
    const first = await stateOf(id);
    await chain.node.dropTransaction({ hash: (first?.tx_hash ?? '0x') as `0x${string}` });
    app.advance(REPLACE_AFTER);
    await mint({ fees: async () => ({ max: 10n ** 15n, priority: 1n }) });
    expect((await stateOf(id))?.tx_hash).toBe(first?.tx_hash);
    await chain.node.dropTransaction({ hash: (first?.tx_hash ?? '0x') as `0x${string}` });
    await mint();
    const second = await stateOf(id);
    expect(second?.tx_hash).not.toBe(first?.tx_hash);
    await chain.mine(3);
    await mint();
    expect(await stateOf(id)).toMatchObject({ state: 'final' });
    expect(await chain.nonce()).toBe(before + 1);
    expect(await chain.read('ownerOf', BigInt(token))).toBe(WALLET);
  });

  it('that a reorganisation takes back is followed until it is confirmed again', async () => {
    const { id } = await requested();
    await mint();
    await chain.mine();
    await mint();
    expect(await stateOf(id)).toMatchObject({ state: 'mined' });
    await mint({ receipt: async () => null, count: async () => 0 });
    expect(await stateOf(id)).toMatchObject({ state: 'sent', confirmations: 0 });
    await chain.mine(2);
    await mint();
    expect(await stateOf(id)).toMatchObject({ state: 'final' });
  });

  it('whose nonce another transaction of the key used is signed anew, and still minted once', async () => {
    const { id, token } = await requested();
    await mint({ send: async () => undefined });
    await chain.wallet.sendTransaction({ to: WALLET, value: 1n, chain: null });
    await chain.mine(3);
    await mint({ send: async () => undefined });
    expect(await stateOf(id)).toMatchObject({ state: 'requested' });
    await mint();
    await chain.mine(3);
    await mint();
    expect(await stateOf(id)).toMatchObject({ state: 'final' });
    expect(await chain.read('ownerOf', BigInt(token))).toBe(WALLET);
  });

  it('that the chain rejects gives the item back', async () => {
    const { id, work } = await requested();
    const { contract } = chain;
    // A transaction that runs out of gas is mined and does nothing.
    await mint({ gas: async () => 40_000n });
    await chain.mine(3);
    await mint();
    expect(await stateOf(id)).toMatchObject({ state: 'failed', contract });
    expect(await stage.resell(ann, work)).toMatchObject({ type: 'ok' });
  });

  describe('that waits, as the configuration was changed', () => {
    /** Another key of the same node, and a copy of the contract whose minter it is. */
    const OTHER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
    const settings = () => app.settings.nftChain as NonNullable<typeof app.settings.nftChain>;
    const changed = async (change: Partial<ReturnType<typeof settings>>) => {
      const now = { ...settings(), ...change };
      return { settings: now, chain: await openChain(now) };
    };
    type Open = Awaited<ReturnType<typeof changed>>;
    let by: { staffId: string; at: number };
    beforeAll(async () => {
      const { id } = await signInStaff(app, 'treasury');
      by = { staffId: id, at: app.now() };
    });
    const release = (open: Open | null, id: string, how: 'return' | 'reissue') =>
      releaseWithdrawal({ database: app.database, open }, { id, how, reason: 'The key was changed' }, by);
    const run = ({ settings: of, chain: client }: Open) =>
      mintDue({ database: app.database, settings: of, chain: client, now: app.now, log: LOG }, jobRun());
    /** Mints until it is confirmed. */
    async function through(open: Open): Promise<void> {
      await run(open);
      await chain.mine(3);
      await run(open);
    }

    it('and was never signed, is given back, or minted by another contract of its network, on the record', async () => {
      const first = await requested();
      expect(await release(null, first.id, 'return')).toEqual({ id: first.id, state: 'failed' });
      expect(await stateOf(first.id)).toMatchObject({ state: 'failed', tx_hash: null });
      expect(await stage.resell(ann, first.work)).toMatchObject({ type: 'ok' });
      await expect(release(null, first.id, 'return')).rejects.toMatchObject({ code: 'not_found' });

      const second = await requested();
      const { abi, bytecode } = artefact();
      const hash = await chain.wallet.deployContract({ abi, bytecode, chain: null });
      await chain.mine();
      const { contractAddress } = await createPublicClient({ transport: http(chain.url) }).getTransactionReceipt({
        hash,
      });
      const moved = await changed({ contract: contractAddress as string });
      await run(moved);
      expect(await stateOf(second.id)).toMatchObject({ state: 'requested' });
      const { list } = await waitingWithdrawals({ database: app.database, open: moved });
      expect(list).toMatchObject([{ id: second.id, waits: true }]);
      expect(await release(moved, second.id, 'reissue')).toEqual({ id: second.id, state: 'requested' });
      await through(moved);
      expect(await stateOf(second.id)).toMatchObject({ state: 'final', contract: contractAddress });
      // The former one is still a place that coins do not come back from.
      for (const each of [chain.contract, contractAddress ?? ''])
        expect(await hasMinted(app.database, each)).toBe(true);
      await expect(chain.read('ownerOf', BigInt(second.token))).rejects.toThrow('NotMinted');
      const actions = await app.database.query<{ action: string; reason: string }>(
        `select action, reason from staff_action where action like 'nft.withdrawal.%' order by id`,
      );
      expect(actions).toEqual(
        ['return', 'reissue'].map((action) => ({
          action: `nft.withdrawal.${action}`,
          reason: 'The key was changed',
        })),
      );
    });

    it('and was signed, is given back only once its nonce is used up: what was signed mints nothing after that', async () => {
      const { id, work, token } = await requested();
      await mint({ send: async () => undefined });
      const [signed] = await mintsOf(app.database, id);
      const other = await changed({ signerKey: OTHER_KEY });
      await run(other);
      // Its own network, another one, and none: nothing says that it is dead.
      const elsewhere = { ...other, chain: { ...other.chain, chainId: async () => 5 } };
      for (const open of [other, elsewhere, null]) {
        await expect(release(open, id, 'return')).rejects.toMatchObject({ code: 'withdrawal_live' });
      }
      await expect(release(elsewhere, id, 'reissue')).rejects.toMatchObject({ code: 'withdrawal_live' });
      const contract = `0x${'9'.repeat(40)}`;
      await expect(release(await changed({ contract }), id, 'reissue')).rejects.toMatchObject({
        code: 'withdrawal_live',
      });
      await chain.wallet.sendTransaction({ to: WALLET, value: 1n, chain: null });
      await chain.mine(2);
      await expect(release(other, id, 'return')).rejects.toMatchObject({ code: 'withdrawal_live' });
      await chain.mine(1);
      const outcomes = await Promise.allSettled([release(other, id, 'return'), release(other, id, 'return')]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await stage.resell(ann, work)).toMatchObject({ type: 'ok' });
      await real.send(signed?.raw ?? '');
      await chain.mine(3);
      await expect(chain.read('ownerOf', BigInt(token))).rejects.toThrow('NotMinted');
    });

    it('and was signed with a former key, is minted once by the new one, whichever transaction comes first', async () => {
      const other = await changed({ signerKey: OTHER_KEY });
      const change = async (from: typeof chain.wallet, to: string) => {
        const { abi } = artefact();
        await from.writeContract({
          address: chain.contract,
          abi,
          functionName: 'changeMinter',
          args: [to],
          chain: null,
        });
        await chain.mine();
      };
      const late = await requested();
      await mint({ send: async () => undefined });
      const [former] = await mintsOf(app.database, late.id);
      // Its nonce is the next one of the former key: what it signed comes first.
      const early = late;
      await real.send(former?.raw ?? '');
      expect(await release(other, early.id, 'reissue')).toMatchObject({ state: 'requested' });
      await expect(release(other, early.id, 'return')).rejects.toMatchObject({ code: 'withdrawal_live' });
      await chain.mine(1);
      await run(other);
      // Minted, and not confirmed.
      expect(await stateOf(early.id)).toMatchObject({ state: 'requested' });
      await chain.mine(2);
      await run(other);
      expect(await stateOf(early.id)).toMatchObject({ state: 'final' });
      expect(await chain.read('ownerOf', BigInt(early.token))).toBe(WALLET);

      const next = await requested();
      await change(chain.wallet, other.chain.signer);
      await mint({ gas: async () => 300_000n, send: async () => undefined });
      const [lost] = await mintsOf(app.database, next.id);
      expect(await release(other, next.id, 'reissue')).toMatchObject({ state: 'requested' });
      await run(other);
      // The former key's transaction is mined, and rejected: that decides nothing.
      await real.send(lost?.raw ?? '');
      await through(other);
      await run(other);
      expect(await stateOf(next.id)).toMatchObject({ state: 'final' });
      expect(await chain.read('ownerOf', BigInt(next.token))).toBe(WALLET);
      const { createWalletClient } = await import('viem');
      const { privateKeyToAccount } = await import('viem/accounts');
      const wallet = createWalletClient({ account: privateKeyToAccount(OTHER_KEY), transport: http(chain.url) });
      await change(wallet as typeof chain.wallet, real.signer);
    });
  });

  it('is refused for what is not hers, for sale or gone, and for a wrong address', async () => {
    app.advance(DAY);
    stage.prices();
    const work = await owned();
    const begin = (address: string, of = work) =>
      app.call('POST /bind_box/withdrawNFT/begin', { work: of, address }, { token: ann.token });
    // A wrong checksum, the contract itself, who signs for it, the zero address, the contract of a token.
    for (const [address, error] of [
      [WALLET.replace('5aA', '5AA'), 'address_invalid'],
      [chain.contract, 'address_invalid'],
      [chain.wallet.account.address, 'address_ours'],
      [`0x${'0'.repeat(40)}`, 'address_burns'],
      ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'address_contract'],
    ] as const) {
      expect(await begin(address)).toMatchObject({ error });
    }
    expect(await begin(WALLET.toLowerCase())).toMatchObject({ message: { address: WALLET } });
    const others = await stage.auction();
    expect(await begin(WALLET, others)).toMatchObject({ error: 'not_owner' });
    // Without an approval nothing leaves; one for another address is none.
    const asked = { work, address: WALLET };
    const options = () => ({ token: ann.token, idempotencyKey: randomUUID() });
    expect(await app.rejection('POST /bind_box/withdrawNFT', { ...asked, key: KEY }, options())).toBeTruthy();
    const proof = await ann.sign({ work, address: ANOTHER });
    expect(
      await app.rejection('POST /bind_box/withdrawNFT', { ...asked, key: KEY, ...proof }, options()),
    ).toMatchObject({
      error: 'passkey_wrong',
    });
    expect(await stage.resell(ann, work)).toMatchObject({ type: 'ok' });
    expect(await begin(WALLET)).toMatchObject({ error: 'already_selling' });
    await stage.cancel(ann, work);
    const signed = await ann.sign(asked);
    const both = await Promise.all([
      app.call('POST /bind_box/withdrawNFT', { ...asked, key: KEY, ...signed }, options()),
      stage.resell(ann, work),
    ]);
    expect(both.filter(({ type }) => type === 'ok')).toHaveLength(1);
    if (both[1].type === 'ok') {
      await stage.cancel(ann, work);
      expect(await withdraw(work)).toMatchObject({ type: 'ok' });
    }
    expect(await begin(WALLET)).toMatchObject({ error: 'already_withdrawn' });
    expect(await stage.resell(ann, work)).toMatchObject({ error: 'already_withdrawn' });
    for (let more = 0; more < 4; more++) expect(await withdraw(await owned())).toMatchObject({ type: 'ok' });
    expect(await withdraw(await owned())).toMatchObject({ error: 'withdrawals_used_up' });
    app.advance(HOUR);
    await mint();
    await chain.mine(3);
    await mint();
    const { list } = await app.ok('GET /bind_box/withdrawals', { limit: 5 }, { token: ann.token });
    expect(list.map(({ state }) => state)).toEqual(['final', 'final', 'final', 'final', 'final']);
  });
});
