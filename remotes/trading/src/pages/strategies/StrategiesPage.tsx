import { partsOf } from '@tessera/api/instruments';
import { type Plan, usePlans } from '@tessera/api/plans';
import { useTexts } from '@tessera/i18n';
import { formatMoment } from '@tessera/money';
import { ScreenLink, screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Card, EmptyState, IconButton, KeyValue, Page, Stack, Tabs, useLocale } from '@tessera/ui';
import { PagedList, SwipePanel } from '@tessera/ui/content';
import { Plus } from '@tessera/ui/icons';
import { useState } from 'react';
import { exactText } from '../../market/exact-text.ts';
import { PlanHead } from '../../plans/PlanHead.tsx';
import { averageText } from '../../plans/plan-figures.ts';
import styles from './StrategiesPage.module.css';

const SHELVES = ['running', 'ended'] as const;
type Shelf = (typeof SHELVES)[number];

const NEW = screenUrl('/pages/transaction/new_strategy');

function PlanRow({ plan }: { readonly plan: Plan }) {
  const t = useTexts('trading/plans');
  const locale = useLocale();
  const { base, quote } = partsOf(plan.symbol);
  return (
    <li>
      <ScreenLink className={styles.plan} to={screenUrl('/pages/transaction/strategy', { id: plan.id })}>
        <Card>
          <Stack gap={2}>
            <PlanHead plan={plan} />
            <KeyValue
              items={[
                // A scaled order's is in its bar.
                ...(plan.kind === 'scaled'
                  ? []
                  : [{ label: t('filled'), value: `${exactText(plan.filled_amount, locale)} ${base}` }]),
                {
                  label: t('average'),
                  value: plan.average_price === null ? '–' : averageText(plan.average_price, quote, locale),
                },
                plan.next_at === null
                  ? { label: t('started'), value: formatMoment(plan.created_at, locale) }
                  : { label: t('next'), value: formatMoment(plan.next_at, locale) },
              ]}
            />
          </Stack>
        </Card>
      </ScreenLink>
    </li>
  );
}

function Plans({ shelf }: { readonly shelf: Shelf }) {
  const t = useTexts('trading/plans');
  const query = usePlans({ status: shelf });
  return (
    <PagedList
      label={t(`shelf.${shelf}`)}
      query={query}
      className={styles.list}
      row={(plan) => <PlanRow key={plan.id} plan={plan} />}
      empty={
        <EmptyState
          illustration="orders"
          title={t(`none.${shelf}`)}
          text={t('noneHelp')}
          action={<Button to={NEW}>{t('create')}</Button>}
        />
      }
    />
  );
}

/** TWAP orders, scaled orders and recurring purchases of the user. */
export default function StrategiesPage() {
  const t = useTexts('trading/plans');
  const open = useOpenScreen();
  const [shelf, setShelf] = useState<Shelf>('running');
  return (
    <Page
      title={t('title')}
      back
      header={
        <Tabs<Shelf>
          label={t('title')}
          value={shelf}
          onChange={setShelf}
          items={SHELVES.map((id) => ({ id, label: t(`shelf.${id}`) }))}
        />
      }
      actions={<IconButton label={t('create')} icon={<Plus />} onClick={() => open(NEW)} />}
    >
      <SwipePanel ids={SHELVES} value={shelf} onChange={setShelf}>
        <Plans key={shelf} shelf={shelf} />
      </SwipePanel>
    </Page>
  );
}
