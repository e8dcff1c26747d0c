import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobRun } from '../../../../test/job-run.ts';
import { type NftStage, nftStage } from '../../../../test/nft-stage.ts';
import type { Person } from '../../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { insertItem } from '../store.ts';
import type { ChainClient } from './client.ts';
import { mintDue } from './mint.ts';
import { insertWithdrawal } from './store.ts';

/*
 * A thief has a work on its way to their wallet, and the owner freezes the account: like coins, a work that is not signed by
 * then stays.
 */

const CONTRACT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let app: TestApp;
let stage: NftStage;
const signed: string[] = [];
/** What happens between the look at a withdrawal and its signature. */
let meanwhile: () => Promise<unknown> = async () => undefined;
const chain: ChainClient = {
  signer: CONTRACT,
  chainId: async () => 1,
  head: async () => 1,
  count: async () => 0,
  fees: async () => ({ max: 1n, priority: 1n }),
  async gas() {
    await meanwhile();
    return 1n;
  },
  async sign({ tokenId }) {
    signed.push(tokenId);
    return { raw: `0x${tokenId}`, hash: `0x${String(signed.length).padStart(64, '0')}`, maxFee: 1n };
  },
  send: async () => undefined,
  receipt: async () => null,
  owner: async () => null,
  senderOf: async () => CONTRACT,
};
beforeAll(async () => {
  app = await createTestApp();
  stage = nftStage(app);
  stage.prices();
});
afterAll(() => app.close());

const mint = () =>
  mintDue(
    {
      database: app.database,
      settings: { contract: CONTRACT, maxFeeGwei: 200, confirmations: 12 } as Parameters<typeof mintDue>[0]['settings'],
      chain,
      now: app.now,
      log: { warn: (waits: object) => expect(waits).toBeNull(), error: () => undefined },
    },
    jobRun(),
  );

/** A work that is on its way to a wallet. Returns its item. */
async function leaving({ id: userId }: Person): Promise<string> {
  const { id: workId, code } = await stage.work();
  return app.database.transaction(async (tx) => {
    const item = await insertItem(tx, { work_id: workId, edition: 1, code, owner_id: userId, at: app.now() });
    await insertWithdrawal(tx, {
      ...{ user_id: userId, item_id: item, address: CONTRACT, chain_id: 1, contract: CONTRACT, uri: '', royalty_bp: 0 },
      created_at: app.now(),
    });
    return item;
  });
}
const freeze = ({ id }: Person, at: number | null) =>
  app.database.query('update user_account set frozen_at = $2 where id = $1', [id, at === null ? null : new Date(at)]);

it('what a frozen account withdrew is not signed, holds up no others, and is once the owner is back', async () => {
  const [ann, bob, cleo] = [await stage.person(), await stage.person(), await stage.person()];
  // More than a run takes, of an account that is frozen.
  for (let made = 0; made < 51; made += 1) await leaving(ann);
  const others = await leaving(bob);
  await freeze(ann, app.now());
  await mint();
  expect(signed).toEqual([others]);

  const last = await leaving(cleo);
  meanwhile = () => freeze(cleo, app.now());
  await mint();
  expect(signed).toEqual([others]);
  meanwhile = async () => undefined;
  await freeze(cleo, null);
  await mint();
  expect(signed).toEqual([others, last]);
});
