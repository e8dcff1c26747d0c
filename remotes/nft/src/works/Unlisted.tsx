import { type SubmittedWork, useOwnWork } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Button, EmptyState, KeyValue, Loaded, Skeleton, useLocale } from '@tessera/ui';
import { countFigure } from '../figures.ts';
import { MediaView } from '../media/MediaView.tsx';
import styles from './Detail.module.css';
import { Properties } from './Properties.tsx';
import { WorkHead } from './WorkHead.tsx';

export type UnlistedProps = { readonly code: string };

/** How an approved work will look, to its artist alone, before it is offered. */
function Preview({ work, code }: { readonly work: SubmittedWork; readonly code: string }) {
  const t = useTexts('nft');
  const locale = useLocale();
  const { title: name, media, rarity, editions, properties, description } = work;
  const { type } = media;
  const head = { name, rarity, editions, type, collection: null, is_blind_box: false, edition: null, resale: false };
  return (
    <>
      <MediaView work={{ name, type, media }} />
      <div className={styles.content}>
        <WorkHead work={head} />
        <p className={styles.notice}>{t('work.unlisted')}</p>
        <Button size="l" block to={screenUrl('/pages/nft/resell', { code })}>
          {t('routes.nft.resell')}
        </Button>
        <p className={styles.text}>{description}</p>
        <Properties properties={properties} />
        <KeyValue
          items={[
            { label: t('work.editions'), value: countFigure(editions, locale) },
            { label: t('work.code'), value: code },
          ]}
        />
      </div>
    </>
  );
}

/** A work that the market does not know: its artist's, before the first sale, or none at all. */
export default function Unlisted({ code }: UnlistedProps) {
  const t = useTexts('nft');
  const query = useOwnWork({ code });
  const { data: work, error, isLoading } = query;
  if (work) return <Preview work={work} code={code} />;
  if (isLoading || error) return <Loaded query={query} waiting={<Skeleton height="9rem" />} />;
  return (
    <EmptyState
      illustration="search"
      title={t('work.unknown')}
      text={t('work.unknownText')}
      action={<Button to={screenUrl('/pages/nft/nft')}>{t('work.browse')}</Button>}
    />
  );
}
