import type { Wallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatFiat, formatRate, sum } from '@tessera/money';
import { useFiat } from '@tessera/session';
import { Card, HIDDEN_AMOUNT, Stack, useLocale } from '@tessera/ui';
import { ExplainedBlock, type ExplainedFigure, formulaOf, ProgressBar } from '@tessera/ui/content';
import { SegmentedControl } from '@tessera/ui/forms';
import { useState } from 'react';
import { byAccount, byCurrency, type Share } from '../../wallets/allocation.ts';
import styles from './AssetsPage.module.css';

/** Parts that are shown apart; the rest is one. */
const SHOWN = 5;

function withRest(shares: readonly Share[], rest: string): readonly Share[] {
  if (shares.length <= SHOWN + 1) return shares;
  const others = shares.slice(SHOWN);
  return [
    ...shares.slice(0, SHOWN),
    { name: rest, value: sum(others.map(({ value }) => value)), ratio: sum(others.map(({ ratio }) => ratio)) },
  ];
}

/** How the funds are divided, by currency or by account and product. */
export function Allocation({ wallets, hidden }: { readonly wallets: Wallets; readonly hidden: boolean }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const fiat = useFiat();
  const money = (usd: string) => (hidden ? HIDDEN_AMOUNT : formatFiat(usd, fiat, locale));
  const [by, setBy] = useState<'currency' | 'account'>('currency');
  const names: Readonly<Record<string, string>> = {
    ...Object.fromEntries(wallets.accounts.map(({ type }) => [`account.${type}`, common(`account.${type}`)])),
    ...Object.fromEntries(wallets.products.map(({ product }) => [`product.${product}`, t(`product.${product}`)])),
  };
  const shares = withRest(by === 'currency' ? byCurrency(wallets) : byAccount(wallets), t('overview.rest'));
  const total = sum(shares.map((share) => share.value));
  const figures = shares.map(
    ({ name, value, ratio }): ExplainedFigure => ({
      title: names[name] ?? name,
      value: `${money(value)} · ${formatRate(ratio, locale, 1)}`,
      ...formulaOf({ label: t('overview.share'), value: formatRate(ratio, locale, 1) }, [
        { label: t('overview.equivalent'), value: money(value) },
        '÷',
        { label: t('overview.total'), value: money(total) },
      ]),
      note: t('overview.totalNote'),
    }),
  );
  return (
    <Card>
      <div className={styles.head}>
        <h2 className={styles.heading}>{t('overview.allocation')}</h2>
        <ExplainedBlock title={t('overview.allocation')} figures={figures} />
      </div>
      <SegmentedControl
        label={t('overview.allocation')}
        options={[
          { value: 'currency', label: t('overview.byCurrency') },
          { value: 'account', label: t('overview.byAccount') },
        ]}
        value={by}
        onChange={setBy}
      />
      <Stack gap={3} above={3}>
        {shares.map(({ name, ratio }, index) => (
          <ProgressBar key={name} label={names[name] ?? name} ratio={ratio} note={figures[index]?.value} />
        ))}
      </Stack>
    </Card>
  );
}
