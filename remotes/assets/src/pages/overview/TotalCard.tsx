import type { Account, Wallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { div, formatAmount, formatFiat, isPositive, isZero } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Card, Heading, HIDDEN_AMOUNT, IconButton, Text, useLocale } from '@tessera/ui';
import { ExplainedBlock, type ExplainedFigure, formulaOf } from '@tessera/ui/content';
import { Eye, EyeOff } from 'lucide-react';
import { byAccount } from '../../wallets/allocation.ts';
import { Actions } from './Actions.tsx';
import styles from './AssetsPage.module.css';
import { ProfitRow, useProfitFigures } from './ProfitRow.tsx';

type Props = { readonly wallets: Wallets; readonly hidden: boolean; readonly onHide: (hidden: boolean) => void };

/** What everything is worth, what it earned, and the ways to move it. */
export function TotalCard({ wallets, hidden, onHide }: Props) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const fiat = useFiat();
  const money = (usd: string) => (hidden ? HIDDEN_AMOUNT : formatFiat(usd, fiat, locale));
  const names: Readonly<Record<string, string>> = {
    ...Object.fromEntries(wallets.accounts.map(({ type }) => [`account.${type}`, common(`account.${type}`)])),
    ...Object.fromEntries(wallets.products.map(({ product }) => [`product.${product}`, t(`product.${product}`)])),
  };
  const usdt = (value: string) => formatAmount(value, 2, locale);
  const bills = { to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') };
  const bitcoin = {
    label: `${t('overview.equivalent')} (BTC)`,
    value: `${hidden ? HIDDEN_AMOUNT : formatAmount(wallets.total_btc, 8, locale)} BTC`,
  };
  const earned = (
    title: string,
    part: (of: Pick<Account, 'yesterday_earnings' | 'total_earnings'>) => string,
  ): ExplainedFigure => ({
    title,
    value: money(part(wallets)),
    entries: wallets.accounts
      .filter((account) => !isZero(part(account)))
      .map((account) => ({ label: common(`account.${account.type}`), value: money(part(account)) })),
    note: t('overview.earnedNote'),
    link: bills,
  });
  const total: ExplainedFigure = {
    title: t('overview.total'),
    value: money(wallets.total),
    entries: [
      ...byAccount(wallets).map(({ name, value }) => ({ label: names[name] ?? name, value: money(value) })),
      { label: 'USDT', value: hidden ? HIDDEN_AMOUNT : formatAmount(wallets.total, 8, locale, { zeros: 'trimmed' }) },
      { label: `1 USDT (${fiat.code})`, value: fiat.rate },
    ],
    formula: t('overview.totalFormula'),
    note: t('overview.totalNote'),
  };
  const inBitcoin: ExplainedFigure = {
    title: bitcoin.label,
    value: `≈ ${bitcoin.value}`,
    ...formulaOf(bitcoin, [
      { label: t('overview.total'), value: hidden ? HIDDEN_AMOUNT : `${usdt(wallets.total)} USDT` },
      '÷',
      {
        label: t('overview.price', { currency: 'BTC' }),
        value: isPositive(wallets.total_btc) ? usdt(div(wallets.total, wallets.total_btc)) : '–',
      },
    ]),
  };
  const yields = [
    earned(t('overview.yesterday'), ({ yesterday_earnings }) => yesterday_earnings),
    earned(t('overview.earned'), ({ total_earnings }) => total_earnings),
  ];
  const profits = useProfitFigures(hidden);
  return (
    <Card>
      <div className={styles.head}>
        <Heading tone="weak" size={12}>
          {t('overview.total')} ({fiat.code})
        </Heading>
        <IconButton
          label={hidden ? t('overview.show') : t('overview.hide')}
          icon={hidden ? <EyeOff /> : <Eye />}
          aria-pressed={hidden}
          onClick={() => onHide(!hidden)}
        />
        <ExplainedBlock title={t('overview.total')} figures={[total, inBitcoin, ...profits, ...yields]} />
      </div>
      <Text tone="strong" size={36} weight="strong" tight breaks data-testid="total" translate="no">
        {total.value}
      </Text>
      <Text>{inBitcoin.value}</Text>
      <ProfitRow hidden={hidden} />
      <dl className={styles.earnings}>
        {yields.map(({ title, value }) => (
          <div key={title}>
            <Text as="dt">{title}</Text>
            <Text as="dd" tone="strong" size="inherit" weight="medium" translate="no">
              {value}
            </Text>
          </div>
        ))}
      </dl>
      <Actions />
    </Card>
  );
}
