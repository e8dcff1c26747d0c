import { type BrakesState, useBrakes, useChangeBrakes } from '@tessera/api/brakes';
import { useTexts } from '@tessera/i18n';
import { formatAmount, formatDateTime } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import {
  Badge,
  Button,
  ChipGroup,
  Heading,
  KeyValue,
  Loaded,
  Page,
  SkeletonRows,
  Stack,
  showToast,
  Text,
  useLocale,
} from '@tessera/ui';
import { Question, type QuestionProps, useEntries } from '@tessera/ui/forms';
import { type ReactNode, useState } from 'react';
import { exactText } from '../../market/exact-text.ts';
import { NumberField } from '../../ticket/NumberField.tsx';
import styles from './BrakesPage.module.css';
import { changeOf, draftsOf, isHalf, isLooser } from './brake-form.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a self-exclusion may be chosen to last, in days. */
const EXCLUSIONS = ['1', '7', '30', '180'] as const;
type Exclusion = (typeof EXCLUSIONS)[number];

type Waiting = { readonly text: string; readonly at: number } | null;

/** A limit with its field, and what it becomes once a loosening takes effect. */
function Limit({ title, help, waits, children }: { title: string; help: string; waits: Waiting; children: ReactNode }) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  return (
    <section className={styles.limit}>
      <Heading size={14}>{title}</Heading>
      <Text>{help}</Text>
      {children}
      {waits && (
        <p className={styles.waits} role="status">
          {t('brakes.becomes', { value: waits.text, time: formatDateTime(waits.at, locale) })}
        </p>
      )}
    </section>
  );
}

/** What holds at the moment: the day so far, losses in a row, and what keeps from opening. */
function Today({ state }: { readonly state: BrakesState }) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { result_today, left_today, losses, cooling_until, excluded_until } = state;
  const money = (value: string, signed = false) => `${formatAmount(value, 2, locale, { signed })} USDT`;
  return (
    <>
      {cooling_until !== null && (
        <Badge tone="warn">{t('brakes.cooling', { time: formatDateTime(cooling_until, locale) })}</Badge>
      )}
      {excluded_until.value !== null && (
        <Badge tone="danger">{t('brakes.excluded', { time: formatDateTime(excluded_until.value, locale) })}</Badge>
      )}
      <KeyValue
        items={[
          { label: t('brakes.resultToday'), value: money(result_today, true) },
          ...(left_today === null ? [] : [{ label: t('brakes.leftToday'), value: money(left_today) }]),
          { label: t('brakes.losses'), value: String(losses) },
        ]}
      />
    </>
  );
}

const daysText = (days: Exclusion, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(Number(days));

/** Excludes the user from opening anything until a date; it can be made longer, not shorter, at once. */
function SelfExclusion({
  onExclude,
  command,
}: Pick<QuestionProps, 'command'> & { readonly onExclude: (until: number) => void }) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const [days, setDays] = useState<Exclusion>('1');
  const [asking, setAsking] = useState<number | null>(null);
  return (
    <>
      <ChipGroup<Exclusion>
        label={t('brakes.exclusion')}
        wrap
        value={days}
        onChange={setDays}
        options={EXCLUSIONS.map((value) => ({ value, label: daysText(value, locale) }))}
      />
      <Button variant="secondary" busy={command?.busy} onClick={() => setAsking(serverNow() + Number(days) * DAY_MS)}>
        {t('brakes.exclude')}
      </Button>
      <Question
        open={asking !== null}
        command={command}
        title={t('brakes.excludeTitle')}
        confirmLabel={t('brakes.exclude')}
        tone="danger"
        onConfirm={() => {
          if (asking !== null) onExclude(asking);
          setAsking(null);
        }}
        onClose={() => setAsking(null)}
      >
        {t('brakes.excludeHelp', { time: formatDateTime(asking ?? 0, locale) })}
      </Question>
    </>
  );
}

function Limits({ state }: { readonly state: BrakesState }) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { values: drafts, set, field } = useEntries(() => draftsOf(state));
  const command = useChangeBrakes({
    onDone(after, sent) {
      showToast(t(isLooser(sent, state) ? 'brakes.savedLater' : 'brakes.saved'), 'success');
      // A limit that loosens later stands in its field as it still is.
      set(draftsOf(after));
    },
  });
  const { run, busy } = command;
  const change = changeOf(drafts, state);
  const { daily_loss, max_multiple, cool_off, excluded_until } = state;
  const none = t('brakes.none');
  const waits = <Value,>(
    next: { readonly value: Value | null; readonly at: number } | null,
    text: (value: Value) => string,
  ): Waiting => next && { text: next.value === null ? none : text(next.value), at: next.at };
  const half = isHalf(drafts);
  return (
    <>
      <Today state={state} />
      <Limit
        title={t('brakes.dailyLoss')}
        help={t('brakes.dailyLossHelp')}
        waits={waits(daily_loss.next, (value) => `${exactText(value, locale)} USDT`)}
      >
        <NumberField label={`${t('brakes.dailyLoss')} (USDT)`} scale={2} {...field('dailyLoss')} />
      </Limit>
      <Limit
        title={t('brakes.multiple')}
        help={t('brakes.multipleHelp')}
        waits={waits(max_multiple.next, (value) => `${value}×`)}
      >
        <NumberField label={`${t('brakes.multiple')} (×)`} scale={0} {...field('multiple')} />
      </Limit>
      <Limit
        title={t('brakes.coolOff')}
        help={t('brakes.coolOffHelp')}
        waits={waits(cool_off.next, ({ losses, minutes }) => t('brakes.coolOffIs', { losses, minutes }))}
      >
        <Stack gap={2} pairs>
          <NumberField label={t('brakes.coolOffLosses')} scale={0} {...field('losses')} />
          <NumberField
            label={t('brakes.coolOffMinutes')}
            scale={0}
            {...field('minutes')}
            error={half && t('brakes.both')}
          />
        </Stack>
      </Limit>
      {change && !half && isLooser(change, state) && <p className={styles.waits}>{t('brakes.looser')}</p>}
      <Button block busy={busy} disabled={change === null || half} onClick={() => change && run(change)}>
        {t('brakes.save')}
      </Button>
      <Limit
        title={t('brakes.exclusion')}
        help={t('brakes.exclusionHelp')}
        waits={waits(excluded_until.next, (value) => formatDateTime(value, locale))}
      >
        <SelfExclusion command={command} onExclude={(until) => run({ excluded_until: until })} />
      </Limit>
    </>
  );
}

/** Limits that users set for their own trading: tighter ones hold at once, looser ones a day later. */
export default function BrakesPage() {
  const t = useTexts('trading/leverage');
  const query = useBrakes();
  return (
    <Page title={t('routes.brakes', { ns: 'trading' })} back>
      <Text>{t('brakes.lead')}</Text>
      <Loaded query={query} waiting={<SkeletonRows count={5} />}>
        {(data) => <Limits state={data} />}
      </Loaded>
    </Page>
  );
}
