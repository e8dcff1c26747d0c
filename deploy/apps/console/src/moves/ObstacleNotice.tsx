import { CircleAlert } from '@tessera/ui/icons';
import { Notice } from '../notice/Notice.tsx';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import styles from './ObstacleNotice.module.css';
import type { Obstacle } from './obstacle.ts';

/** Why a move did not go through; of a refusal every reason, one by one. */
export function ObstacleNotice({ obstacle }: { readonly obstacle: Obstacle }) {
  switch (obstacle.kind) {
    case 'meanwhile':
      return null;
    case 'refused':
      return (
        <Notice tone="danger" icon={<CircleAlert />} title={texts.move.refusedTitle(obstacle.reasons.length)} urgent>
          <ul className={styles.reasons}>
            {obstacle.reasons.map(({ code, message }) => (
              <li key={`${code} ${message}`}>
                <code className={styles.code}>{code}</code> {message}
              </li>
            ))}
          </ul>
        </Notice>
      );
    case 'unsure':
      return (
        <Notice tone="warn" icon={<CircleAlert />} title={texts.move.unsureTitle} urgent>
          <p>{problemText(obstacle.error)}</p>
          <p>{texts.move.unsureText}</p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="danger" icon={<CircleAlert />} title={texts.move.failedTitle} urgent>
          <p>{problemText(obstacle.error)}</p>
        </Notice>
      );
  }
}
