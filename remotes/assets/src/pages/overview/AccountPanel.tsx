import type { Account, Holding } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatFiat } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useFiat } from '@tessera/session';
import { Amount, CoinIcon, EmptyState, HIDDEN_AMOUNT, KeyValue, List, ListRow, useLocale } from '@tessera/ui';
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
  return (
    <section className={styles.panel}>
      <KeyValue
        items={[
          { label: t('overview.equivalent'), value: money(account.total), strong: true },
          { label: common('available'), value: money(account.available) },
          { label: common('frozen'), value: money(account.frozen) },
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
