import { type DataExport, useDataExport, useExportLink, useRequestExport } from '@tessera/api/identity';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { Badge, Button, Card, Heading, Loaded, SkeletonRows, showToast, Text, useLocale } from '@tessera/ui';
import { downloadFrom } from '@tessera/ui/content';
import { Download } from 'lucide-react';
import { useConfirmation } from '../../confirmation/use-confirmation.tsx';
import styles from './AccountControlPage.module.css';
import { sizeOf } from './size-of.ts';

function State({ copy }: { readonly copy: DataExport }) {
  const t = useTexts('account');
  const locale = useLocale();
  if (copy.state === 'none') return null;
  const tone = copy.state === 'ready' ? 'success' : copy.state === 'waiting' ? 'accent' : 'neutral';
  return (
    <p className={styles.state} role="status">
      <Badge tone={tone}>{t(`copy.${copy.state}`)}</Badge>
      {copy.state === 'ready' && copy.expires_at !== null && (
        <span>
          {copy.bytes !== null && `${sizeOf(copy.bytes, locale)} · `}
          {t('copy.until', { time: formatDayTime(copy.expires_at, locale) })}
        </span>
      )}
      {copy.state !== 'ready' && copy.requested_at !== null && (
        <span>{t('copy.asked', { time: formatDayTime(copy.requested_at, locale) })}</span>
      )}
    </p>
  );
}

/** A copy of all that is stored of the user, to download once. */
export function DataCopy({ now = Date.now }: { readonly now?: () => number }) {
  const t = useTexts('account');
  const locale = useLocale();
  const query = useDataExport();
  const { data: copy, refetch } = query;
  const { guard, sheet } = useConfirmation();
  const request = useRequestExport({ onDone: () => showToast(t('copy.begun'), 'success') });
  const link = useExportLink({
    onDone({ url }) {
      downloadFrom(url);
      void refetch();
    },
  });
  return (
    <Card gap={3} shrinks>
      <Heading size={16}>{t('copy.title')}</Heading>
      <Text tone="normal" size={14}>
        {t('copy.text')}
      </Text>
      <Loaded query={query} compact waiting={<SkeletonRows count={1} />} />
      {copy && <State copy={copy} />}
      {copy?.state === 'ready' && (
        <Button block icon={<Download />} busy={link.busy} onClick={() => guard(() => link.run({}))}>
          {t('copy.download')}
        </Button>
      )}
      {copy && copy.state !== 'ready' && copy.state !== 'waiting' && copy.next_at <= now() && (
        <Button variant="secondary" block busy={request.busy} onClick={() => guard(() => request.run({}))}>
          {t('copy.request')}
        </Button>
      )}
      {copy && copy.state !== 'ready' && copy.state !== 'waiting' && copy.next_at > now() && (
        <p className={styles.state}>{t('copy.next', { time: formatDayTime(copy.next_at, locale) })}</p>
      )}
      {sheet}
    </Card>
  );
}
