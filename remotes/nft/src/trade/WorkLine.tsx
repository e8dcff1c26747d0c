import type { Artwork } from '@tessera/api/nft';
import { ScreenLink } from '@tessera/router';
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
      <strong>{work.name}</strong>
      <span className={styles.weak}>{work.artist.name}</span>
      {work.collection && <span className={styles.weak}>{work.collection.name}</span>}
    </span>
  </ScreenLink>
);
