import { type ProvenanceEvent, useProvenance } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { Badge, EmptyState, Stack, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { priceFigure } from '../figures.ts';
import styles from './Detail.module.css';

function Event({ event, many }: { readonly event: ProvenanceEvent; readonly many: boolean }) {
  const t = useTexts('nft');
  const locale = useLocale();
  const { kind, from, to, price, currency, reference, at, edition } = event;
  const maker = t('provenance.artist');
  const receiver = to ?? (kind === 'withdrawn' ? t('provenance.wallet') : maker);
  const passed = kind !== 'created' && kind !== 'opened';
  return (
    <Stack as="li" gap={1} below={3} above={3}>
      <div className={styles.row}>
        <Badge tone={kind === 'created' ? 'neutral' : 'accent'}>{t(`provenance.${kind}`)}</Badge>
        {price !== null && currency !== null && <strong>{priceFigure(price, currency, locale)}</strong>}
      </div>
      <div className={styles.row}>
        <Text as="span">
          {passed ? t('provenance.passed', { from: from ?? maker, to: receiver }) : (from ?? to ?? maker)}
          {many && ` · ${t('work.edition', { number: edition })}`}
        </Text>
        <Text as="time" dateTime={new Date(at).toISOString()}>
          {formatDateTime(at, locale)}
        </Text>
      </div>
      {reference !== null && (
        <Text as="code" size={11} breaks>
          {reference}
        </Text>
      )}
    </Stack>
  );
}

type Props = { readonly code: string; readonly many: boolean };

/** Everything that happened to a work, newest first. */
export function Provenance({ code, many }: Props) {
  const t = useTexts('nft');
  const query = useProvenance({ code });
  return (
    <PagedList
      label={t('work.provenance')}
      query={query}
      row={(event) => <Event event={event} many={many} />}
      empty={<EmptyState compact illustration="orders" title={t('provenance.none')} />}
    />
  );
}
