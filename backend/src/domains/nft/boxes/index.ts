import type { Output } from '@tessera/api/contract';
import { nftContract } from '@tessera/api/nft/contract';
import type { Sql } from '../../../platform/db/database.ts';
import type { Dependencies, Handlers } from '../../../platform/domain.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../../platform/jobs/job.ts';
import { OWN_ROWS, type UserTable } from '../../../platform/ports.ts';
import { commandOf, type StaffCommand } from '../../../platform/staff-command.ts';
import type { NftMarket } from '../judge.ts';
import { saleById } from '../store.ts';
import { createLooks } from '../view.ts';
import { fetchRounds, handInRound } from './beacon.ts';
import { closeDue } from './close.ts';
import { keepCheckpoints, openBox } from './open.ts';
import { buyBoxes } from './purchase.ts';
import { createSeeds } from './seeds.ts';
import { cancelByStaff, createByStaff, type SeriesParts } from './series.ts';
import { boxesByItem, listMyBoxes, type Series, seriesOf, staffRows } from './store.ts';
import { boxViews, recordView, seriesView, staffSeries } from './views.ts';

const SECOND = 1_000;

type BoxCalls = Pick<
  typeof nftContract,
  | 'GET /bind_box/series'
  | 'GET /bind_box/draws'
  | 'GET /bind_box/boxes'
  | 'POST /bind_box/buyBox'
  | 'POST /bind_box/openBlindBox'
  | 'POST /bind_box/round'
  | 'GET /staff/nft/series'
  | 'POST /staff/nft/series/create'
  | 'POST /staff/nft/series/cancel'
>;

type BoxParts = {
  readonly calls: Handlers<BoxCalls>;
  readonly jobs: readonly RecurringJob[];
  readonly staffCommands: readonly StaffCommand[];
  readonly userData: Readonly<Record<string, UserTable>>;
  readonly seriesParts: SeriesParts;
};

async function requireSeries(sql: Sql, code: string): Promise<Series> {
  const series = await seriesOf(sql, code);
  if (!series) throw new DomainError('not_found', { field: 'code' });
  return series;
}

const staffView = async (sql: Sql): Promise<Output<'GET /staff/nft/series'>> => ({
  list: (await staffRows(sql)).map(staffSeries),
});

/** A row of a series on the command line. */
const rowsOf = ({ list }: Output<'GET /staff/nft/series'>): readonly object[] =>
  list.map(({ start_time, end_time, ...series }) => ({
    ...series,
    start_time: new Date(start_time).toISOString(),
    end_time: end_time === null ? null : new Date(end_time).toISOString(),
  }));

/** Blind boxes: the part of the marketplace whose results can be verified. */
export function createBoxes(dependencies: Dependencies, market: NftMarket): BoxParts {
  const { database: stored, settings, now, log } = dependencies;
  const seeds = createSeeds(settings);
  const parts: SeriesParts = { seeds, settings, market };
  const lookOf = createLooks(dependencies);
  return {
    seriesParts: parts,
    userData: {
      nft_box: { ...OWN_ROWS, without: ['drawn_work_id'] },
      nft_series: { leftOut: 'public terms of a sale, and a sealed seed' },
      nft_prize: { leftOut: 'public terms of a sale' },
      nft_round: { leftOut: 'public randomness' },
      nft_draw_checkpoint: { leftOut: 'sealed states of draws' },
    },
    jobs: [
      {
        name: 'nft-rounds',
        every: 2 * SECOND,
        exclusive: true,
        items: ['round'],
        run: (run: JobRun) => fetchRounds({ database: stored, settings, now, log }, run),
      },
      {
        name: 'nft-boxes',
        every: 5 * SECOND,
        exclusive: true,
        items: ['series', 'draw', 'box'],
        async run(run: JobRun) {
          await keepCheckpoints({ database: stored, seeds }, run);
          await closeDue({ database: stored, seeds, now }, run);
        },
      },
    ],
    staffCommands: [
      commandOf(nftContract['GET /staff/nft/series'], {
        name: 'nft-series',
        usage: 'series of blind boxes with what was sold and opened',
        run: async () => rowsOf(await staffView(stored)),
      }),
      commandOf(nftContract['POST /staff/nft/series/create'], {
        name: 'nft-series-create',
        usage:
          '<code of the box work> inventory=<work>:<n>,… currency=… price=… start_time=<ms> [end_time=<ms>, silence_days=7] --why "<why>"  creates a series of blind boxes and publishes its commitment',
        subject: 'code',
        run: async (input, by) => {
          await stored.transaction((tx) => createByStaff(tx, input, parts, by));
          return rowsOf(await staffView(stored));
        },
      }),
      commandOf(nftContract['POST /staff/nft/series/cancel'], {
        name: 'nft-series-cancel',
        usage: '<code> --why "<why>"  cancels a series of which no box is opened; every price is returned',
        subject: 'code',
        run: async (input, by) => {
          await stored.transaction((tx) => cancelByStaff(tx, input, parts, by));
          return rowsOf(await staffView(stored));
        },
      }),
    ],
    calls: {
      'GET /bind_box/series': async ({ database, user, language }, { code }) => {
        const series = await requireSeries(database, code);
        const sale = await saleById(database, series.sale_id);
        if (!sale?.shown) throw new DomainError('not_found', { field: 'code' });
        return seriesView(database, series, sale, lookOf(user, language));
      },
      'GET /bind_box/draws': async ({ database }, { code, after, limit }) =>
        recordView(database, await requireSeries(database, code), { after, limit }),
      'GET /bind_box/boxes': async ({ database, user, language }, { page, limit, state = null, series = null }) => {
        const { rows, total } = await listMyBoxes(database, user.id, { state, series }, { page, limit });
        return { list: await boxViews(database, rows, lookOf(user, language)), page, limit, total };
      },
      'POST /bind_box/buyBox': async ({ tx, user, language }, input) => {
        const items = await buyBoxes(tx, user, input, market);
        return { list: await boxViews(tx, await boxesByItem(tx, items), lookOf(user, language)) };
      },
      'POST /bind_box/openBlindBox': async ({ tx, user, language }, { code }) => {
        const item = await openBox(tx, user.id, code, { seeds, now });
        const [box] = await boxViews(tx, await boxesByItem(tx, [item]), lookOf(user, language));
        if (!box) throw new Error(`box ${code} is gone`);
        return box;
      },
      'POST /bind_box/round': async ({ database }, { code, round, signature }) => {
        const series = await requireSeries(database, code);
        return { needed: await handInRound({ database, now }, series, { round, signature }) };
      },
      'GET /staff/nft/series': ({ database }) => staffView(database),
      'POST /staff/nft/series/create': async ({ database, by }, input) => {
        await database.transaction((tx) => createByStaff(tx, input, parts, by));
        return staffView(database);
      },
      'POST /staff/nft/series/cancel': async ({ database, by }, input) => {
        await database.transaction((tx) => cancelByStaff(tx, input, parts, by));
        return staffView(database);
      },
    },
  };
}
