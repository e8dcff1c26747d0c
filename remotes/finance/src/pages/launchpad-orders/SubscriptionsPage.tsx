import { type Subscription, useSubscriptions } from '@tessera/api/launchpad';
import { useTexts } from '@tessera/i18n';
import { formatMoment } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import { Badge, type BadgeTone, Button, EmptyState, Inline, KeyValue, Page, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useState } from 'react';
import { CheckSheet } from '../../launchpad/CheckSheet.tsx';
import { figure, priceFigure } from '../../launchpad/figures.ts';
import styles from '../../launchpad/Launchpad.module.css';

const STATUS = {
  applied: { tone: 'accent', text: 'stApplied' },
  allotted: { tone: 'warn', text: 'stAllotted' },
  unlocked: { tone: 'success', text: 'stUnlocked' },
  returned: { tone: 'neutral', text: 'stReturned' },
} as const satisfies Record<Subscription['status'], { readonly tone: BadgeTone; readonly text: string }>;

type RowProps = { readonly of: Subscription; readonly onCheck: (project: number) => void };

function SubscriptionCard({ of, onCheck }: RowProps) {
  const t = useTexts('finance/launchpad');
  const locale = useLocale();
  const tokens = (value: string) => `${figure(value, of.scale, locale)}\u00a0${of.currency}`;
  const paid = (value: string) => priceFigure(value, of.pay_currency, locale);
  const { tone, text } = STATUS[of.status];
  return (
    <li className={styles.card}>
      <Inline gap={3}>
        <span className={styles.name}>
          {of.name}
          <Text as="span" block weight="normal">
            {formatMoment(of.created_at, locale)}
          </Text>
        </span>
        <Badge tone={tone}>{t(text)}</Badge>
      </Inline>
      <KeyValue
        items={[
          { label: t('appliedFor'), value: tokens(of.amount) },
          { label: t('price'), value: paid(of.final_price ?? of.price) },
          { label: t('paid'), value: paid(of.paid) },
          ...(of.sold === null || of.sold_currency === null
            ? []
            : [{ label: t('paidWith'), value: priceFigure(of.sold, of.sold_currency, locale) }]),
          ...(of.approved === null ? [] : [{ label: t('got'), value: tokens(of.approved), strong: true }]),
          ...(of.returned === null ? [] : [{ label: t('returned'), value: paid(of.returned) }]),
          ...(of.status === 'applied' || of.status === 'allotted'
            ? [{ label: t('unlocks'), value: formatMoment(of.unlock_at, locale) }]
            : []),
        ]}
      />
      <Inline gap={2} wrap>
        {of.approved !== null && (
          <Button variant="secondary" size="s" onClick={() => onCheck(of.project_id)}>
            {t('check')}
          </Button>
        )}
        {of.status === 'unlocked' && (
          <Button size="s" to={screenUrl('/pages/transaction/index', { symbol: `${of.currency}/USDT` })}>
            {t('tradeNow', { currency: of.currency })}
          </Button>
        )}
      </Inline>
    </li>
  );
}

/** The user’s subscriptions to token sales, newest first. */
export default function SubscriptionsPage() {
  const t = useTexts('finance/launchpad');
  const [{ id }] = useScreenParams('/pages/ieo/order', { id: 'number?' });
  const query = useSubscriptions(id === undefined ? {} : { project_id: id });
  const [checking, setChecking] = useState<number | null>(null);
  return (
    <Page title={t('mine')} back>
      <div className={styles.stack}>
        <PagedList
          label={t('mine')}
          query={query}
          row={(each) => <SubscriptionCard of={each} onCheck={setChecking} />}
          empty={
            <EmptyState
              illustration="orders"
              title={t('ordersEmpty')}
              text={t('ordersEmptyText')}
              action={<Button to={screenUrl('/pages/ieo/ieo')}>{t('browse')}</Button>}
            />
          }
        />
      </div>
      <CheckSheet project={checking ?? 0} open={checking !== null} onClose={() => setChecking(null)} />
    </Page>
  );
}
