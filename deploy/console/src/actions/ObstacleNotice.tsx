import { Stack } from '@tessera/ui';
import { CircleAlert } from '@tessera/ui/icons';
import { Notice } from '../notice/Notice.tsx';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import styles from './ObstacleNotice.module.css';
import type { Obstacle } from './obstacle.ts';

/** Shows why a release failed, with every reason of a rejection. */
export function ObstacleNotice({ obstacle }: { readonly obstacle: Obstacle }) {
  switch (obstacle.kind) {
    case 'meanwhile':
      return null;
    case 'rejected':
      return (
        <Notice tone="danger" icon={<CircleAlert />} title={texts.action.rejectedTitle(obstacle.reasons.length)} urgent>
          <Stack as="ul" gap={2}>
            {obstacle.reasons.map(({ code, message }) => (
              <li key={`${code} ${message}`}>
                <code className={styles.code}>{code}</code> {message}
              </li>
            ))}
          </Stack>
        </Notice>
      );
    case 'unsure':
      return (
        <Notice tone="warn" icon={<CircleAlert />} title={texts.action.unsureTitle} urgent>
          <p>{problemText(obstacle.error)}</p>
          <p>{texts.action.unsureText}</p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="danger" icon={<CircleAlert />} title={texts.action.failedTitle} urgent>
          <p>{problemText(obstacle.error)}</p>
        </Notice>
      );
  }
}
