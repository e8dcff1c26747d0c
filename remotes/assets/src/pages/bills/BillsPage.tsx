import { useRecords } from '@tessera/api/wallet';
import { useTexts } from '@tessera/i18n';
import { Page } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { ANY, CurrencyFilter, type KindChoice, KindFilter } from '../../records/filters.tsx';
import { RecordList } from '../../records/RecordList.tsx';
import recordStyles from '../../records/Records.module.css';
import { Download } from './Download.tsx';
import { type DayRange, dayOf, isReversed, timesOf } from './day-range.ts';

/** Every change of the accounts by type, currency and days; as statement or table to take along. */
export default function BillsPage() {
  const t = useTexts('assets');
  const [kind, setKind] = useState<KindChoice>(ANY);
  const [currency, setCurrency] = useState<string>(ANY);
  const [days, setDays] = useState<DayRange>({ from: '', to: '' });
  const reversed = isReversed(days);
  const today = dayOf(Date.now());
  const filter = {
    ...(reversed ? {} : timesOf(days)),
    ...(kind !== ANY && { kind }),
    ...(currency !== ANY && { currency_id: Number(currency) }),
  };
  const none = useRecords(filter).rows?.length === 0;
  const title = t('routes.setting.bill');
  return (
    <Page title={title} back flush footer={<Download asked={filter} disabled={reversed} none={none} />}>
      <div className={recordStyles.filters}>
        <KindFilter value={kind} onChange={setKind} />
        <CurrencyFilter value={currency} onChange={setCurrency} />
      </div>
      <div className={recordStyles.days}>
        <TextInput
          type="date"
          label={t('bill.from')}
          max={today}
          value={days.from}
          onChange={(from) => setDays({ ...days, from })}
        />
        <TextInput
          type="date"
          label={t('bill.to')}
          max={today}
          value={days.to}
          error={reversed ? t('bill.reversed') : undefined}
          onChange={(to) => setDays({ ...days, to })}
        />
      </div>
      <RecordList filter={filter} label={title} />
    </Page>
  );
}
