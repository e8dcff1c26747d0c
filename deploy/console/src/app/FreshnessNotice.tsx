import { Button } from '@tessera/ui';
import { WifiOff } from '@tessera/ui/icons';
import { formatDuration } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import { useFigures } from '../registry/figures.ts';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';

/** The figures are old: why, how old, and what that means. */
export function FreshnessNotice({ now }: { readonly now: number }) {
  const { error, readAt, checking, retry } = useFigures();
  const age = formatDuration(now - readAt);
  return (
    <Notice
      tone="warn"
      icon={<WifiOff />}
      title={error?.kind === 'offline' ? texts.figures.offlineTitle : texts.figures.downTitle}
      action={
        <Button variant="secondary" busy={checking} onClick={retry}>
          {texts.figures.retry}
        </Button>
      }
    >
      {error && error.kind !== 'offline' && error.kind !== 'down' && <p>{problemText(error)}</p>}
      {/* Only the first age is read out: it ticks. */}
      <p aria-live="off">{texts.figures.downText(age)}</p>
    </Notice>
  );
}
