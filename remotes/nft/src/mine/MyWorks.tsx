import { type MyWork, useMyWorks } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { formatDate } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { Badge, Button, EmptyState, Span, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { priceFigure } from '../figures.ts';
import { Picture } from '../media/Picture.tsx';
import { isClosedBox } from '../works/closed-box.ts';
import { workScreen } from '../works/work-screen.ts';
import styles from './Mine.module.css';

type State = 'owned' | 'reselling' | 'resold';

/** What is to be known of it at a glance. */
function Mark({ work, state }: { readonly work: MyWork; readonly state: State }) {
  const t = useTexts('nft');
  if (state === 'resold') return null;
  if (work.withdrawn) return <Badge>{t('own.withdrawn')}</Badge>;
  if (work.selling) return <Badge tone="accent">{t('own.selling')}</Badge>;
  if (isClosedBox(work)) return <Badge tone="success">{t('own.closed')}</Badge>;
  return null;
}

function Row({ work, state }: { readonly work: MyWork; readonly state: State }) {
  const t = useTexts('nft');
  const locale = useLocale();
  const money = (value: string) => priceFigure(value, work.currency, locale);
  const sold = state === 'resold';
  return (
    <li>
      <ScreenLink
        className={styles.row}
        to={sold ? workScreen(work) : screenUrl('/pages/nft/myNft', { code: work.code })}
      >
        <span className={styles.thumb}>
          <Picture media={work.media} alt="" sizes="64px" square />
        </span>
        <span className={styles.main}>
          <Span as="strong" breaks>
            {work.name}
          </Span>
          <Text as="span">
            {work.artist.name}
            {work.edition !== null && ` · ${t('work.editionOf', { number: work.edition, count: work.editions })}`}
          </Text>
          <Text as="span">{t(sold ? 'mine.soldOn' : 'mine.since', { date: formatDate(work.since, locale) })}</Text>
        </span>
        <span className={styles.end}>
          <Mark work={work} state={state} />
          {state === 'reselling' && <strong>{money(work.current_bid ?? work.price)}</strong>}
          {sold && work.proceeds !== null && (
            <>
              <Text as="span">{t('mine.proceeds')}</Text>
              <strong>{money(work.proceeds)}</strong>
            </>
          )}
        </span>
      </ScreenLink>
    </li>
  );
}

/** What the user owns, sells, or has sold. */
export function MyWorks({ state }: { readonly state: State }) {
  const t = useTexts('nft');
  const query = useMyWorks({ state });
  return (
    <PagedList
      label={t(`mine.label.${state}`)}
      query={query}
      row={(work) => <Row work={work} state={state} />}
      empty={
        <EmptyState
          illustration="box"
          title={t(`mine.none.${state}`)}
          text={t(`mine.noneText.${state}`)}
          action={state === 'owned' ? <Button to={screenUrl('/pages/nft/nft')}>{t('work.browse')}</Button> : undefined}
        />
      }
    />
  );
}
