import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReadInput } from '@tessera/api/contract';
import { localBeacon } from '@tessera/api/nft/beacon';
import { readRecord } from '@tessera/api/nft/verify';
import { fetchRounds } from '../src/domains/nft/boxes/beacon.ts';
import { closeDue } from '../src/domains/nft/boxes/close.ts';
import { keepCheckpoints } from '../src/domains/nft/boxes/open.ts';
import { createSeeds } from '../src/domains/nft/boxes/seeds.ts';
import { cancelByStaff, createByStaff } from '../src/domains/nft/boxes/series.ts';
import type { JobRun } from '../src/platform/jobs/job.ts';
import { jobRun } from './job-run.ts';
import { KEY, nftStage } from './nft-stage.ts';
import type { Person } from './people.ts';
import { START, type TestApp } from './test-app.ts';

/** A drand network and a server of its rounds, which can be made to lie. */
export async function drandServer() {
  const network = localBeacon(new Uint8Array(32).fill(11), { genesis: START / 1_000 - 30_000, period: 3 });
  let answer: 'right' | 'silent' | 'wrong' | 'old' | 'garbage' | 'huge' | 'redirect' = 'right';
  let lostUpTo = 0;
  const asked: number[] = [];
  const signed = new Map<number, string>();
  const sign = (round: number): string => {
    const known = signed.get(round) ?? network.sign(round);
    signed.set(round, known);
    return known;
  };
  const server = createServer(({ url }, response) => {
    const round = Number(url?.split('/').at(-1));
    asked.push(round);
    if (answer === 'silent' || round <= lostUpTo) response.writeHead(404).end();
    else if (answer === 'garbage') response.end('<html>');
    else if (answer === 'huge') response.end(`{"round":${round},"signature":"${'0'.repeat(100_000)}"}`);
    else if (answer === 'redirect') response.writeHead(302, { location: `/${round}` }).end();
    else if (answer === 'old') response.end(JSON.stringify({ round: round - 1, signature: sign(round - 1) }));
    else if (answer === 'wrong') response.end(JSON.stringify({ round, signature: sign(round + 1) }));
    else response.end(JSON.stringify({ round, signature: sign(round) }));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { beacon } = network;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    beacon,
    sign,
    asked,
    say: (what: typeof answer): void => {
      answer = what;
    },
    /** Has no round up to this one any more. */
    lose: (upTo: number): void => {
      lostUpTo = upTo;
    },
    environment: {
      DRAND_URLS: url,
      DRAND_CHAIN_HASH: beacon.chain_hash,
      DRAND_PUBLIC_KEY: beacon.public_key,
      DRAND_GENESIS: String(beacon.genesis),
      DRAND_PERIOD: '3',
    },
    close: () => server.close(),
  };
}

let staff = 0;

/** Series of blind boxes on a test app. */
export function boxStage(app: TestApp) {
  const nft = nftStage(app);
  const seeds = createSeeds(app.settings);
  const market = { catalogue: app.catalogue, feed: app.feed, now: app.now };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const by = async () => {
    staff += 1;
    const [member] = await app.database.query<{ id: string }>(
      `insert into staff_member (account, name, role, password_hash, created_at)
       values ($1, 'Boxes', 'treasury', '', $2) returning id`,
      [`boxes${staff}@tessera.example`, new Date(app.now())],
    );
    return { staffId: member?.id as string, at: app.now() };
  };
  return {
    nft,
    seeds,
    /** Works for boxes: one legendary, the rest common. Returns the inventory as staff write it. */
    async inventory(legendary: number, common: number): Promise<string> {
      const { code: rare } = await nft.work({ rarity: 'legendary', editions: legendary });
      const { code: usual } = await nft.work({ rarity: 'common', editions: common });
      return `${rare}:${legendary},${usual}:${common}`;
    },
    /** A series that is on sale: 25 USDT a box, one legendary work and the rest common. Returns its code. */
    async series(boxes = 4, changes: Partial<ReadInput<'POST /staff/nft/series/create'>> = {}): Promise<string> {
      const { id, code } = await nft.work({ editions: Math.max(boxes, 2), name: 'Spark box' });
      await app.database.query('update nft_work set blind_box = true where id = $1', [id]);
      const inventory = changes.inventory ?? (await this.inventory(1, boxes - 1));
      const input = {
        code,
        inventory,
        currency: 'USDT',
        price: '25',
        start_time: app.now(),
        reason: 'a test',
        ...changes,
      };
      const member = await by();
      await app.database.transaction((tx) =>
        createByStaff(tx, input, { seeds, settings: app.settings, market }, member),
      );
      return code;
    },
    buy(
      { token }: Pick<Person, 'token'>,
      code: string,
      { number = 1, seed = 'my seed', price = '25', key = randomUUID() as string, on = app } = {},
    ) {
      return on.call('POST /bind_box/buyBox', { code, number, seed, price, key: KEY }, { token, idempotencyKey: key });
    },
    /** Codes of the boxes. Throws where the purchase is rejected. */
    async bought(person: Pick<Person, 'token'>, code: string, number = 1, seed = 'my seed'): Promise<string[]> {
      const outcome = await this.buy(person, code, { number, seed });
      if (outcome.type !== 'ok') throw new Error(JSON.stringify(outcome));
      return outcome.message.list.map((box) => box.code);
    },
    open: ({ token }: Pick<Person, 'token'>, code: string, key = randomUUID() as string, on = app) =>
      on.call('POST /bind_box/openBlindBox', { code }, { token, idempotencyKey: key }),
    detail: (code: string) => app.ok('GET /bind_box/series', { code }),
    record: (code: string) => readRecord((after) => app.ok('GET /bind_box/draws', { code, after })),
    checkpoints: () => keepCheckpoints({ database: app.database, seeds }, jobRun()),
    fetch: () => fetchRounds({ database: app.database, settings: app.settings, now: app.now, log }, jobRun()),
    /** `fence` runs in each transaction of the job. */
    close: (fence: JobRun['fence'] = async () => undefined) =>
      closeDue({ database: app.database, seeds, now: app.now }, jobRun({ fence })),
    async cancel(code: string): Promise<void> {
      const member = await by();
      await app.database.transaction((tx) => cancelByStaff(tx, { code, reason: 'a test' }, { seeds }, member));
    },
  };
}
