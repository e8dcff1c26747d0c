import { type InvestOrder, useAccruals, useInvestments, useRedeem } from '@tessera/api/invest';
import { problemText, text, useTexts } from '@tessera/i18n';
import { cmp, formatUtcDay } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import {
  Button,
  Card,
  EmptyState,
  Heading,
  KeyValue,
  Loaded,
  Page,
  Stack,
  showToast,
  Text,
  useLocale,
} from '@tessera/ui';
import { AmountInput, Unresolved, useEntries } from '@tessera/ui/forms';
import { type Result, useResult } from '@tessera/ui/result';
import { Rate } from '../../invest/Rate.tsx';
import { useInvestTexts } from '../../invest/use-invest-texts.ts';
import styles from '../../Product.module.css';

/** What each day paid: its lowest balance, its rate and the interest. */
function Days({ order }: { readonly order: InvestOrder }) {
  const t = useTexts('finance/invest');
  const common = useTexts('common');
  const texts = useInvestTexts();
  const locale = useLocale();
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = useAccruals({ id: order.id });
  if (!rows || rows.length === 0) return <Text>{t('demand.first')}</Text>;
  return (
    <>
      <table className={styles.table}>
        <Text as="caption">{t('demand.days')}</Text>
        <thead>
          <tr>
            <th scope="col">{t('demand.day')}</th>
            <th scope="col">{t('demand.low')}</th>
            <th scope="col">{t('form.interest')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, low, amount }) => (
            <tr key={day}>
              <td>{formatUtcDay(day, locale)}</td>
              <td>{texts.amount(low, order)}</td>
              <td>{texts.amount(amount, order)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button variant="ghost" block busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {common('loadMore')}
        </Button>
      )}
    </>
  );
}

type DepositProps = { readonly order: InvestOrder; readonly onTaken: (result: Result) => void };

function Deposit({ order, onTaken }: DepositProps) {
  const t = useTexts('finance/invest');
  const texts = useInvestTexts();
  const { amount, accrued, currency, scale, product_id } = order;
  const form = useEntries(
    () => ({ number: '' }),
    ({ number: typed }) => ({
      number: cmp(typed || '0', amount) > 0 ? t('form.most', { amount: texts.amount(amount, order) }) : null,
    }),
  );
  const { number } = form.values;
  const { run, busy, unresolved, repeat } = useRedeem({
    subject: order.id,
    onDone(_, { number: taken }) {
      form.reset();
      onTaken({
        title: t('redeem.out'),
        amount: texts.amount(taken ?? amount, order),
        items: [
          { label: t('redeem.from'), value: order.name },
          { label: t('redeem.to'), value: text('common:account.change') },
        ],
      });
    },
    onRejected: (error) => showToast(problemText(error), 'error'),
  });
  return (
    <Card gap={3} aria-label={order.name}>
      <Heading size={16}>{order.name}</Heading>
      <Rate product={order} />
      <KeyValue
        items={[
          { label: t('form.amount'), value: texts.amount(amount, order), strong: true },
          { label: t('result.accrued'), value: texts.amount(accrued, order) },
        ]}
      />
      {unresolved && (
        <Unresolved busy={busy} onRepeat={repeat}>
          {`${t('redeem.take')} · ${texts.amount(unresolved.number ?? amount, order)}`}
        </Unresolved>
      )}
      <AmountInput
        label={t('redeem.number')}
        {...form.field('number')}
        unit={currency}
        scale={scale}
        balance={amount}
        percentages={[25, 50, 100]}
      />
      <Text>{t('demand.today')}</Text>
      <Button block busy={busy} disabled={number === '' || !form.valid} onClick={() => run({ id: order.id, number })}>
        {t('redeem.take')}
      </Button>
      <Button block variant="secondary" to={screenUrl('/pages/fund/buyDemand', { id: product_id })}>
        {t('demand.add')}
      </Button>
      <Days order={order} />
    </Card>
  );
}

/** Demand deposits with what each day paid; any part can be taken out. */
export default function DemandDepositsPage() {
  const t = useTexts('finance/invest');
  const titles = useTexts('finance');
  const [{ id }] = useScreenParams('/pages/fund/demandDeposit', { id: 'number?' });
  const result = useResult();
  const query = useInvestments({ section: 'demand', status: 'open' });
  const shown = query.rows?.filter(({ product_id }) => id === undefined || product_id === id);
  return (
    <Page title={titles('routes.fund.demandDeposit')} back>
      <Loaded query={query} />
      {shown?.length === 0 && (
        <EmptyState
          illustration="orders"
          compact
          title={t('mine.none')}
          text={t('about.demand')}
          action={<Button to={screenUrl('/pages/invest/invest', { section: 'demand' })}>{t('mine.products')}</Button>}
        />
      )}
      <Stack gap={4} below={8}>
        {shown?.map((order) => (
          <Deposit key={order.id} order={order} onTaken={result.show} />
        ))}
      </Stack>
      {result.screen}
    </Page>
  );
}
