import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRecurring } from '../src/platform/jobs/job.ts';
import { digestsOf, type OwnedTables, ownedTables } from './owned-rows.ts';
import { recurringJobsOf } from './recurring-jobs.ts';
import { createTwoUsers, SETUP_MS, type TwoUsers } from './two-users.ts';

/*
 * Every recurring job that works through items of users, with one user all of whose rows refuse to be written. Jobs are read
 * from the domains, tables from the database: a new one is tried without being named here.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let users: TwoUsers;
let tables: OwnedTables;
beforeAll(async () => {
  users = await createTwoUsers();
  const { database } = users.stage.app;
  tables = await ownedTables(database);
  await database.query('create table refused_user (id bigint)');
  await database.query(
    `create function refuse_write() returns trigger language plpgsql as $$
     declare row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
     begin
       if exists (select from refused_user r, jsonb_each_text(row) e
                   where e.key = any (tg_argv) and (e.value = r.id::text or e.value = 'user:' || r.id)) then
         raise exception 'a row of % that cannot be written', tg_table_name;
       end if;
       return case when tg_op = 'DELETE' then old else new end;
     end $$`,
  );
  for (const { name, columns } of tables.values()) {
    const owners =
      name === 'user_account'
        ? ['id']
        : columns
            .filter(
              (column) =>
                column.refers?.table === 'user_account' ||
                /^(user_id|holder)$/.test(column.name) ||
                column.name.endsWith('_user_id'),
            )
            .map((column) => column.name);
    const named = owners.map((owner) => `'${owner}'`).join(', ');
    await database.query(
      `create trigger refuse_write before insert or update or delete on ${name}
         for each row execute function refuse_write(${named})`,
    );
  }
}, SETUP_MS);
afterAll(() => users.close());

const refuse = (id: string | null) =>
  users.stage.app.database
    .query('delete from refused_user')
    .then(() =>
      id === null ? undefined : users.stage.app.database.query('insert into refused_user values ($1)', [id]),
    );

const rowsOf = (owner: { readonly id: string }) => digestsOf(users.stage.app.database, tables, owner);

const differing = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(one).filter((table) => one[table] !== other[table]);

it('does all that there is to do for others while the rows of one user cannot be written', async () => {
  const { app } = users.stage;
  const jobs = app.domains.flatMap((domain) => domain.jobs ?? []).filter(isRecurring);
  const tried = jobs.filter(({ items }) => items !== undefined).map(({ name }) => name);
  /** Jobs that met a row of Ann's, and did something for Bob all the same. */
  const proven = new Set<string>();
  const heldUp: string[] = [];
  for (const pause of [HOUR, DAY]) {
    app.advance(pause);
    await users.stage.record(30, 6_100_000 + (pause % 7_000), ['BTC/USDT', 'BTC/USDT-PERP']);
    for (const name of tried) {
      const before = await rowsOf(users.bob);
      const failed: string[] = [];
      const errors: unknown[] = [];
      await app.database.query('update lease set until = clock_timestamp()');
      await refuse(users.ann.id);
      const refused = recurringJobsOf(app, {
        holder: 'refused',
        onItemFailed: ({ kind }) => void failed.push(kind),
        log: { error: (details: unknown) => void errors.push(details), warn: () => undefined },
      });
      const outcome = await refused.turn(name);
      await refused.stop();
      await refuse(null);
      const held = await rowsOf(users.bob);
      if (outcome !== 'done')
        heldUp.push(`${name} ${outcome} ${String((errors.at(-1) as { err?: Error } | undefined)?.err)}`);
      if (failed.length > 0 && differing(before, held).length > 0) proven.add(name);
      // Where nothing is refused any more, there is nothing left to do for Bob at this time.
      const free = recurringJobsOf(app, { holder: 'free' });
      await free.turn(name);
      await free.stop();
      const late = differing(held, await rowsOf(users.bob));
      if (late.length > 0) heldUp.push(`${name} ${late.join(' ')}`);
    }
  }
  expect(heldUp).toEqual([]);
  // These had something to do for both users.
  const met = [
    'copy-costs',
    'copy-figures',
    'copy-follow',
    'coupons-count',
    'mining-pay',
    'nft-media-clean-up',
    'options-settle',
    'quickbuy-orders',
    'quiz-settle',
    'trading-messages',
    'vip-count',
    'wallet-snapshots',
  ];
  expect([...proven]).toEqual(expect.arrayContaining(met));
}, 600_000);
