import { partsOf } from '@tessera/api/instruments';
import { type Plan, type PlanSlot, usePlan, usePlanOrders, useStopPlan } from '@tessera/api/plans';
import { useTexts } from '@tessera/i18n';
import { formatDateTime, formatMoment } from '@tessera/money';
import { useScreenParams } from '@tessera/router';
import {
  Card,
  EmptyState,
  Heading,
  KeyValue,
  type KeyValueItem,
  ListRow,
  Loaded,
  Page,
  SkeletonRows,
  Stack,
  useLocale,
} from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { AskedButton, useQuestion } from '@tessera/ui/forms';
import { exactText } from '../../market/exact-text.ts';
import { PlanHead } from '../../plans/PlanHead.tsx';
import { averageText, outcomeOf, useRefusal, useTerms } from '../../plans/plan-figures.ts';

function StopPlan({ plan }: { readonly plan: Plan }) {
  const t = useTexts('trading/plans');
  const question = useQuestion(t('stop.done'));
  const command = useStopPlan({ subject: plan.id, ...question.outcomes });
  if (plan.status === 'ended' && plan.open === 0) return null;
  const label = t(plan.status === 'running' ? 'stop.do' : 'cancelOpen');
  return (
    <AskedButton
      {...{ question, command, label }}
      button={{ block: true }}
      title={t('stop.title')}
      confirmLabel={label}
      cancelLabel={t('stop.keep')}
      tone="danger"
      onConfirm={() => command.run({ id: plan.id })}
    >
      {t('stop.help')}
    </AskedButton>
  );
}

/** What has been filled so far. */
function useResult(plan: Plan): readonly KeyValueItem[] {
  const t = useTexts('trading/plans');
  const common = useTexts('common');
  const refusal = useRefusal();
  const locale = useLocale();
  const { base, quote } = partsOf(plan.symbol);
  const items: KeyValueItem[] = [
    { label: t('filled'), value: `${exactText(plan.filled_amount, locale)} ${base}`, strong: true },
    {
      label: t('average'),
      value: plan.average_price === null ? '–' : averageText(plan.average_price, quote, locale),
    },
    { label: common('total'), value: `${exactText(plan.filled_quote_amount, locale)} ${quote}` },
    { label: common('fee'), value: `${exactText(plan.fee, locale)} ${plan.fee_currency}` },
  ];
  if (plan.open > 0) items.push({ label: t('open'), value: String(plan.open) });
  if (plan.skipped > 0) {
    const reason = plan.refusal === null ? '' : ` · ${refusal(plan.refusal)}`;
    items.push({ label: t('skipped'), value: `${plan.skipped}${reason}` });
  }
  if (plan.next_at !== null) items.push({ label: t('next'), value: formatMoment(plan.next_at, locale) });
  items.push({ label: t('started'), value: formatDateTime(plan.created_at, locale) });
  if (plan.ended_at !== null) items.push({ label: t('endedAt'), value: formatDateTime(plan.ended_at, locale) });
  return items;
}

function SlotRow({ slot, symbol }: { readonly slot: PlanSlot; readonly symbol: string }) {
  const t = useTexts('trading/plans');
  const refusal = useRefusal();
  const locale = useLocale();
  const { base, quote } = partsOf(symbol);
  const { order } = slot;
  const outcome = outcomeOf(slot);
  const price = order && (order.average_price ?? order.price);
  const amount = order && (outcome === 'filled' || outcome === 'partial' ? order.filled_amount : order.amount);
  return (
    <ListRow
      title={t('order', { number: slot.id })}
      subtitle={formatDateTime(slot.at, locale)}
      value={amount ? `${exactText(amount, locale)} ${base}` : '–'}
      note={[
        outcome === null ? refusal(slot.refusal ?? '') : t(`outcome.${outcome}`),
        ...(price ? [averageText(price, quote, locale)] : []),
      ].join(' · ')}
      figure
    />
  );
}

function PlanOrders({ plan: { id, symbol } }: { readonly plan: Plan }) {
  const t = useTexts('trading/plans');
  const query = usePlanOrders({ id });
  return (
    <PagedList
      label={t('list')}
      query={query}
      row={(slot) => <SlotRow key={slot.slot} slot={slot} symbol={symbol} />}
      empty={<EmptyState compact illustration="orders" title={t('listNone')} />}
    />
  );
}

function PlanDetail({ plan }: { readonly plan: Plan }) {
  const t = useTexts('trading/plans');
  const terms = useTerms(plan);
  const result = useResult(plan);
  return (
    <Stack gap={3} page>
      <Card>
        <Stack gap={3}>
          <PlanHead plan={plan} />
          <KeyValue items={result} />
        </Stack>
      </Card>
      <Card>
        <KeyValue items={terms} />
      </Card>
      <StopPlan plan={plan} />
      <Heading>{t('list')}</Heading>
      <PlanOrders plan={plan} />
    </Stack>
  );
}

/** One strategy: what was filled, its terms, its orders, and the way to stop it. */
export default function StrategyPage() {
  const t = useTexts('trading/plans');
  const [{ id = '0' }] = useScreenParams('/pages/transaction/strategy', { id: 'string?' });
  const query = usePlan({ id });
  return (
    <Page title={query.data ? t(`kinds.${query.data.kind}`) : t('title')} back>
      <Loaded query={query} waiting={<SkeletonRows count={6} />} />
      {query.data && <PlanDetail plan={query.data} />}
    </Page>
  );
}
