import type { Output } from '@tessera/api/contract';
import { SERVICE_NAMES, type ServiceName } from '@tessera/api/site/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { tellStop } from '../../platform/staff-changes/tell-stop.ts';
import type { By } from '../../platform/staff-command.ts';
import { servicesIn } from './services.ts';
import { storedSettings, writeSettings } from './site-settings.ts';

type Change = { readonly service: ServiceName; readonly reason: string; readonly on: boolean };

/**
 * Pauses a service or resumes it, with its audit record; one that is already as asked for stays, without a record. No
 * confirmation to pause: a minute lost costs more than a pause that was not needed.
 */
export const pauseService = (database: Database, { service, reason, on }: Change, { staffId, at }: By): Promise<void> =>
  database.transaction(async (tx) => {
    // Two changes at once come one after the other.
    const [row] = await tx.query<{ value: string }>(
      `select value from setting where keyword = 'paused_services' for update`,
    );
    const paused = servicesIn(row?.value ?? '');
    if (paused.includes(service) === on) return;
    const next = SERVICE_NAMES.filter((name) => (name === service ? on : paused.includes(name)));
    await writeSettings(tx, { paused_services: next.join(',') });
    const [action] = await tx.query<{ id: string }>(
      'insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5) returning id',
      [staffId, on ? 'site.pause' : 'site.resume', `service:${service}`, reason, new Date(at)],
    );
    if (on) await tellStop(tx, { id: `action-${action?.id}`, what: `The service ${service}`, reason, staffId });
  });

/** Whether a service is paused, as the database has it now. */
export async function isPaused(sql: Sql, service: ServiceName): Promise<boolean> {
  const [row] = await storedSettings(sql, ['paused_services']);
  return servicesIn(row?.value ?? '').includes(service);
}

/** Since when a service is paused, Unix ms; null where it is not. One that is paused by its setting alone is since `now`. */
export async function pausedSince(sql: Sql, service: ServiceName, now: number): Promise<number | null> {
  if (!(await isPaused(sql, service))) return null;
  const [row] = await sql.query<{ at: number | null }>(
    `select max(at) as at from staff_action where action = 'site.pause' and subject = $1`,
    [`service:${service}`],
  );
  return row?.at ?? now;
}

/** All services, with the latest change of each. */
export async function servicesForStaff(sql: Sql): Promise<Output<'GET /staff/services'>> {
  const [row] = await sql.query<{ value: string }>(`select value from setting where keyword = 'paused_services'`);
  const changes = await sql.query<{ subject: string; by: string; reason: string; at: number }>(
    `select distinct on (a.subject) a.subject, s.name as by, coalesce(a.reason, '') as reason, a.at
       from staff_action a join staff_member s on s.id = a.staff_id
      where a.action in ('site.pause', 'site.resume') order by a.subject, a.id desc`,
  );
  const paused = servicesIn(row?.value ?? '');
  return {
    list: SERVICE_NAMES.map((service) => {
      const last = changes.find(({ subject }) => subject === `service:${service}`);
      return {
        service,
        paused: paused.includes(service),
        last: last ? { by: last.by, reason: last.reason, at: last.at } : null,
      };
    }),
  };
}

/** A service as the command line prints it. */
export const lineOf = ({ service, paused, last }: Output<'GET /staff/services'>['list'][number]) => ({
  service,
  paused,
  last: last ? `${new Date(last.at).toISOString()}, ${last.by}: ${last.reason}` : 'none',
});
