import { serverTime } from '@tessera/api';
import {
  type AccountName,
  PERIODS,
  type Period,
  periodStart,
  type RecordFilter,
  useRecords,
} from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { Page } from '@tessera/ui';
import { FilterChip } from '@tessera/ui/forms';
import { useState } from 'react';
import { ANY, CurrencyFilter, type KindChoice, KindFilter } from '../../records/filters.tsx';
import { RecordList } from '../../records/RecordList.tsx';
import styles from '../../records/Records.module.css';
import { ACCOUNT_ORDER } from '../../wallets/account-order.ts';
import { DownloadAction } from '../bills/Download.tsx';

export default function RecordsPage() {
  const t = useTexts('assets');
  const common = useTexts('common');
  const [account, setAccount] = useState<AccountName | typeof ANY>(ANY);
  const [kind, setKind] = useState<KindChoice>(ANY);
  const [currency, setCurrency] = useState<string>(ANY);
  const [period, setPeriod] = useState<Period>('all');
  const filter: RecordFilter = {
    period,
    ...(account !== ANY && { account }),
    ...(kind !== ANY && { kind }),
    ...(currency !== ANY && { currency_id: Number(currency) }),
  };
  const none = useRecords(filter).rows?.length === 0;
  const from = periodStart(period, serverTime());
  const { period: _, ...chosen } = filter;
  const asked = { ...chosen, ...(from !== undefined && { from }) };
  const title = t('routes.fund.assets_all_record');
  return (
    <Page title={title} back flush actions={<DownloadAction asked={asked} disabled={false} none={none} />}>
      <div className={styles.filters}>
        <FilterChip
          any={ANY}
          label={t('record.account')}
          options={[
            { value: ANY, label: t('record.allAccounts') },
            ...ACCOUNT_ORDER.map((value) => ({ value, label: common(`account.${value}`) })),
          ]}
          value={account}
          onChange={setAccount}
        />
        <CurrencyFilter value={currency} onChange={setCurrency} />
        <KindFilter value={kind} onChange={setKind} />
        <FilterChip
          any="all"
          label={t('record.period')}
          options={PERIODS.map((value) => ({ value, label: t(`record.period_${value}`) }))}
          value={period}
          onChange={setPeriod}
        />
      </div>
      <RecordList filter={filter} label={title} />
    </Page>
  );
}
