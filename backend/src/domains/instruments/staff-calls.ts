import type { Output, ReadInput } from '@tessera/api/contract';
import type { Currency, Instrument } from '../../platform/catalogue/catalogue.ts';
import { readMisfits } from '../../platform/market/misfits.ts';
import type { By } from '../../platform/staff-command.ts';
import {
  addCurrency,
  addInstrument,
  type Changing,
  changeCalendar,
  changeCurrency,
  changeInstrument,
  haltInstrument,
  resumeInstrument,
} from './changes.ts';
import type { CalendarRow } from './snapshot.ts';
import { wireCalendar, wireInstrument, wireStaffCurrency } from './staff-wire.ts';
import { listChanges, readCalendars } from './store.ts';

type Signed = { readonly by: By };

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
    'POST /staff/instruments/change': async ({ by }: Signed, input: ReadInput<'POST /staff/instruments/change'>) => {
      await changeInstrument(changing, by, input);
      return instrument(input.symbol);
    },
    'POST /staff/instruments/add': async ({ by }: Signed, input: ReadInput<'POST /staff/instruments/add'>) => {
      await addInstrument(changing, by, input);
      return instrument(input.symbol);
    },
    'POST /staff/instruments/halt': async ({ by }: Signed, input: ReadInput<'POST /staff/instruments/halt'>) => {
      await haltInstrument(changing, by, input);
      return instrument(input.symbol);
    },
    'POST /staff/instruments/resume': async ({ by }: Signed, input: ReadInput<'POST /staff/instruments/resume'>) => {
      await resumeInstrument(changing, by, input);
      return instrument(input.symbol);
    },
    'GET /staff/calendars': async () => ({
      list: (await readCalendars(database)).map((row) => wireCalendar(catalogue.current(), row)),
    }),
    'POST /staff/calendars/change': async ({ by }: Signed, input: ReadInput<'POST /staff/calendars/change'>) => {
      await changeCalendar(changing, by, input);
      const rows: CalendarRow[] = await readCalendars(database);
      const row = rows.find(({ id }) => id === input.calendar);
      return wireCalendar(catalogue.current(), present(row, input.calendar));
    },
    'GET /staff/currencies': async () => ({ list: catalogue.current().currencies.map(wireStaffCurrency) }),
    'POST /staff/currencies/change': async ({ by }: Signed, input: ReadInput<'POST /staff/currencies/change'>) => {
      await changeCurrency(changing, by, input);
      return currency(input.code);
    },
    'POST /staff/currencies/add': async ({ by }: Signed, input: ReadInput<'POST /staff/currencies/add'>) => {
      await addCurrency(changing, by, input);
      return currency(input.code);
    },
  };
}
