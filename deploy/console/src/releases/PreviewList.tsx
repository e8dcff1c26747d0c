import type { OpenPreview } from '@tessera/registry-api';
import { Button, Card, Heading, Stack, Text } from '@tessera/ui';
import { CircleAlert } from '@tessera/ui/icons';
import { useId } from 'react';
import { formatMinute } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import { problemText } from '../registry/problem-text.ts';
import { usePreviews } from '../registry/queries.ts';
import { texts } from '../texts.ts';
import styles from './PreviewList.module.css';

export type PreviewListProps = {
  /** The epoch in force: a preview is a release event. */
  readonly epoch: number;
  readonly blocked: string | null;
  readonly onEnd: (preview: OpenPreview) => void;
};

/** The previews that work now, with who made them and why; nothing if there is none. */
export function PreviewList({ epoch, blocked, onEnd }: PreviewListProps) {
  const id = useId();
  const { data: previews = [], error } = usePreviews(epoch);
  if (error) {
    return (
      <Notice tone="warn" icon={<CircleAlert />} title={texts.preview.listFailed}>
        <p>{problemText(error)}</p>
      </Notice>
    );
  }
  if (previews.length === 0) return null;
  return (
    <Card gap={3} below={4} aria-labelledby={id}>
      <Heading size={16} id={id}>
        {texts.preview.list}
      </Heading>
      <Stack as="ul" gap={3}>
        {previews.map((preview) => (
          <li key={preview.id} className={styles.preview}>
            <div className={styles.what}>
              <Text tone="strong" size="inherit">{`${preview.name}@${preview.version}`}</Text>
              <p>{preview.why}</p>
              <Text>{texts.preview.made(preview.who, formatMinute(preview.expiresAt))}</Text>
            </div>
            <Button
              variant="secondary"
              disabled={blocked !== null}
              title={blocked ?? undefined}
              aria-label={texts.preview.endLabel(preview.name, preview.version)}
              onClick={() => onEnd(preview)}
            >
              {texts.preview.end}
            </Button>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
