import type { RegistryError } from '@tessera/registry-api';
import { Button } from '@tessera/ui';
import { WifiOff } from '@tessera/ui/icons';
import { formatDuration } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import { useFigures } from '../registry/figures.ts';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';

/** These errors are reported elsewhere. */
const SAID_BY_TITLE: readonly string[] = ['offline', 'down', 'backend'];

/** Title by error; without an error the responses are only late. */
function titleOf(error: RegistryError | null): string {
  const { titles } = texts.figures;
  switch (error?.kind) {
    case 'offline':
    case 'backend':
    case 'fault':
    case 'malformed':
    case 'busy':
      return titles[error.kind];
    default:
      return titles.down;
  }
}

/** The figures are old: why, how old, and what that means. */
export function FreshnessNotice({ now }: { readonly now: number }) {
  const { error, readAt, checking, retry } = useFigures();
  const age = formatDuration(now - readAt);
  return (
    <Notice
      tone="warn"
      icon={<WifiOff />}
      title={titleOf(error)}
      action={
        <Button variant="secondary" busy={checking} onClick={retry}>
          {texts.figures.retry}
        </Button>
      }
    >
      {error && !SAID_BY_TITLE.includes(error.kind) && <p>{problemText(error)}</p>}
      {/* Screen readers announce only the first age, because it ticks. */}
      <p aria-live="off">{texts.figures.oldText(age)}</p>
    </Notice>
  );
}
