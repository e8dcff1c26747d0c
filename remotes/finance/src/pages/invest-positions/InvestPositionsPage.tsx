import { fixedInterest, type InvestOrder, penaltyOf, useInvestments } from '@tessera/api/invest';
import { useTexts } from '@tessera/i18n';
import { sub } from '@tessera/money';
import { screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Badge, Button, EmptyState, Page, Tabs, Text } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useResult } from '@tessera/ui/result';
import { useState } from 'react';
import { TermProgress } from '../../earn/TermProgress.tsx';
import { PositionSheet } from '../../invest/PositionSheet.tsx';
import { useInvestTexts } from '../../invest/use-invest-texts.ts';
import styles from '../../Product.module.css';

const TONES = {
  purchased: 'accent',
  settling: 'warn',
  completed: 'success',
  failed: 'warn',
  redeemed: 'neutral',
} as const;

function Row({ order, onOpen }: { readonly order: InvestOrder; readonly onOpen: () => void }) {
  const t = useTexts('finance/invest');
  const texts = useInvestTexts();
  const common = useTexts('finance');
  const { name, section, status, amount, accrued, created_at, matures_at, paid, paid_currency, scale } = order;
  const running = status === 'purchased';
  const paidScale = paid_currency === order.other_currency ? (order.other_scale ?? order.scale) : order.scale;
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.head}>
          <Text as="strong" tone="strong" size={16} weight="strong">
            {name}
          </Text>
          <Badge tone={TONES[status]}>{t(`state.${status}`)}</Badge>
          <span className={styles.amount}>{texts.amount(amount, order)}</span>
        </span>
        {order.section === 'demand' && (
          <Text as="span">{`${t('result.accrued')}: ${texts.amount(accrued, order)}`}</Text>
        )}
        {paid !== null && paid_currency !== null && (
          <Text as="span">
            {`${t('result.paid')}: ${texts.amount(paid, { currency: paid_currency, scale: paidScale })}`}
          </Text>
        )}
        {matures_at !== null && <Text as="span">{`${t('product.matures')}: ${texts.time(matures_at)}`}</Text>}
        {running && section === 'fixed' && (
          <>
            <Text as="span">
              {`${t('form.interest')}: ${texts.amount(fixedInterest(amount, order.annual_rate, order.days ?? 0, scale), order)}`}
            </Text>
            <Text as="span">
              {common('position.exit', {
                amount: texts.amount(sub(amount, penaltyOf(amount, order.penalty_ratio, scale)), order),
              })}
            </Text>
          </>
        )}
      </button>
      {running && matures_at !== null && <TermProgress startedAt={created_at} endsAt={matures_at} />}
    </li>
  );
}

/** The user's investments, what they pay and how they ended. */
export default function InvestPositionsPage() {
  const t = useTexts('finance/invest');
  const titles = useTexts('finance');
  const [{ id }] = useScreenParams('/pages/invest/mine', { id: 'string?' });
  const open = useOpenScreen();
  const [tab, setTab] = useState<'open' | 'all'>(id ? 'all' : 'open');
  const result = useResult();
  const [chosen, setChosen] = useState<string | null>(id ?? null);
  const query = useInvestments(tab === 'open' ? { status: 'open' } : {});
  const shown = query.rows?.find((order) => order.id === chosen);
  return (
    <Page title={titles('routes.invest.mine')} back>
      <Tabs
        label={titles('routes.invest.mine')}
        items={[
          { id: 'open', label: t('mine.open') },
          { id: 'all', label: t('mine.all') },
        ]}
        value={tab}
        onChange={setTab}
      >
        <PagedList
          label={titles('routes.invest.mine')}
          query={query}
          row={(order) => (
            <Row
              order={order}
              onOpen={() =>
                order.section === 'demand' && order.status === 'purchased'
                  ? open(screenUrl('/pages/fund/demandDeposit', { id: order.product_id }))
                  : setChosen(order.id)
              }
            />
          )}
          empty={
            <EmptyState
              illustration="orders"
              compact
              title={t('mine.none')}
              text={t('mine.noneText')}
              action={<Button to={screenUrl('/pages/invest/invest')}>{t('mine.products')}</Button>}
            />
          }
        />
      </Tabs>
      {shown && <PositionSheet order={shown} onClose={() => setChosen(null)} onRedeemed={result.show} />}
      {result.screen}
    </Page>
  );
}
