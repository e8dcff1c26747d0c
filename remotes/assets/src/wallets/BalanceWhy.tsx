import { type AccountName, useRecords } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime, isZero, sub, sum } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Loaded, SkeletonRows, useLocale } from '@tessera/ui';
import { Explanation, formulaOf } from '@tessera/ui/content';

/** Entries that are listed; the bills have all. */
const LISTED = 8;

type Props = {
  readonly account: AccountName;
  readonly currency: { readonly currency_id: number; readonly scale: number };
  readonly part: 'available' | 'frozen';
};

/** The latest entries behind a balance of one account, and how it follows from them. */
export function BalanceWhy({ account, currency: { currency_id, scale }, part }: Props) {
  const t = useTexts('assets');
  const common = useTexts('common');
  const locale = useLocale();
  const query = useRecords({ account, currency_id });
  const { rows } = query;
  if (!rows) return <Loaded query={query} compact waiting={<SkeletonRows count={4} />} />;
  const figure = (value: string, signed = false) => formatAmount(value, scale, locale, { zeros: 'trimmed', signed });
  const changeOf = ({ amount, frozen_amount }: (typeof rows)[number]) =>
    part === 'available' ? amount : frozen_amount;
  const latest = rows.filter((row) => !isZero(changeOf(row))).slice(0, LISTED);
  const [newest, oldest] = [latest[0], latest.at(-1)];
  const formula = () => {
    if (part === 'frozen') return t('overview.frozenFormula');
    if (!newest || !oldest) return t('overview.balanceFormula');
    const after = { label: common('available'), value: figure(newest.balance) };
    return formulaOf(after, [
      { label: t('overview.before'), value: figure(sub(oldest.balance, oldest.amount)) },
      '+',
      { label: t('overview.changes'), value: figure(sum(latest.map(changeOf))) },
    ]).formula;
  };
  return (
    <Explanation
      entries={latest.map((row) => ({
        // No plain text: two of one second are two entries.
        label: <span>{`${t(`kind.${row.kind}`)} · ${formatDateTime(row.at, locale)}`}</span>,
        value: figure(changeOf(row), true),
      }))}
      formula={formula()}
      note={latest.length === 0 ? t('overview.noEntries') : undefined}
      link={{ to: screenUrl('/pages/setting/bill'), label: t('routes.setting.bill') }}
    />
  );
}
