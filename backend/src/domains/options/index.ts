import type { Output } from '@tessera/api/contract';
import { optionsContract } from '@tessera/api/options/contract';
import { add, sub, utcDayOf } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { userBalances } from '../../platform/ledger/index.ts';
import { feedSigningKey, publicBytesOf } from '../../platform/market/signing-key.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { onlySets } from '../../platform/staff-changes/restricts.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { headsOf, wireSpan } from '../instruments/index.ts';
import { seedSettings } from '../site/index.ts';
import { changeLimits, changeTerm, resumeTerm, termsAndLimits } from './change.ts';
import { keepJob, spansOf } from './keep.ts';
import { offersJob, pausedOffers, refuseCalm } from './offers.ts';
import { openOption, requireArea } from './open.ts';
import { optionInstruments } from './option-instruments.ts';
import { settleJob } from './settle.ts';
import {
  type Day,
  daysSince,
  firstSettled,
  listOptions,
  OPEN_STAKES,
  optionOf,
  type StoredOption,
  tradeEvents,
} from './store.ts';
import { openTerms, optionSettings, readLimits, stakeCurrencies } from './terms.ts';
import { provedOf, resultViewOf, viewOf } from './view.ts';
import { watchJob } from './watch.ts';

export { optionSettings } from './terms.ts';

const DAY = 86_400_000;
/** Days of the house's results that are shown. */
const SHOWN_DAYS = 30;

async function payableCurrencies(
  sql: Sql,
  catalogue: CatalogueSnapshot,
  userId: string,
): Promise<Output<'GET /microtrade/payable_currencies'>> {
  await requireArea(sql, userId, await readLimits(sql));
  const balances = await userBalances(sql, userId);
  return {
    list: (await stakeCurrencies(sql)).flatMap(({ currency: code, min_stake, max_stake }) => {
      const currency = catalogue.currencyByCode(code);
      if (!currency?.open) return [];
      const held = balances.find(({ name, currency: of }) => name === 'micro' && of === code);
      return {
        currency_id: currency.id,
        currency: code,
        scale: currency.scale,
        available: held?.available ?? '0',
        min_number: min_stake,
        max_number: max_stake,
      };
    }),
  };
}

function houseDay({ day, currency: code, ...figures }: Day, catalogue: CatalogueSnapshot) {
  const { id, scale } = catalogue.heldCurrency(code);
  const { staked, fees, paid } = figures;
  return { day, currency_id: id, currency: code, scale, ...figures, result: sub(add(staked, fees), paid) };
}

/** As the command line prints them. */
const rowsOf = ({ terms, countries, paused, ...limits }: Output<'GET /staff/options'>): readonly object[] => [
  ...terms,
  ...paused,
  limits,
  { countries: countries.join(' ') },
];

/** Options on the index of an instrument, settled by its recorded prices alone. */
export const options = defineDomain(optionsContract, ({ database: stored, catalogue, feed, now, settings }) => {
  let key: Promise<string> | null = null;
  const publicKey = (): Promise<string> => {
    key ??= feedSigningKey(settings).then((found) => publicBytesOf(found).toString('hex'));
    return key;
  };
  /** Null until it is kept for ever: what the record drops after a week is no proof. */
  async function recordOf(option: StoredOption): Promise<Output<'GET /microtrade/proof'>['record']> {
    const instrument = catalogue.current().instrument(option.symbol);
    if (!option.kept || !instrument) return null;
    const spans = spansOf(option);
    // The head after a time is of a later one: no tick of the time itself is left out.
    const entry = await wireSpan(stored, instrument, spans.entry.from, spans.entry.to + 1);
    const settlement = await wireSpan(stored, instrument, spans.settlement.from, spans.settlement.to + 1);
    if (!entry || !settlement) return null;
    return { entry, settlement, heads: await headsOf(stored, [entry, settlement]), key: await publicKey() };
  }
  /** Everything about options that staff change, and what is not sold for now. */
  const staffView = async (sql: Sql): Promise<Output<'GET /staff/options'>> => ({
    ...(await termsAndLimits(sql)),
    paused: await pausedOffers(sql, { catalogue: catalogue.current(), feed }),
  });
  async function ownOption(sql: Database, userId: string, id: string): Promise<StoredOption> {
    const option = await optionOf(sql, userId, id);
    if (!option) throw new DomainError('not_found', { field: 'id' });
    return option;
  }
  return {
    name: 'options',
    runsAlone: { 'POST /staff/options/term': onlySets(['seconds'], { open: false }) },
    trades: { first: firstSettled, events: tradeEvents },
    userData: { option_order: OWN_ROWS },
    seed: () =>
      seedSettings(
        stored,
        Object.entries(optionSettings).map(([keyword, value]) => ({ keyword, value, public: false })),
      ),
    jobs: [
      settleJob({ database: stored, now }),
      keepJob({ database: stored }),
      offersJob({ database: stored, catalogue, now }),
      watchJob({ database: stored, now }),
    ],
    judgeInstrument: (tx, instrument) => refuseCalm(tx, instrument, feed),
    staffCommands: [
      commandOf(optionsContract['GET /staff/options'], {
        name: 'options',
        usage: '  terms, capacities and countries of options, and what is not sold for now',
        run: async () => rowsOf(await staffView(stored)),
      }),
      commandOf(optionsContract['POST /staff/options/term'], {
        name: 'option-term',
        usage:
          '<seconds> <name>=<value> … --why "<why>"  changes a term or adds one: profit_ratio, fee_rate, min_number, max_number, open; it holds for options that are opened later',
        subject: 'seconds',
        run: async (change, by) => {
          await changeTerm(stored, change, by, { catalogue: catalogue.current(), feed });
          return rowsOf(await staffView(stored));
        },
      }),
      commandOf(optionsContract['POST /staff/options/limits'], {
        name: 'option-limits',
        usage: '<name>=<value> … --why "<why>"  capacity_expiry, capacity_symbol, capacity, max_open, countries',
        run: async (change, by) => {
          await changeLimits(stored, change, by);
          return rowsOf(await staffView(stored));
        },
      }),
      commandOf(optionsContract['POST /staff/options/resume'], {
        name: 'option-resume',
        usage:
          '<symbol> seconds=<seconds> --why "<why>"  sells a term on an instrument again that stopped because more won than chance allows',
        subject: 'symbol',
        run: async (change, by) => {
          await resumeTerm(stored, change, by);
          return rowsOf(await staffView(stored));
        },
      }),
    ],
    recordKinds: ['option_stake', 'option_result'],
    closingObstacles: async (sql, userId) => [
      { kind: 'option', count: await countOf(sql, `option_order where user_id = $1 and status = 'open'`, [userId]) },
    ],
    reserves: OPEN_STAKES,
    calls: {
      'GET /microtrade/payable_currencies': ({ database, user }) =>
        payableCurrencies(database, catalogue.current(), user.id),
      'GET /microtrade/seconds': async ({ database }) => ({
        list: (await openTerms(database)).map(({ seconds, ratio, fee_rate, min_stake, max_stake }) => ({
          seconds,
          profit_ratio: ratio,
          fee_rate,
          min_number: min_stake,
          max_number: max_stake,
        })),
        matches: optionInstruments(catalogue.current()).map(({ id, symbol }) => ({ match_id: id, symbol })),
        paused: (await pausedOffers(database, { catalogue: catalogue.current(), feed })).map(
          ({ symbol, seconds, reason }) => ({ symbol, seconds, reason }),
        ),
      }),
      'GET /staff/options': ({ database }) => staffView(database),
      'POST /staff/options/term': async ({ database, by }, change) => {
        await changeTerm(database, change, by, { catalogue: catalogue.current(), feed });
        return staffView(database);
      },
      'POST /staff/options/limits': async ({ database, by }, change) => {
        await changeLimits(database, change, by);
        return staffView(database);
      },
      'POST /staff/options/resume': async ({ database, by }, change) => {
        await resumeTerm(database, change, by);
        return staffView(database);
      },
      'POST /microtrade/submit': ({ tx, user }, input) =>
        openOption(tx, user, input, { catalogue: catalogue.current(), feed, now }),
      'GET /microtrade/lists': async ({ database, user }, { page, limit, status, symbol }) => {
        const { rows, total } = await listOptions(database, {
          userId: user.id,
          open: status === undefined ? null : status === 'open',
          symbol: symbol ?? null,
          page,
          limit,
        });
        return { list: rows.map((row) => viewOf(row, catalogue.current())), page, limit, total };
      },
      'GET /microtrade/get_result': async ({ database, user }, { id }) =>
        resultViewOf(await ownOption(database, user.id, id), catalogue.current()),
      'GET /microtrade/proof': async ({ database, user }, { id }) => {
        const option = await ownOption(database, user.id, id);
        return { version: 2 as const, option: provedOf(option, catalogue.current()), record: await recordOf(option) };
      },
      'GET /microtrade/house': async ({ database }) => ({
        list: (await daysSince(database, utcDayOf(now() - SHOWN_DAYS * DAY))).map((day) =>
          houseDay(day, catalogue.current()),
        ),
      }),
    },
  };
});
