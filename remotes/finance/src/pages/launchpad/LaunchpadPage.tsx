import { type Project, useProjects } from '@tessera/api/launchpad';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl, useOpenScreen } from '@tessera/router';
import { EmptyState, IconButton, KeyValue, Page, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { SegmentedControl } from '@tessera/ui/forms';
import { History } from '@tessera/ui/icons';
import { useState } from 'react';
import { figure, priceFigure } from '../../launchpad/figures.ts';
import styles from '../../launchpad/Launchpad.module.css';
import { SaleHead } from '../../launchpad/SaleHead.tsx';

type Row = Omit<Project, 'id'> & { readonly id: string };
type Filter = 'all' | 'in_progress' | 'warm_up' | 'ended';

function SaleCard({ sale, onTurn }: { readonly sale: Row; readonly onTurn: () => void }) {
  const t = useTexts('finance/launchpad');
  const locale = useLocale();
  return (
    <li>
      <ScreenLink className={styles.card} to={screenUrl('/pages/ieo/subscribe', { id: Number(sale.id) })}>
        <SaleHead sale={sale} onTurn={onTurn} />
        <KeyValue
          items={[
            { label: t('price'), value: priceFigure(sale.price, 'USDT', locale) },
            { label: t('supply'), value: `${figure(sale.total_issuance, sale.scale, locale)} ${sale.currency}` },
            { label: t('applicants'), value: figure(String(sale.applied_count), 0, locale) },
          ]}
        />
      </ScreenLink>
    </li>
  );
}

/** Token sales: in progress, to come, and over. */
export default function LaunchpadPage() {
  const t = useTexts('finance/launchpad');
  const open = useOpenScreen();
  const [filter, setFilter] = useState<Filter>('all');
  const query = useProjects(filter === 'all' ? {} : { status: filter });
  return (
    <Page
      title={t('title')}
      back
      actions={<IconButton label={t('mine')} icon={<History />} onClick={() => open(screenUrl('/pages/ieo/order'))} />}
      header={
        <SegmentedControl<Filter>
          className={styles.filter}
          label={t('title')}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: t('all') },
            { value: 'in_progress', label: t('inProgress') },
            { value: 'warm_up', label: t('warmUp') },
            { value: 'ended', label: t('ended') },
          ]}
        />
      }
    >
      <div className={styles.stack}>
        <PagedList
          label={t('title')}
          query={query}
          row={(sale) => <SaleCard sale={sale} onTurn={() => void query.refetch()} />}
          empty={<EmptyState illustration="chart" title={t('empty')} text={t('emptyText')} />}
        />
      </div>
    </Page>
  );
}
