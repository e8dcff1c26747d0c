import type { Output, ReadInput } from '@tessera/api/contract';
import type { Currency, Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Database } from '../../platform/db/database.ts';
import { readMisfits } from '../../platform/market/misfits.ts';
import type { By } from '../../platform/staff-command.ts';
import {
  addCurrency,
  addInstrument,
  type Changing,
  changeCalendar,
  changeCurrency,
  changeInstrument,
  follow,
  haltInstrument,
  resumeInstrument,
} from './changes.ts';
import type { CalendarRow } from './snapshot.ts';
import { wireCalendar, wireInstrument, wireStaffCurrency } from './staff-wire.ts';
import { listChanges, readCalendars } from './store.ts';

type Signed = {
  readonly by: By;
  readonly database: Database;
  readonly committed: <T>(show: () => Promise<T>) => Promise<T>;
};

function present<T>(found: T | null | undefined, name: string): T {
  if (found === null || found === undefined) throw new Error(`${name} is gone after its change`);
  return found;
}

/** Handlers of what staff read and change of the catalogue. Reading is open to every role. */
export function staffCalls(changing: Changing) {
  const { database, catalogue } = changing;
  const instrument = (symbol: string) => {
    const snapshot = catalogue.current();
    return wireInstrument(snapshot, present<Instrument>(snapshot.instrument(symbol), symbol));
  };
  const currency = (code: string) =>
    wireStaffCurrency(present<Currency>(catalogue.current().currencyByCode(code), code));
  /** What a change shows, once every node follows it. */
  const shown = <T>({ committed }: Signed, show: () => T | Promise<T>): Promise<T> =>
    committed(async () => {
      await follow(changing);
      return show();
    });
  return {
    'GET /staff/instruments': async () => {
      const snapshot = catalogue.current();
      return {
        version: snapshot.version,
        misfits: await readMisfits(database),
        list: snapshot.instruments.map((each) => wireInstrument(snapshot, each)),
      };
    },
    'GET /staff/instruments/changes': async (
      _: Signed,
      { subject, page, limit }: ReadInput<'GET /staff/instruments/changes'>,
    ): Promise<Output<'GET /staff/instruments/changes'>> => {
      const { rows, total } = await listChanges(database, subject ?? null, { page, limit });
      return {
        list: rows.map(({ staff_id: id, staff_name: name, version, ...row }) => ({
          ...row,
          version: Number(version),
          staff: id === null || name === null ? null : { id, name },
        })),
        page,
        limit,
        total,
      };
    },
    'POST /staff/instruments/change': async (signed: Signed, input: ReadInput<'POST /staff/instruments/change'>) => {
      await changeInstrument({ ...changing, database: signed.database }, signed.by, input);
      return shown(signed, () => instrument(input.symbol));
    },
    'POST /staff/instruments/add': async (signed: Signed, input: ReadInput<'POST /staff/instruments/add'>) => {
      await addInstrument({ ...changing, database: signed.database }, signed.by, input);
      return shown(signed, () => instrument(input.symbol));
    },
    'POST /staff/instruments/halt': async (signed: Signed, input: ReadInput<'POST /staff/instruments/halt'>) => {
      await haltInstrument({ ...changing, database: signed.database }, signed.by, input);
      return shown(signed, () => instrument(input.symbol));
    },
    'POST /staff/instruments/resume': async (signed: Signed, input: ReadInput<'POST /staff/instruments/resume'>) => {
      await resumeInstrument({ ...changing, database: signed.database }, signed.by, input);
      return shown(signed, () => instrument(input.symbol));
    },
    'GET /staff/calendars': async () => ({
      list: (await readCalendars(database)).map((row) => wireCalendar(catalogue.current(), row)),
    }),
    'POST /staff/calendars/change': async (signed: Signed, input: ReadInput<'POST /staff/calendars/change'>) => {
      await changeCalendar({ ...changing, database: signed.database }, signed.by, input);
      return shown(signed, async () => {
        const rows: CalendarRow[] = await readCalendars(database);
        const row = rows.find(({ id }) => id === input.calendar);
        return wireCalendar(catalogue.current(), present(row, input.calendar));
      });
    },
    'GET /staff/currencies': async () => ({ list: catalogue.current().currencies.map(wireStaffCurrency) }),
    'POST /staff/currencies/change': async (signed: Signed, input: ReadInput<'POST /staff/currencies/change'>) => {
      await changeCurrency({ ...changing, database: signed.database }, signed.by, input);
      return shown(signed, () => currency(input.code));
    },
    'POST /staff/currencies/add': async (signed: Signed, input: ReadInput<'POST /staff/currencies/add'>) => {
      await addCurrency({ ...changing, database: signed.database }, signed.by, input);
      return shown(signed, () => currency(input.code));
    },
  };
}
