import type { Artwork } from '@tessera/api/nft';
import { ScreenLink } from '@tessera/router';
import { Span, Text } from '@tessera/ui';
import { Picture } from '../media/Picture.tsx';
import { workScreen } from '../works/work-screen.ts';
import styles from './Trade.module.css';

/** The work that a form is about. */
export const WorkLine = ({ work }: { readonly work: Artwork }) => (
  <ScreenLink className={styles.work} to={workScreen(work)}>
    <span className={styles.thumb}>
      <Picture media={work.media} alt="" sizes="72px" eager square />
    </span>
    <span className={styles.names}>
      <Span as="strong" breaks>
        {work.name}
      </Span>
      <Text as="span">{work.artist.name}</Text>
      {work.collection && <Text as="span">{work.collection.name}</Text>}
    </span>
  </ScreenLink>
);
