import { useInvestProducts } from '@tessera/api/invest';
import { useMiningProducts } from '@tessera/api/mining';
import { byDay, type Portfolio, usePortfolio } from '@tessera/api/portfolio';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime, formatFiat, formatRate, formatUtcDay, type UtcDay } from '@tessera/money';
import { asScreenUrl, screenUrl } from '@tessera/router';
import { useFiat, useSession } from '@tessera/session';
import {
  Button,
  Card,
  CoinIcon,
  EmptyState,
  Heading,
  KeyValue,
  List,
  ListRow,
  Loaded,
  LogInFirst,
  Page,
  Stack,
  Text,
  useLocale,
} from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { useState } from 'react';
import { offersFor } from '../../portfolio/offers.ts';
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
      // A figure and its currency stay in one line.
      `${formatAmount(amount, scale, locale, { zeros: 'trimmed' })}\u00a0${currency}`,
    date: (day: UtcDay) => formatUtcDay(day, locale),
    time: (at: number) => formatDateTime(at, locale),
    rate: (ratio: string) => formatRate(ratio, locale, 3),
  };
}

/** One number for all, what it is made of, and what comes next. */
function Total({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useTexts('finance/portfolio');
  const { fiat, money, time } = useFigures();
  const { total, earned, calendar, holdings } = portfolio;
  const payment = calendar.find(({ kind }) => kind === 'interest');
  const maturity = calendar.find(({ kind }) => kind !== 'interest');
  return (
    <Card>
      <Text>{t('total')}</Text>
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
    </Card>
  );
}

function Holdings({ holdings }: Pick<Portfolio, 'holdings'>) {
  const t = useTexts('finance/portfolio');
  const { fiat, money } = useFigures();
  return (
    <section>
      <Heading size={16} weight="medium" below={2}>
        {t('holdings')}
      </Heading>
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
  const t = useTexts('finance/portfolio');
  const { money, date, time } = useFigures();
  const [shown, setShown] = useState(DAYS);
  const days = byDay(calendar);
  return (
    <section>
      <Heading size={16} weight="medium" below={2}>
        {t('calendar')}
      </Heading>
      <Stack gap={2}>
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
      </Stack>
      {days.length > shown && (
        <Button block variant="ghost" onClick={() => setShown(shown + DAYS)}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

/** Products that would take idle funds of a currency. */
function useOffers() {
  const t = useTexts('finance/portfolio');
  const { rate } = useFigures();
  const mining = useMiningProducts();
  const invest = useInvestProducts();
  return (currency: string) => {
    const { locked, demand, fixed } = offersFor(currency, mining.data?.list ?? [], invest.data?.list ?? []);
    return [
      locked !== null && { text: t('locked', { rate: rate(locked) }), to: screenUrl('/pages/lockming/lockming') },
      demand && {
        text: t('onDemand', { rate: rate(demand.annual_rate) }),
        to: screenUrl('/pages/fund/buyDemand', { id: demand.id }),
      },
      fixed && {
        text: t('fixed', { rate: rate(fixed.annual_rate), days: fixed.days ?? 0 }),
        to: screenUrl('/pages/invest/temp_purchase', { id: fixed.id }),
      },
    ].filter((offer) => offer !== null && offer !== false);
  };
}

/** Funds that lie idle, and what would take them, with its risk. */
function Idle({ idle }: Pick<Portfolio, 'idle'>) {
  const t = useTexts('finance/portfolio');
  const { fiat, money } = useFigures();
  const offersOf = useOffers();
  const rows = idle.flatMap((each) => offersOf(each.currency).map((offer) => ({ ...each, ...offer })));
  if (rows.length === 0) return null;
  return (
    <section>
      <Heading size={16} weight="medium" below={2}>
        {t('idle')}
      </Heading>
      <Text below={3}>{t('idleText')}</Text>
      <List card label={t('idle')}>
        {rows.map((each) => (
          <ListRow
            key={`${each.currency} ${each.text}`}
            start={<CoinIcon symbol={each.currency} />}
            title={each.text}
            subtitle={money(each)}
            value={fiat(each.value)}
            to={each.to}
          />
        ))}
      </List>
    </section>
  );
}

/** All financial products of the user in one place. */
export default function MyProductsPage() {
  const t = useTexts('finance/portfolio');
  const signedIn = useSession() !== null;
  const query = usePortfolio({});
  return (
    <Page title={t('title')} back>
      {!signedIn && <LogInFirst />}
      {signedIn && (
        <Loaded query={query}>
          {(data) => (
            <Stack gap={4} below={6}>
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
            </Stack>
          )}
        </Loaded>
      )}
    </Page>
  );
}
