import type { Instrument } from '@tessera/api/instruments';
import { bus } from '@tessera/bus';
import { isOnline } from '@tessera/device';
import { useTexts } from '@tessera/i18n';
import { formatAge, formatAmount } from '@tessera/money';
import { quoteStore, serverNow } from '@tessera/realtime';
import { useLocale } from '@tessera/ui';
import { useEffect, useState } from 'react';
import styles from './FreshnessLine.module.css';
import { type Freshness, freshnessOf } from './freshness.ts';
import { venuesOf } from './venues.ts';

/** Ms between two readings: an age that changes with each tick cannot be read. */
const READ_EVERY = 1_000;
/** Ms from which seconds say enough. */
const IN_SECONDS = 1_000;

type Seen = Freshness & { readonly sequence: number | undefined };

function useFreshness(symbol: string): Seen {
  const read = (): Seen => {
    const quote = quoteStore.get(symbol);
    const status = bus.last('realtime')?.status;
    const connected = status === undefined || status === 'open' || status === 'connecting';
    return { ...freshnessOf({ quote, connected, online: isOnline(), now: serverNow() }), sequence: quote?.sequence };
  };
  const [seen, see] = useState(read);
  useEffect(() => {
    const update = () => see(read());
    update();
    const timer = setInterval(update, READ_EVERY);
    const stop = bus.on('realtime', update);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [symbol]);
  return seen;
}

/** The age of what is on the screen, where it comes from, and the number that the market gave it. */
export function FreshnessLine({
  instrument,
  simulated,
}: {
  readonly instrument: Instrument;
  readonly simulated: boolean;
}) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { state, age, sequence } = useFreshness(instrument.symbol);
  const venues = simulated ? t('fresh.simulated') : venuesOf(instrument, locale);
  const aged =
    age === null
      ? null
      : age < IN_SECONDS
        ? t('fresh.ms', { age: formatAmount(String(Math.round(age)), 0, locale) })
        : formatAge(age, locale);
  const parts = [t(`fresh.${state}`), aged, venues, sequence !== undefined && sequence > 0 ? `#${sequence}` : null];
  return (
    <p className={styles.fresh} data-state={state}>
      <span className={styles.dot} />
      {parts.filter((part) => part !== null).join(' · ')}
    </p>
  );
}
