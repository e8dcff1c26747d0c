import { byDay, type Portfolio, usePortfolio } from '@tessera/api/portfolio';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
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
} from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { useState } from 'react';
import { useCoins } from '../../earn/use-coins.ts';
import { useEarnTexts } from '../../earn/use-earn-texts.ts';
import { HoldingCard } from '../../portfolio/HoldingCard.tsx';
import { useFigures } from '../../portfolio/use-figures.ts';
import styles from './MyProductsPage.module.css';

/** Days of the calendar that are shown at first, and more at a time. */
const DAYS = 7;

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
  return (
    <section>
      <Heading size={16} weight="medium" below={2}>
        {t('holdings')}
      </Heading>
      <Stack as="ul" gap={3} aria-label={t('holdings')}>
        {holdings.map((holding) => (
          <HoldingCard key={`${holding.product} ${holding.id}`} holding={holding} />
        ))}
      </Stack>
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

/** Funds that lie idle, and what would take them, with its risk. */
function Idle({ idle }: Pick<Portfolio, 'idle'>) {
  const t = useTexts('finance/portfolio');
  const { fiat, money } = useFigures();
  const texts = useEarnTexts();
  const { data } = useCoins();
  const rows = idle.flatMap((each) => {
    const coin = data?.coins.find(({ currency }) => currency === each.currency);
    return coin ? [{ ...each, high: coin.high }] : [];
  });
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
            key={each.currency}
            start={<CoinIcon symbol={each.currency} />}
            title={money(each)}
            subtitle={t('upTo', { rate: texts.apr(each.high) })}
            value={fiat(each.value)}
            to={screenUrl('/pages/financial/coin', { coin: each.currency })}
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
                <EmptyState
                  illustration="wallet"
                  title={t('none')}
                  text={t('noneText')}
                  action={<Button to={screenUrl('/pages/financial/index')}>{t('start')}</Button>}
                />
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
