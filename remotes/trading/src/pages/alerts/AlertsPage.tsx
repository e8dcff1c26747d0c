import { type Alert, useAlerts, useChangeAlert, useRemoveAlert, useSetAlert } from '@tessera/api/alerts';
import { partsOf } from '@tessera/api/instruments';
import { problemText, useTexts } from '@tessera/i18n';
import { cmp, decimal, formatDateTime, plain, scaleOf } from '@tessera/money';
import { useQuote } from '@tessera/realtime';
import { useScreenParams } from '@tessera/router';
import {
  Button,
  ChipGroup,
  EmptyState,
  ErrorState,
  Page,
  Sheet,
  SkeletonRows,
  showToast,
  useLocale,
} from '@tessera/ui';
import { Checkbox, SegmentedControl, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import { exactText } from '../../exact-text.ts';
import { DEFAULT_PAIR } from '../../spot/instrument/chosen-pair.ts';
import { useInstrument } from '../../spot/instrument/instruments.ts';
import { type Draft, draftValue } from '../../spot/order-form/draft.ts';
import { NumberField } from '../../spot/order-form/NumberField.tsx';
import styles from './AlertsPage.module.css';

const PAUSES = [5, 60, 240, 1_440] as const;
const CHANGE_DIGITS = 2;

type FormProps = { readonly symbol: string; readonly alert: Alert | null; readonly onClose: () => void };

/** Sets an alert, or changes one. The direction of a price follows from where the market is. */
function AlertForm({ symbol, alert, onClose }: FormProps) {
  const t = useTexts('alerts');
  const locale = useLocale();
  const { quote } = partsOf(symbol);
  const { instrument } = useInstrument(symbol);
  const last = useQuote(symbol)?.last ?? instrument?.latest?.last ?? null;
  const [kind, setKind] = useState<Alert['kind']>(alert?.kind ?? 'price');
  const [direction, setDirection] = useState<Alert['direction']>(alert?.direction ?? 'above');
  const [draft, setDraft] = useState<Draft>(alert ? alert.level.replace('-', '') : '');
  const [repeats, setRepeats] = useState(alert?.repeats ?? false);
  const [pause, setPause] = useState(alert?.pause_minutes ?? 60);
  const outcome = {
    onDone() {
      showToast(t('saved'), 'success');
      onClose();
    },
    onRejected: (error: unknown) => showToast(problemText(error), 'error'),
  };
  const setting = useSetAlert({ subject: symbol, ...outcome });
  const changing = useChangeAlert({ subject: alert?.id ?? 'new', ...outcome });
  const { busy, unresolved, repeat } = alert ? changing : setting;
  const value = draftValue(draft);
  const save = () => {
    if (value === null) return;
    const size = plain(decimal(value));
    const terms =
      kind === 'price'
        ? {
            kind,
            level: size,
            direction: last !== null && cmp(size, last) < 0 ? ('below' as const) : ('above' as const),
          }
        : { kind, level: direction === 'below' ? `-${size}` : size, direction };
    const all = { ...terms, repeats, pause_minutes: pause };
    if (alert) changing.run({ id: alert.id, ...all });
    else setting.run({ symbol, ...all });
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('title', { symbol })}
      footer={
        !unresolved && (
          <Button block size="l" busy={busy} disabled={value === null || cmp(value, '0') === 0} onClick={save}>
            {t('save')}
          </Button>
        )
      }
    >
      {unresolved && (
        <Unresolved busy={busy} onRepeat={repeat}>
          {t('title', { symbol })}
        </Unresolved>
      )}
      <div className={styles.stack}>
        <SegmentedControl<Alert['kind']>
          label={t('kind')}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setDraft('');
          }}
          options={[
            { value: 'price', label: t('price') },
            { value: 'change', label: t('change') },
          ]}
        />
        {kind === 'change' && (
          <ChipGroup<Alert['direction']>
            label={t('direction')}
            value={direction}
            onChange={setDirection}
            options={[
              { value: 'above', label: t('up') },
              { value: 'below', label: t('down') },
            ]}
          />
        )}
        <NumberField
          name="level"
          label={kind === 'price' ? t('priceIn', { unit: quote }) : t('changeIn')}
          draft={draft}
          scale={kind === 'price' ? scaleOf(instrument?.tick ?? '0.01') : CHANGE_DIGITS}
          onDraft={setDraft}
        />
        {kind === 'price' && last !== null && (
          <p className={styles.note}>{t('now', { price: `${exactText(last, locale)} ${quote}` })}</p>
        )}
        <Checkbox checked={repeats} onChange={setRepeats}>
          {t('repeats')}
        </Checkbox>
        {repeats && (
          <>
            <p className={styles.note}>{t('pause')}</p>
            <ChipGroup
              label={t('pause')}
              value={String(pause)}
              onChange={(minutes) => setPause(Number(minutes))}
              options={PAUSES.map((minutes) => ({ value: String(minutes), label: t(`pauses.${minutes}`) }))}
            />
          </>
        )}
      </div>
    </Sheet>
  );
}

function AlertRow({ alert, onEdit }: { readonly alert: Alert; readonly onEdit: () => void }) {
  const t = useTexts('alerts');
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
        <span className={styles.note}>
          {alert.repeats ? t('each') : t('once')}
          {alert.status === 'done' && ` · ${t('done')}`}
          {alert.told_at !== null && ` · ${t('told', { at: formatDateTime(alert.told_at, locale) })}`}
        </span>
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
  const t = useTexts('alerts');
  const [{ symbol = DEFAULT_PAIR }] = useScreenParams('/pages/transaction/alerts', { symbol: 'string?' });
  const [form, setForm] = useState<{ readonly symbol: string; readonly alert: Alert | null } | null>(null);
  const query = useAlerts({});
  const list = query.data?.list;
  const add = <Button onClick={() => setForm({ symbol, alert: null })}>{t('add', { symbol })}</Button>;
  return (
    <Page title={t('heading')} back>
      {query.error && !list && <ErrorState text={problemText(query.error)} onRetry={() => void query.refetch()} />}
      {!list && !query.error && <SkeletonRows count={4} />}
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
      <p className={styles.note}>{t('record')}</p>
      {form && <AlertForm key={form.alert?.id ?? 'new'} {...form} onClose={() => setForm(null)} />}
    </Page>
  );
}
