import { type AccountName, useCurrency } from '@tessera/api/wallet';
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
  KeyValue,
  List,
  ListRow,
  Loaded,
  Page,
  useLocale,
} from '@tessera/ui';
import { Explained, formulaOf } from '@tessera/ui/content';
import { RecordList } from '../../records/RecordList.tsx';
import { BalanceWhy } from '../../wallets/BalanceWhy.tsx';
import styles from './CurrencyPage.module.css';

type Account = { readonly type: AccountName; readonly available: string; readonly frozen: string };

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
  const amount = (value: string, scale: number) => formatAmount(value, scale, locale, { zeros: 'trimmed' });
  const equivalentOf = ({ currency: code, available, frozen, equivalent, scale }: NonNullable<typeof data>) => {
    const held = add(available, frozen);
    const price = isPositive(held) ? amount(div(equivalent, held), 8) : '–';
    return formulaOf({ label: t('overview.equivalent'), value: formatFiat(equivalent, fiat, locale) }, [
      '(',
      { label: common('available'), value: amount(available, scale) },
      '+',
      { label: common('frozen'), value: amount(frozen, scale) },
      ')',
      '×',
      { label: t('overview.price', { currency: code }), value: price },
      '×',
      { label: `1 USDT (${fiat.code})`, value: fiat.rate },
    ]);
  };
  const bills = { to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') };
  const partOf = (of: NonNullable<typeof data>, { type, ...account }: Account, part: 'available' | 'frozen') => (
    <Explained
      title={`${common(`account.${type}`)} · ${common(part)}`}
      value={<Amount value={account[part]} scale={of.scale} trimmed />}
    >
      <BalanceWhy account={type} currency={of} part={part} />
    </Explained>
  );
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
        <div className={styles.sections}>
          <Card gap={4}>
            <p className={styles.head}>
              <CoinIcon symbol={data.currency} size="l" />
              <span>
                <Explained
                  className={styles.figure ?? ''}
                  title={common('balance')}
                  value={<Amount value={add(data.available, data.frozen)} scale={data.scale} trimmed />}
                  {...formulaOf(
                    { label: common('balance'), value: amount(add(data.available, data.frozen), data.scale) },
                    [
                      { label: common('available'), value: amount(data.available, data.scale) },
                      '+',
                      { label: common('frozen'), value: amount(data.frozen, data.scale) },
                    ],
                  )}
                  link={bills}
                />
                <Explained
                  className={styles.weak ?? ''}
                  title={t('overview.equivalent')}
                  value={`≈ ${formatFiat(data.equivalent, fiat, locale)}`}
                  {...equivalentOf(data)}
                />
              </span>
            </p>
            <KeyValue
              items={[
                {
                  label: common('available'),
                  value: (
                    <Explained
                      title={common('available')}
                      value={<Amount value={data.available} scale={data.scale} unit={data.currency} trimmed />}
                      entries={data.accounts.map(({ type, available }) => ({
                        label: common(`account.${type}`),
                        value: amount(available, data.scale),
                      }))}
                      formula={t('overview.balanceFormula')}
                      link={bills}
                    />
                  ),
                },
                {
                  label: common('frozen'),
                  value: (
                    <Explained
                      title={common('frozen')}
                      value={<Amount value={data.frozen} scale={data.scale} unit={data.currency} trimmed />}
                      entries={data.accounts.map(({ type, frozen }) => ({
                        label: common(`account.${type}`),
                        value: amount(frozen, data.scale),
                      }))}
                      formula={t('overview.frozenFormula')}
                      link={bills}
                    />
                  ),
                },
              ]}
            />
          </Card>
          <List card label={t('overview.accounts')}>
            {data.accounts.map((account) => (
              <ListRow
                key={account.id}
                title={common(`account.${account.type}`)}
                value={partOf(data, account, 'available')}
                note={
                  <>
                    {common('frozen')} {partOf(data, account, 'frozen')}
                  </>
                }
              />
            ))}
          </List>
          <section>
            <h2 className={styles.heading}>{t('overview.records')}</h2>
            <RecordList filter={{ currency_id: currencyId }} label={t('overview.records')} />
          </section>
        </div>
      )}
    </Page>
  );
}
