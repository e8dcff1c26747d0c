import { useCurrency, useWallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { add, div, formatAmount, formatFiat, isPositive } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import { useFiat } from '@tessera/session';
import {
  Amount,
  Badge,
  Button,
  Card,
  CoinIcon,
  EmptyState,
  Heading,
  KeyValue,
  List,
  ListRow,
  Loaded,
  Page,
  Span,
  Stack,
  Text,
  useLocale,
} from '@tessera/ui';
import { ExplainedBlock, type ExplainedFigure, formulaOf } from '@tessera/ui/content';
import { RecordList } from '../../records/RecordList.tsx';
import { BalanceWhy } from '../../wallets/BalanceWhy.tsx';
import { holdsOf } from '../../wallets/holdings.ts';
import styles from './CurrencyPage.module.css';

/** One currency over all accounts, with its records. */
export default function CurrencyPage() {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const fiat = useFiat();
  const [{ currency_id: currencyId = 0 }] = useScreenParams(
    '/pages/fund/assets_record',
    { currency_id: 'number' },
    { quiet: true },
  );
  const currency = useCurrency(currencyId > 0 ? { currency_id: currencyId } : null);
  const { data } = currency;
  const { data: wallets } = useWallets();
  const amount = (value: string, scale: number) => formatAmount(value, scale, locale, { zeros: 'trimmed' });
  const bills = { to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') };
  const whole = (of: NonNullable<typeof data>): readonly ExplainedFigure[] => {
    const { currency: code, available, frozen, equivalent, scale, accounts } = of;
    const held = add(available, frozen);
    const parts = [
      { label: common('available'), value: amount(available, scale) },
      '+',
      { label: common('frozen'), value: amount(frozen, scale) },
    ];
    const ofAccounts = (part: 'available' | 'frozen') =>
      accounts.map((account) => ({
        label: common(`account.${account.type}`),
        value: amount(account[part], scale),
      }));
    return [
      {
        title: common('balance'),
        value: amount(held, scale),
        ...formulaOf({ label: common('balance'), value: amount(held, scale) }, parts),
        link: bills,
      },
      {
        title: t('overview.equivalent'),
        value: `≈ ${formatFiat(equivalent, fiat, locale)}`,
        ...formulaOf({ label: t('overview.equivalent'), value: formatFiat(equivalent, fiat, locale) }, [
          '(',
          ...parts,
          ')',
          '×',
          {
            label: t('overview.price', { currency: code }),
            value: isPositive(held) ? amount(div(equivalent, held), 8) : '–',
          },
          '×',
          { label: `1 USDT (${fiat.code})`, value: fiat.rate },
        ]),
      },
      {
        title: common('available'),
        value: amount(available, scale),
        entries: ofAccounts('available'),
        formula: t('overview.balanceFormula'),
        link: bills,
      },
      {
        title: common('frozen'),
        value: amount(frozen, scale),
        entries: ofAccounts('frozen'),
        formula: t('overview.frozenFormula'),
        link: bills,
      },
    ];
  };
  /** Each balance with the entries by which it came about; of what is on hold, accounts that hold something. */
  const byAccount = (of: NonNullable<typeof data>): readonly ExplainedFigure[] =>
    of.accounts.flatMap(({ type, ...account }) =>
      (['available', 'frozen'] as const)
        .filter((part) => part === 'available' || isPositive(account.frozen))
        .map((part) => ({
          title: `${common(`account.${type}`)} · ${common(part)}`,
          value: amount(account[part], of.scale),
          children: <BalanceWhy account={type} currency={of} part={part} />,
        })),
    );
  const holds = (of: NonNullable<typeof data>) =>
    of.accounts.flatMap(({ type }) => holdsOf(wallets?.products ?? [], type, of.currency));
  const [symbol] = data?.symbols ?? [];
  return (
    <Page
      title={data?.currency ?? t('routes.fund.assets_record')}
      back
      footer={
        data && (
          <div className={styles.actions}>
            {/* What is switched off is said where its button was; the other ways stay. */}
            {!data.deposits_open && <Badge tone="warn">{t('deposit.suspended')}</Badge>}
            {!data.withdrawals_open && <Badge tone="warn">{t('payout.suspended')}</Badge>}
            {data.deposits_open && (
              <Button to={screenUrl('/pages/fund/receive', { currency_id: currencyId })}>
                {t('routes.fund.receive')}
              </Button>
            )}
            {data.withdrawals_open && (
              <Button variant="secondary" to={screenUrl('/pages/fund/withdraw', { currency_id: currencyId })}>
                {t('routes.fund.withdraw')}
              </Button>
            )}
            <Button
              variant="secondary"
              to={screenUrl('/pages/fund/transfer', { currency_id: currencyId, from: 'change', to: 'lever' })}
            >
              {t('routes.fund.transfer')}
            </Button>
            {symbol && (
              <Button variant="secondary" to={screenUrl('/pages/transaction/index', { symbol })}>
                {symbol}
              </Button>
            )}
          </div>
        )
      }
    >
      {currencyId <= 0 && (
        <EmptyState
          illustration="wallet"
          title={t('deposit.linkTitle')}
          action={<Button to={screenUrl('/pages/fund/assets')}>{t('routes.fund.assets')}</Button>}
        />
      )}
      {currencyId > 0 && <Loaded query={currency} />}
      {data && (
        <Stack gap={4} below={6} above={2}>
          <Card gap={4}>
            <p className={styles.head}>
              <CoinIcon symbol={data.currency} size="l" />
              <span>
                <Span tone="strong" size={28} weight="strong" tight>
                  <Amount value={add(data.available, data.frozen)} scale={data.scale} trimmed />
                </Span>
                <Text as="span" translate="no">
                  {`≈ ${formatFiat(data.equivalent, fiat, locale)}`}
                </Text>
              </span>
              <ExplainedBlock title={data.currency} figures={whole(data)} />
            </p>
            <KeyValue
              items={[
                {
                  label: common('available'),
                  value: <Amount value={data.available} scale={data.scale} unit={data.currency} trimmed />,
                },
                {
                  label: common('frozen'),
                  value: <Amount value={data.frozen} scale={data.scale} unit={data.currency} trimmed />,
                },
                ...holds(data).map(({ product, amount: part }) => ({
                  label: <Text tone="weak">{t(`product.${product}`)}</Text>,
                  value: <Amount value={part} scale={data.scale} unit={data.currency} trimmed />,
                })),
              ]}
            />
          </Card>
          <section>
            <div className={styles.title}>
              <Heading size={14} below={2}>
                {t('overview.accounts')}
              </Heading>
              <ExplainedBlock title={t('overview.accounts')} figures={byAccount(data)} />
            </div>
            <List card label={t('overview.accounts')}>
              {data.accounts.map(({ id, type, available, frozen }) => (
                <ListRow
                  figure
                  key={id}
                  title={common(`account.${type}`)}
                  value={<Amount value={add(available, frozen)} scale={data.scale} trimmed />}
                  note={isPositive(frozen) && `${common('frozen')} ${amount(frozen, data.scale)}`}
                />
              ))}
            </List>
          </section>
          <section>
            <Heading size={14} below={2}>
              {t('overview.records')}
            </Heading>
            <RecordList filter={{ currency_id: currencyId }} label={t('overview.records')} />
          </section>
        </Stack>
      )}
    </Page>
  );
}
