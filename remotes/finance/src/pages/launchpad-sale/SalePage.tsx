import { useBarred, useUserInfo } from '@tessera/api/identity';
import { type ProjectDetail, useProject } from '@tessera/api/launchpad';
import { useTexts } from '@tessera/i18n';
import { div, formatMoment, formatRate } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import { useSession } from '@tessera/session';
import {
  Button,
  EmptyState,
  Heading,
  Inline,
  KeyValue,
  Loaded,
  LogInButton,
  Note,
  Page,
  Stack,
  Text,
  useLocale,
} from '@tessera/ui';
import { Explained, Requirements } from '@tessera/ui/content';
import { countryName } from '@tessera/ui/places';
import { useState } from 'react';
import { CheckSheet } from '../../launchpad/CheckSheet.tsx';
import { figure, priceFigure } from '../../launchpad/figures.ts';
import styles from '../../launchpad/Launchpad.module.css';
import { SaleHead } from '../../launchpad/SaleHead.tsx';
import { SubscribeForm } from '../../launchpad/SubscribeForm.tsx';

/** ms between two looks at what was applied for and what it costs. */
const REFRESH_MS = 5_000;

function Figures({ sale }: { readonly sale: ProjectDetail }) {
  const t = useTexts('finance/launchpad');
  const locale = useLocale();
  const tokens = (value: string) => `${figure(value, sale.scale, locale)}\u00a0${sale.currency}`;
  const count = (value: number) => figure(String(value), 0, locale);
  return (
    <KeyValue
      items={[
        {
          label: t('price'),
          value: <Explained title={t('price')} value={priceFigure(sale.price, 'USDT', locale)} note={t('priceNote')} />,
        },
        { label: t('supply'), value: tokens(sale.total_issuance) },
        {
          label: t('appliedFor'),
          value: (
            <Explained
              title={t('appliedFor')}
              value={tokens(sale.subscribed)}
              formula={`${t('demand')} = ${formatRate(div(sale.subscribed, sale.total_issuance), locale, 1)}`}
              note={t('demandNote')}
            />
          ),
        },
        { label: t('left'), value: tokens(sale.remaining) },
        { label: t('cap'), value: tokens(sale.user_cap) },
        { label: t('least'), value: tokens(sale.min_amount) },
        { label: t('applicants'), value: count(sale.applied_count) },
        ...(sale.approved_count === null ? [] : [{ label: t('approved'), value: count(sale.approved_count) }]),
        { label: t('starts'), value: formatMoment(sale.start_time, locale) },
        { label: t('ends'), value: formatMoment(sale.end_time, locale) },
        { label: t('listing'), value: formatMoment(sale.listing_time, locale) },
        { label: t('lock'), value: t('lockValue', { days: String(sale.lock_days) }) },
      ]}
    />
  );
}

function Links({ sale }: { readonly sale: ProjectDetail }) {
  const t = useTexts('finance/launchpad');
  const links = [
    [t('website'), sale.website],
    [t('whitepaper'), sale.whitepaper],
  ] as const;
  return (
    <Inline gap={2} wrap>
      {links.map(
        ([label, href]) =>
          href !== null && (
            <Button key={label} variant="secondary" size="s" href={href} target="_blank" rel="noopener noreferrer">
              {label}
            </Button>
          ),
      )}
    </Inline>
  );
}

/** What a subscription asks: a country that it is sold in, and the least amount. */
function SaleAsks({ sale, barred }: { readonly sale: ProjectDetail; readonly barred: boolean }) {
  const locale = useLocale();
  const { data: user } = useUserInfo({}, { enabled: sale.countries.length > 0 });
  // Of a guest, and of a user whose country the exchange does not know, it is open.
  const code = user?.country || null;
  const country = code && countryName(code, locale);
  return (
    <Requirements
      of={[
        ...(sale.countries.length > 0
          ? [{ asks: 'country', country, met: code === null ? null : !barred } as const]
          : []),
        { asks: 'minimum', amount: `${figure(sale.min_amount, sale.scale, locale)}\u00a0${sale.currency}` },
      ]}
    />
  );
}

function Sale({ sale, onTurn }: { readonly sale: ProjectDetail; readonly onTurn: () => void }) {
  const t = useTexts('finance/launchpad');
  const locale = useLocale();
  const signedIn = useSession() !== null;
  const barred = useBarred(sale.countries);
  const [checking, setChecking] = useState(false);
  const cap = figure(sale.user_cap, sale.scale, locale);
  return (
    <div className={styles.stack}>
      <section className={styles.card} aria-label={sale.name}>
        <SaleHead sale={sale} onTurn={onTurn} />
      </section>
      {sale.status === 'in_progress' && <SaleAsks sale={sale} barred={barred} />}
      {sale.status === 'in_progress' && barred && <Note role="status">{t('country')}</Note>}
      {sale.status === 'in_progress' && signedIn && !barred && <SubscribeForm sale={sale} onMoved={onTurn} />}
      {sale.status === 'in_progress' && !signedIn && (
        <LogInButton size="l" block>
          {t('loginTo')}
        </LogInButton>
      )}
      {sale.allocated_at !== null && sale.status === 'ended' && (
        <Button variant="secondary" block onClick={() => setChecking(true)}>
          {t('check')}
        </Button>
      )}
      {sale.symbol !== null && (
        <Button block variant="secondary" to={screenUrl('/pages/transaction/index', { symbol: sale.symbol })}>
          {t('tradeNow', { currency: sale.currency })}
        </Button>
      )}
      <Figures sale={sale} />
      <Stack as="section" gap={2}>
        <Heading size={16}>{t('about')}</Heading>
        <Text tone="normal" size={14}>
          {sale.description}
        </Text>
        <Links sale={sale} />
      </Stack>
      <Stack as="section" gap={2}>
        <Heading size={16}>{t('howTitle')}</Heading>
        <Text tone="normal" size={14}>
          {t('how1', { cap, currency: sale.currency })}
        </Text>
        <Text tone="normal" size={14}>
          {t('how2')}
        </Text>
        <Text tone="normal" size={14}>
          {t('how3')}
        </Text>
        <Note>{t('risk')}</Note>
      </Stack>
      <CheckSheet project={sale.id} open={checking} onClose={() => setChecking(false)} />
    </div>
  );
}

/** One token sale: what it is, and subscribing to it while its window is open. */
export default function SalePage() {
  const t = useTexts('finance/launchpad');
  const [{ id }] = useScreenParams('/pages/ieo/subscribe', { id: 'number?' });
  const query = useProject(id === undefined ? null : { id }, { refetchInterval: REFRESH_MS });
  const { data, refetch } = query;
  return (
    <Page title={data?.name ?? t('title')} back>
      {id === undefined && (
        <EmptyState
          illustration="chart"
          title={t('empty')}
          action={<Button to={screenUrl('/pages/ieo/ieo')}>{t('browse')}</Button>}
        />
      )}
      {id !== undefined && (
        <Loaded query={query}>{(sale) => <Sale key={sale.id} sale={sale} onTurn={() => void refetch()} />}</Loaded>
      )}
    </Page>
  );
}
