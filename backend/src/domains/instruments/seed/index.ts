import { seededCalendars } from './calendars.ts';
import { seededCurrencies } from './currencies.ts';
import { seededInstruments } from './listings.ts';

/** What is listed before staff change anything. */
export const seed = { currencies: seededCurrencies, calendars: seededCalendars, instruments: seededInstruments };
