import { useWorkMetadata } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { Button, Stack, Text } from '@tessera/ui';
import { Explained } from '@tessera/ui/content';
import styles from './Detail.module.css';

/** The ERC-721 metadata of a work: its file, and the hash that names it. */
export function Metadata({ code }: { readonly code: string }) {
  const t = useTexts('nft');
  const { data } = useWorkMetadata({ code });
  if (!data) return null;
  return (
    <Stack as="section" gap={4} aria-label={t('meta.title')}>
      <div className={styles.row}>
        <Text as="span">{t('meta.title')}</Text>
        <Explained
          title={t('meta.hash')}
          value={
            <Text as="code" size={11} breaks>
              {data.sha256.slice(0, 12)}…
            </Text>
          }
          note={
            <>
              <Text as="code" size={11} breaks>
                {data.sha256}
              </Text>{' '}
              {t('meta.note')}
            </>
          }
        />
      </div>
      <Button variant="secondary" size="s" href={data.path} target="_blank" rel="noopener noreferrer">
        {t('meta.open')}
      </Button>
    </Stack>
  );
}
