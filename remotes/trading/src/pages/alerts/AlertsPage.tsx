import { type Alert, useAlerts, useRemoveAlert } from '@tessera/api/alerts';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { useScreenParams } from '@tessera/router';
import { Button, EmptyState, Loaded, Page, SkeletonRows, showToast, Text, useLocale } from '@tessera/ui';
import { useState } from 'react';
import AlertForm from '../../alerts/AlertForm.tsx';
import { exactText } from '../../market/exact-text.ts';
import { DEFAULT_PAIR } from '../../market/instrument/chosen-pair.ts';
import styles from './AlertsPage.module.css';

function AlertRow({ alert, onEdit }: { readonly alert: Alert; readonly onEdit: () => void }) {
  const t = useTexts('trading/alerts');
  const locale = useLocale();
  const remove = useRemoveAlert({
    subject: alert.id,
    onDone: () => showToast(t('removed'), 'success'),
    onRejected: (error) => showToast(problemText(error), 'error'),
  });
  const level = exactText(alert.level, locale);
  const text = t(`text.${alert.kind}.${alert.direction}`, { level });
  return (
    <li className={styles.alert}>
      <div className={styles.face}>
        <strong>{alert.symbol}</strong>
        <span>{text}</span>
        <Text as="span">
          {alert.repeats ? t('each') : t('once')}
          {alert.status === 'done' && ` · ${t('done')}`}
          {alert.told_at !== null && ` · ${t('told', { at: formatDateTime(alert.told_at, locale) })}`}
        </Text>
      </div>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          size="s"
          aria-label={t('editOne', { alert: `${alert.symbol} ${text}` })}
          onClick={onEdit}
        >
          {t('edit')}
        </Button>
        <Button
          variant="secondary"
          size="s"
          busy={remove.busy}
          aria-label={t('removeOne', { alert: `${alert.symbol} ${text}` })}
          onClick={() => remove.run({ id: alert.id })}
        >
          {t('remove')}
        </Button>
      </div>
    </li>
  );
}

/** The user's price alerts: list, set, change, delete. */
export default function AlertsPage() {
  const t = useTexts('trading/alerts');
  const [{ symbol = DEFAULT_PAIR }] = useScreenParams('/pages/transaction/alerts', { symbol: 'string?' });
  const [form, setForm] = useState<{ readonly symbol: string; readonly alert: Alert | null } | null>(null);
  const query = useAlerts({});
  const list = query.data?.list;
  const add = <Button onClick={() => setForm({ symbol, alert: null })}>{t('add', { symbol })}</Button>;
  return (
    <Page title={t('heading')} back>
      <Loaded query={query} waiting={<SkeletonRows count={4} />} />
      {list?.length === 0 && <EmptyState illustration="message" title={t('none')} text={t('noneHelp')} action={add} />}
      {list && list.length > 0 && (
        <>
          <ul>
            {list.map((alert) => (
              <AlertRow key={alert.id} alert={alert} onEdit={() => setForm({ symbol: alert.symbol, alert })} />
            ))}
          </ul>
          <div className={styles.add}>{add}</div>
        </>
      )}
      <Text>{t('record')}</Text>
      {form && <AlertForm key={form.alert?.id ?? 'new'} {...form} onClose={() => setForm(null)} />}
    </Page>
  );
}
