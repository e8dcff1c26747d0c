import { ratesOf, useMiningProducts } from '@tessera/api/mining';
import { byDay, type Portfolio, usePortfolio } from '@tessera/api/portfolio';
import { problemText, useTexts } from '@tessera/i18n';
import { formatAmount, formatDate, formatDateTime, formatFiat, formatRate } from '@tessera/money';
import { asScreenUrl, screenUrl, useHere } from '@tessera/router';
import { useFiat, useSession } from '@tessera/session';
import {
  Button,
  CoinIcon,
  EmptyState,
  ErrorState,
  KeyValue,
  List,
  ListRow,
  Page,
  SkeletonRows,
  useLocale,
} from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { useState } from 'react';
import styles from './MyProductsPage.module.css';

/** Days of the calendar that are shown at first, and more at a time. */
const DAYS = 7;

type Money = { readonly currency: string; readonly scale: number; readonly amount: string };

function useFigures() {
  const locale = useLocale();
  const fiat = useFiat();
  return {
    fiat: (usdt: string) => formatFiat(usdt, fiat, locale),
    money: ({ currency, scale, amount }: Money) =>
      `${formatAmount(amount, scale, locale, { zeros: 'trimmed' })} ${currency}`,
    date: (at: number) => formatDate(at, locale),
    time: (at: number) => formatDateTime(at, locale),
    rate: (ratio: string) => formatRate(ratio, locale, 3),
  };
}

/** One number for all, what it is made of, and what comes next. */
function Total({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useTexts('portfolio');
  const { fiat, money, time } = useFigures();
  const { total, earned, calendar, holdings } = portfolio;
  const payment = calendar.find(({ kind }) => kind === 'interest');
  const maturity = calendar.find(({ kind }) => kind !== 'interest');
  return (
    <section className={styles.card}>
      <p className={styles.weak}>{t('total')}</p>
      <Explained
        className={styles.total}
        title={t('total')}
        value={fiat(total)}
        entries={holdings.map((holding) => ({
          label: `${holding.name} · ${money(holding)}`,
          value: holding.value === null ? '–' : fiat(holding.value),
        }))}
        formula={t('totalFormula')}
        note={t('totalNote')}
      />
      <KeyValue
        items={[
          { label: t('earned'), value: fiat(earned) },
          ...(payment
            ? [
                {
                  label: t('next'),
                  value: `${payment.amount === null ? t('later') : money({ ...payment, amount: payment.amount })} · ${time(payment.at)}`,
                },
              ]
            : []),
          ...(maturity ? [{ label: t('maturity'), value: `${maturity.name} · ${time(maturity.at)}` }] : []),
        ]}
      />
    </section>
  );
}

function Holdings({ holdings }: Pick<Portfolio, 'holdings'>) {
  const t = useTexts('portfolio');
  const { fiat, money } = useFigures();
  return (
    <section>
      <h2 className={styles.heading}>{t('holdings')}</h2>
      <List card label={t('holdings')}>
        {holdings.map((holding) => (
          <ListRow
            key={`${holding.product} ${holding.id}`}
            start={<CoinIcon symbol={holding.currency} />}
            title={holding.name}
            subtitle={t(`product.${holding.product}`)}
            value={money(holding)}
            note={holding.value === null ? undefined : fiat(holding.value)}
            to={asScreenUrl(holding.screen) ?? undefined}
          />
        ))}
      </List>
    </section>
  );
}

/** What is due on which day, in UTC. */
function Calendar({ calendar }: Pick<Portfolio, 'calendar'>) {
  const t = useTexts('portfolio');
  const { money, date, time } = useFigures();
  const [shown, setShown] = useState(DAYS);
  const days = byDay(calendar);
  return (
    <section>
      <h2 className={styles.heading}>{t('calendar')}</h2>
      <div className={styles.days}>
        {days.slice(0, shown).map(({ day, events }) => (
          <List key={day} card label={date(day)}>
            {events.map((event, index) => (
              <ListRow
                // Positions of one product may be due at the same time.
                key={`${event.at} ${event.kind} ${index}`}
                title={t(`event.${event.kind}`)}
                subtitle={`${event.name} · ${time(event.at)}`}
                value={event.amount === null ? t('later') : money({ ...event, amount: event.amount })}
              />
            ))}
          </List>
        ))}
      </div>
      {days.length > shown && (
        <Button block variant="ghost" onClick={() => setShown(shown + DAYS)}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

/** What lies in no product, and what would take it: with what that means. */
function Idle({ idle }: Pick<Portfolio, 'idle'>) {
  const t = useTexts('portfolio');
  const { fiat, money, rate } = useFigures();
  const { data } = useMiningProducts({});
  const offers = (data?.list ?? []).filter(({ status }) => status === 'open');
  const rows = idle.flatMap((each) => {
    const rates = offers
      .filter(({ currency }) => currency === each.currency)
      .map(({ day_rates }) => ratesOf(day_rates));
    const best = rates.map(({ high }) => high).sort((a, b) => Number(b) - Number(a))[0];
    return best === undefined ? [] : [{ ...each, best }];
  });
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{t('idle')}</h2>
      <p className={styles.intro}>{t('idleText')}</p>
      <List card label={t('idle')}>
        {rows.map((each) => (
          <ListRow
            key={each.currency}
            start={<CoinIcon symbol={each.currency} />}
            title={money(each)}
            subtitle={t('upTo', { rate: rate(each.best) })}
            value={fiat(each.value)}
            to={screenUrl('/pages/lockming/lockming')}
          />
        ))}
      </List>
    </section>
  );
}

/** All financial products of the user in one place. */
export default function MyProductsPage() {
  const t = useTexts('portfolio');
  const here = useHere();
  const signedIn = useSession() !== null;
  const { data, isPending, error, isFetching, refetch } = usePortfolio({});
  return (
    <Page title={t('title')} back>
      {!signedIn && (
        <EmptyState
          illustration="wallet"
          title={t('login')}
          action={<Button to={screenUrl('/pages/common/login', { from: here })}>{t('loginButton')}</Button>}
        />
      )}
      {signedIn && isPending && <SkeletonRows count={6} />}
      {signedIn && error && !data && (
        <ErrorState text={problemText(error)} onRetry={() => refetch()} retrying={isFetching} />
      )}
      {signedIn && data && (
        <div className={styles.stack}>
          {data.holdings.length === 0 ? (
            <EmptyState illustration="wallet" title={t('none')} text={t('noneText')} />
          ) : (
            <>
              <Total portfolio={data} />
              <Holdings holdings={data.holdings} />
              {data.calendar.length > 0 && <Calendar calendar={data.calendar} />}
            </>
          )}
          <Idle idle={data.idle} />
        </div>
      )}
    </Page>
  );
}
