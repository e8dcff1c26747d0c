import type { Account, Holding, Wallets } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { add, div, formatAmount, formatFiat, isPositive, isZero, mul } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Amount, CoinIcon, EmptyState, HIDDEN_AMOUNT, KeyValue, List, ListRow, useLocale } from '@tessera/ui';
import { ExplainedBlock, type ExplainedFigure } from '@tessera/ui/content';
import { SearchInput, Switch } from '@tessera/ui/forms';
import { useAtom } from 'jotai';
import { useState } from 'react';
import { hideSmallAtom } from '../../preferences.ts';
import { heldOf, holdsOf, SMALL, shownHoldings } from '../../wallets/holdings.ts';
import styles from './AssetsPage.module.css';

type RowProps = {
  readonly holding: Holding;
  /** What holds a part of it. */
  readonly holds: readonly Wallets['products'][number][];
  readonly hidden: boolean;
};

function HoldingRow({ holding, holds, hidden }: RowProps) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const fiat = useFiat();
  const { currency, currency_id, name, scale, frozen, equivalent } = holding;
  const reasons = holds.map(({ product }) => t(`product.${product}`)).join(', ');
  return (
    <ListRow
      figure
      to={screenUrl('/pages/fund/assets_record', { currency_id })}
      start={<CoinIcon symbol={currency} />}
      title={currency}
      subtitle={
        isZero(frozen) ? (
          name
        ) : (
          <>
            {common('frozen')} <Amount value={frozen} scale={scale} hidden={hidden} trimmed />
            {reasons !== '' && ` · ${reasons}`}
          </>
        )
      }
      value={<Amount value={heldOf(holding)} scale={scale} hidden={hidden} trimmed />}
      note={hidden ? HIDDEN_AMOUNT : `≈ ${formatFiat(equivalent, fiat, locale)}`}
    />
  );
}

type PanelProps = {
  readonly account: Account;
  readonly products: Wallets['products'];
  readonly hidden: boolean;
};

/** One account: its sums, what it holds, and the currencies without a balance behind one row. */
export function AccountPanel({ account, products, hidden }: PanelProps) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const fiat = useFiat();
  const [hideSmall, setHideSmall] = useAtom(hideSmallAtom);
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(false);
  const { held: rows, others } = shownHoldings(account.currencies, { hideSmall, search });
  const name = common(`account.${account.type}`);
  const money = (usd: string) => (hidden ? HIDDEN_AMOUNT : formatFiat(usd, fiat, locale));
  const held = account.currencies.filter(({ equivalent }) => isPositive(equivalent));
  const bills = { to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') };
  const figure = (title: string, usd: string, part: (holding: Holding) => string): ExplainedFigure => ({
    title,
    value: money(usd),
    entries: held
      .map((holding) => ({ holding, units: part(holding) }))
      .filter(({ units }) => isPositive(units))
      .map(({ holding: { currency, scale, equivalent, available, frozen }, units }) => ({
        label: `${currency} · ${hidden ? HIDDEN_AMOUNT : formatAmount(units, scale, locale, { zeros: 'trimmed' })}`,
        value: money(mul(units, div(equivalent, add(available, frozen)))),
      })),
    formula: t('overview.accountFormula'),
    link: bills,
  });
  const earned = (title: string, usd: string): ExplainedFigure => ({
    title,
    value: money(usd),
    note: t('overview.earnedNote'),
    link: bills,
  });
  const figures = [
    figure(t('overview.equivalent'), account.total, heldOf),
    figure(common('available'), account.available, ({ available }) => available),
    figure(common('frozen'), account.frozen, ({ frozen }) => frozen),
    earned(t('overview.yesterday'), account.yesterday_earnings),
    earned(t('overview.earned'), account.total_earnings),
  ];
  const row = (holding: Holding) => (
    <HoldingRow
      key={holding.currency_id}
      holding={holding}
      holds={holdsOf(products, account.type, holding.currency)}
      hidden={hidden}
    />
  );
  // What is searched for is shown, with a balance or without.
  const isOpen = all || search.trim() !== '';
  return (
    <section className={styles.panel}>
      <div>
        <div className={styles.head}>
          <h2 className={styles.heading}>{name}</h2>
          <ExplainedBlock title={name} figures={figures} />
        </div>
        <KeyValue items={figures.map(({ title, value }, index) => ({ label: title, value, strong: index === 0 }))} />
      </div>
      <SearchInput
        label={t('overview.search')}
        placeholder={t('overview.search')}
        value={search}
        onChange={setSearch}
      />
      <Switch
        label={t('overview.hideSmall')}
        note={t('overview.hideSmallNote', { limit: formatFiat(SMALL, fiat, locale) })}
        checked={hideSmall}
        onChange={setHideSmall}
      />
      {rows.length > 0 && (
        <List card label={name}>
          {rows.map(row)}
        </List>
      )}
      {rows.length === 0 && (!isOpen || others.length === 0) && (
        <EmptyState
          compact
          illustration="wallet"
          title={t('overview.emptyTitle')}
          text={t(held.length > 0 ? 'overview.noneShown' : 'overview.empty')}
        />
      )}
      {others.length > 0 && (
        <List card label={t('overview.others')}>
          {search.trim() === '' && (
            <ListRow
              title={t(all ? 'overview.othersHide' : 'overview.others')}
              value={others.length}
              onClick={() => setAll(!all)}
              current={all}
            />
          )}
          {isOpen && others.map(row)}
        </List>
      )}
    </section>
  );
}
