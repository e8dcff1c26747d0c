import type { Account, Holding } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { add, div, formatAmount, formatFiat, isPositive, mul } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Amount, CoinIcon, EmptyState, HIDDEN_AMOUNT, KeyValue, List, ListRow, useLocale } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import { SearchInput, Switch } from '@tessera/ui/forms';
import { useAtom } from 'jotai';
import { useState } from 'react';
import { hideSmallAtom } from '../../preferences.ts';
import { SMALL, shownHoldings } from '../../wallets/holdings.ts';
import styles from './AssetsPage.module.css';

function HoldingRow({ holding, hidden }: { readonly holding: Holding; readonly hidden: boolean }) {
  const common = useTexts('common');
  const locale = useLocale();
  const fiat = useFiat();
  const { currency, currency_id, name, scale, available, frozen, equivalent } = holding;
  return (
    <ListRow
      to={screenUrl('/pages/fund/assets_record', { currency_id })}
      start={<CoinIcon symbol={currency} />}
      title={currency}
      subtitle={
        Number(frozen) === 0 ? (
          name
        ) : (
          <>
            {common('frozen')} <Amount value={frozen} scale={scale} hidden={hidden} trimmed />
          </>
        )
      }
      value={<Amount value={available} scale={scale} hidden={hidden} trimmed />}
      note={hidden ? HIDDEN_AMOUNT : `≈ ${formatFiat(equivalent, fiat, locale)}`}
    />
  );
}

/** One account: its sums, and its currencies with the small ones hidden if one likes. */
export function AccountPanel({ account, hidden }: { readonly account: Account; readonly hidden: boolean }) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const fiat = useFiat();
  const [hideSmall, setHideSmall] = useAtom(hideSmallAtom);
  const [search, setSearch] = useState('');
  const rows = shownHoldings(account.currencies, { hideSmall, search });
  const money = (usd: string) => (hidden ? HIDDEN_AMOUNT : formatFiat(usd, fiat, locale));
  const held = account.currencies.filter(({ equivalent }) => isPositive(equivalent));
  const figure = (title: string, usd: string, part: (holding: Holding) => string) => (
    <Explained
      title={title}
      value={money(usd)}
      entries={held
        .map((holding) => ({ holding, units: part(holding) }))
        .filter(({ units }) => isPositive(units))
        .map(({ holding: { currency, scale, equivalent, available, frozen }, units }) => ({
          label: `${currency} · ${hidden ? HIDDEN_AMOUNT : formatAmount(units, scale, locale, { zeros: 'trimmed' })}`,
          value: money(mul(units, div(equivalent, add(available, frozen)))),
        }))}
      formula={t('overview.accountFormula')}
      link={{ to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') }}
    />
  );
  const earned = (title: string, usd: string) => (
    <Explained
      title={title}
      value={money(usd)}
      note={t('overview.earnedNote')}
      link={{ to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') }}
    />
  );
  return (
    <section className={styles.panel}>
      <KeyValue
        items={[
          {
            label: t('overview.equivalent'),
            value: figure(t('overview.equivalent'), account.total, ({ available, frozen }) => add(available, frozen)),
            strong: true,
          },
          {
            label: common('available'),
            value: figure(common('available'), account.available, ({ available }) => available),
          },
          { label: common('frozen'), value: figure(common('frozen'), account.frozen, ({ frozen }) => frozen) },
          { label: t('overview.yesterday'), value: earned(t('overview.yesterday'), account.yesterday_earnings) },
          { label: t('overview.earned'), value: earned(t('overview.earned'), account.total_earnings) },
        ]}
      />
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
      {rows.length > 0 ? (
        <List card label={common(`account.${account.type}`)}>
          {rows.map((holding) => (
            <HoldingRow key={holding.currency_id} holding={holding} hidden={hidden} />
          ))}
        </List>
      ) : (
        <EmptyState
          compact
          illustration="wallet"
          title={t('overview.emptyTitle')}
          text={t(account.currencies.length > 0 ? 'overview.noneShown' : 'overview.empty')}
        />
      )}
    </section>
  );
}
