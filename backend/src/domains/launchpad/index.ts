import type { Output } from '@tessera/api/contract';
import { launchpadContract, SHARES_A_CALL } from '@tessera/api/launchpad/contract';
import type { Sql } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { readConfiguration } from '../site/index.ts';
import { demonstrationJob } from './demonstration.ts';
import { listProjects as listDue } from './list.ts';
import { settleProjects } from './settle.ts';
import { cancelProject, changeProject, createProject } from './staff.ts';
import {
  allProjects,
  listProjects,
  listSubscriptions,
  type ProjectTotals,
  projectOf,
  publishedShares,
  shareOfUser,
} from './store.ts';
import { subscribe } from './subscribe.ts';
import { holdingsOf, projectView, staffProject } from './views.ts';

const SECOND = 1_000;

async function requireProject(sql: Sql, id: number): Promise<ProjectTotals> {
  const project = await projectOf(sql, id);
  if (!project) throw new DomainError('not_found', { field: 'id' });
  return project;
}

/** The published table of a sale; there is none before its allocation is complete. */
async function allocationOf(sql: Sql, id: number, from: number): Promise<Output<'GET /project/allocation'>> {
  const project = await requireProject(sql, id);
  const { allocated_at, allotted, state } = project;
  if (allocated_at === null || allotted === null || state === 'cancelling' || state === 'cancelled') {
    throw new DomainError('not_found', { field: 'id' });
  }
  const shares = await publishedShares(sql, id, from, SHARES_A_CALL);
  return {
    id,
    name: project.name,
    currency: project.currency,
    supply: project.supply,
    cap: project.user_cap,
    scale: project.scale,
    committed: project.committed,
    allotted,
    users: project.users,
    allocated_at,
    shares: shares.map(({ hash, committed, allotted: own }) => [hash, committed, own]),
  };
}

const staffView = async (sql: Sql): Promise<Output<'GET /staff/launchpad'>> => ({
  list: (await allProjects(sql)).map(staffProject),
});

/** A row of a project on the command line. */
const rowsOf = ({ list }: Output<'GET /staff/launchpad'>): readonly object[] =>
  list.map(({ descriptions: _, start_time, end_time, listing_time, ...project }) => ({
    ...project,
    start_time: new Date(start_time).toISOString(),
    end_time: new Date(end_time).toISOString(),
    listing_time: new Date(listing_time).toISOString(),
  }));

/** Token sales: subscription over a window, allocation in proportion, lock until the listing. */
export const launchpad = defineDomain(launchpadContract, (dependencies) => {
  const { database: stored, catalogue, feed, now, ports, settings } = dependencies;
  const parts = { database: stored, catalogue, feed, now };
  const market = () => ({ catalogue: catalogue.current(), feed, now: now() });
  return {
    name: 'launchpad',
    userData: { launch_order: OWN_ROWS, launch_share: { rows: 'user_id = $1', without: ['hash'] } },
    recordKinds: ['subscription', 'subscription_return', 'token_allotment', 'token_unlock'],
    productHoldings: holdingsOf,
    closingObstacles: async (sql, userId) => [
      {
        kind: 'order',
        count: await countOf(sql, `launch_order where user_id = $1 and status in ('applied', 'allotted')`, [userId]),
      },
    ],
    jobs: [
      {
        name: 'launchpad-settle',
        every: 5 * SECOND,
        exclusive: true,
        items: ['project', 'share'],
        run: (run: JobRun) => settleProjects(parts, run),
      },
      {
        name: 'launchpad-list',
        every: 5 * SECOND,
        exclusive: true,
        items: ['project', 'share'],
        run: (run: JobRun) => listDue(parts, run),
      },
      // Tokens without an issuer belong into demonstrations, never beside prices of real venues.
      ...(settings.demoUser && feed.source === 'simulated' ? [demonstrationJob(parts)] : []),
    ],
    staffCommands: [
      commandOf(launchpadContract['GET /staff/launchpad'], {
        name: 'launchpad',
        usage: 'token sales with their terms and what was committed',
        run: async () => rowsOf(await staffView(stored)),
      }),
      commandOf(launchpadContract['POST /staff/launchpad/create'], {
        name: 'launchpad-create',
        usage:
          '<currency> name=… description_en=… price=<USDT> pay_currencies=USDT,BTC total_issuance=… user_cap=… min_amount=… start_time=<ms> end_time=<ms> listing_time=<ms> [scale, website, whitepaper, countries] --why "<why>"  creates a token sale',
        subject: 'currency',
        run: async (input, by) => {
          await createProject(parts, input, by);
          return rowsOf(await staffView(stored));
        },
      }),
      commandOf(launchpadContract['POST /staff/launchpad/change'], {
        name: 'launchpad-change',
        usage: '<id> version=<n> <name>=<value> … --why "<why>"  changes a token sale before its window opens',
        subject: 'id',
        run: async (input, by) => {
          await changeProject(parts, input, by);
          return rowsOf(await staffView(stored));
        },
      }),
      commandOf(launchpadContract['POST /staff/launchpad/cancel'], {
        name: 'launchpad-cancel',
        usage: '<id> --why "<why>"  cancels a token sale before its listing; every payment is returned whole',
        subject: 'id',
        run: async (input, by) => {
          await cancelProject(parts, input, by);
          return rowsOf(await staffView(stored));
        },
      }),
    ],
    calls: {
      'GET /project': async ({ database }, { page, limit, status }) => {
        const { rows, total } = await listProjects(database, now(), status ?? null, { page, limit });
        const configuration = await readConfiguration(database);
        const list = await Promise.all(rows.map((row) => projectView(database, row, market(), configuration)));
        return { list, page, limit, total };
      },
      'GET /project/detail': async ({ database, user, language }, { id }) => {
        const project = await requireProject(database, id);
        const configuration = await readConfiguration(database);
        return {
          ...(await projectView(database, project, market(), configuration)),
          description: project.descriptions[language],
          whitepaper: project.whitepaper,
          website: project.website,
          user_cap: project.user_cap,
          min_amount: project.least,
          countries: [...project.countries],
          order_limit: user && configuration.orderLimits[user.level],
          now: now(),
        };
      },
      'GET /project/allocation': ({ database }, { id, from }) => allocationOf(database, id, from),
      'POST /project/order': ({ tx, user }, input) => subscribe(tx, user, input, { catalogue, feed, ports, now }),
      'GET /user/project/order': async ({ database, user }, { page, limit, project_id }) => {
        const { rows, total } = await listSubscriptions(database, user.id, project_id ?? null, { page, limit });
        return { list: rows, page, limit, total };
      },
      'GET /user/project/share': async ({ database, user }, { id }) => {
        const share = await shareOfUser(database, id, user.id);
        if (!share) throw new DomainError('not_found', { field: 'id' });
        return { uid: user.uid, ...share };
      },
      'GET /staff/launchpad': ({ database }) => staffView(database),
      'POST /staff/launchpad/create': async ({ database, by, committed }, input) => {
        await createProject({ ...parts, database }, input, by);
        return committed(async () => {
          await catalogue.refresh();
          return staffView(stored);
        });
      },
      'POST /staff/launchpad/change': async ({ database, by, committed }, input) => {
        await changeProject({ ...parts, database }, input, by);
        return committed(async () => {
          await catalogue.refresh();
          return staffView(stored);
        });
      },
      'POST /staff/launchpad/cancel': async ({ database, by }, input) => {
        await cancelProject({ ...parts, database }, input, by);
        return staffView(database);
      },
    },
  };
});
