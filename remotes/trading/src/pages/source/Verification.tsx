import { useTicksCheck } from '@tessera/api/instruments';
import { useTexts } from '@tessera/i18n';
import { formatClock, formatDateTime } from '@tessera/money';
import { Badge, type BadgeTone, Button, Heading, KeyValue, Loaded, SkeletonRows, Text, useLocale } from '@tessera/ui';
import { Codes } from '@tessera/ui/content';
import styles from './SourcePage.module.css';
import { type MinuteResult, verifyMinutes } from './verify-minutes.ts';

const TONES: Readonly<Record<MinuteResult['outcome'], BadgeTone>> = {
  valid: 'success',
  unsigned: 'warn',
  ticks: 'danger',
  heads: 'danger',
  signature: 'danger',
};

/** The newest signed head of a symbol, and the last minutes verified in this browser. */
export default function Verification({ symbol }: { readonly symbol: string }) {
  const t = useTexts('trading/source');
  const locale = useLocale();
  const query = useTicksCheck(symbol, verifyMinutes);
  const { data, isFetching, refetch } = query;
  if (!data) return <Loaded query={query} compact waiting={<SkeletonRows count={4} />} />;
  const { key, newest, minutes, canVerify } = data;
  const head = newest?.heads[symbol];
  if (!newest || !head)
    return (
      <Text tone="normal" above={2}>
        {t('source.noHead')}
      </Text>
    );
  return (
    <>
      {!canVerify && (
        <p className={styles.cannot} role="status">
          {t('source.cannot')}
        </p>
      )}
      <ul className={styles.minutes} aria-label={t('source.minutes')}>
        {minutes.map(({ at, ticks, outcome }) => (
          <li key={at}>
            <span>{formatClock(at, locale)}</span>
            <span className={styles.ticks}>{t('source.ticks', { count: ticks })}</span>
            <Badge tone={TONES[outcome]}>{t(`source.outcome.${outcome}`)}</Badge>
          </li>
        ))}
      </ul>
      <Button variant="secondary" block busy={isFetching} onClick={() => void refetch()}>
        {t('source.again')}
      </Button>
      <Heading size={14} above={6} below={2}>
        {t('source.head')}
      </Heading>
      <KeyValue
        items={[
          { label: t('source.signedAt'), value: formatDateTime(newest.at, locale) },
          { label: t('source.number'), value: String(head[0]) },
        ]}
      />
      <Codes
        items={[
          { label: t('source.link'), codes: [head[1]] },
          { label: t('source.signature'), codes: [newest.signature] },
          { label: t('source.key', { ns: 'trading' }), codes: [key] },
        ]}
      />
      <Text tone="normal" above={2}>
        {t('source.keyHelp')}
      </Text>
    </>
  );
}
