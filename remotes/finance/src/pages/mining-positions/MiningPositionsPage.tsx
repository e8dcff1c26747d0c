import {
  daysOver,
  dueAt,
  interestOfDay,
  type MiningOrder,
  redemptionOf,
  useMiningOrders,
  useMiningSums,
} from '@tessera/api/mining';
import { useTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { screenUrl, useScreenParams } from '@tessera/router';
import { Badge, Button, EmptyState, KeyValue, Page, Tabs, Text } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import { TermProgress } from '../../earn/TermProgress.tsx';
import { PositionSheet } from '../../mining/PositionSheet.tsx';
import { useMiningTexts } from '../../mining/use-mining-texts.ts';
import styles from '../../Product.module.css';

const TONES = { in_progress: 'accent', redeemed: 'success', redeemed_early: 'neutral' } as const;

/** What is locked and what it was paid, by currency. */
function Sums() {
  const t = useTexts('finance/mining');
  const texts = useMiningTexts();
  const { data } = useMiningSums({ page: 1, limit: 1 });
  const scale = 8;
  return (data?.locked ?? []).map(({ currency, amount, interest_paid }) => (
    <KeyValue
      key={currency}
      items={[
        { label: t('position.locked'), value: texts.amount(amount, { currency, scale }), strong: true },
        { label: t('position.paid'), value: texts.amount(interest_paid, { currency, scale }) },
      ]}
    />
  ));
}

function Row({ order, onOpen }: { readonly order: MiningOrder; readonly onOpen: () => void }) {
  const t = useTexts('finance/mining');
  const texts = useMiningTexts();
  const { amount, day_rates: rates, scale, created_at, expires_at, status, renew } = order;
  const common = useTexts('finance');
  const over = daysOver(created_at, rates.length, serverNow());
  const next = over + 1;
  const early = redemptionOf({ amount, rates, scale, penaltyRatio: order.penalty_ratio }, over);
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.head}>
          <strong>{order.name}</strong>
          <Badge tone={TONES[status]}>{t(`state.${status}`)}</Badge>
          {renew && status === 'in_progress' && <Badge>{t('renew.on')}</Badge>}
          <span className={styles.amount}>{texts.amount(amount, order)}</span>
        </span>
        <Text as="span">
          {t('position.paidOf', {
            paid: texts.amount(order.interest_paid, order),
            total: texts.amount(order.interest_total, order),
          })}
        </Text>
        {status === 'in_progress' && next <= rates.length && (
          <Text as="span">
            {t('position.next', {
              amount: texts.amount(interestOfDay({ amount, rates, scale }, next), order),
              time: texts.time(dueAt(created_at, next)),
            })}
          </Text>
        )}
        <Text as="span">{t('position.endsAt', { time: texts.time(expires_at) })}</Text>
        {status === 'in_progress' && (
          <Text as="span">{common('position.exit', { amount: texts.amount(early.receives, order) })}</Text>
        )}
      </button>
      {status === 'in_progress' && <TermProgress startedAt={created_at} endsAt={expires_at} />}
    </li>
  );
}

/** The user's positions with their payments. */
export default function MiningPositionsPage() {
  const t = useTexts('finance/mining');
  const titles = useTexts('finance');
  const [{ id }] = useScreenParams('/pages/lockming/order', { id: 'string?' });
  const [tab, setTab] = useState<'running' | 'all'>('running');
  const query = useMiningOrders(tab === 'running' ? { status: 'in_progress' } : {});
  const result = useResult();
  const [chosen, setChosen] = useState<string | null>(id ?? null);
  const shown = query.rows?.find((order) => order.id === chosen);
  return (
    <Page title={titles('routes.lockming.order')} back>
      <Sums />
      <Tabs
        label={titles('routes.lockming.order')}
        items={[
          { id: 'running', label: t('position.running') },
          { id: 'all', label: t('position.all') },
        ]}
        value={tab}
        onChange={setTab}
      >
        <PagedList
          label={titles('routes.lockming.order')}
          query={query}
          row={(order) => <Row order={order} onOpen={() => setChosen(order.id)} />}
          empty={
            <EmptyState
              illustration="orders"
              compact
              title={t('position.none')}
              text={t('position.noneText')}
              action={<Button to={screenUrl('/pages/lockming/lockming')}>{t('welcome.products')}</Button>}
            />
          }
        />
      </Tabs>
      {shown && <PositionSheet order={shown} open onClose={() => setChosen(null)} onRedeemed={result.show} />}
      {result.screen}
    </Page>
  );
}
