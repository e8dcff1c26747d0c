import { EmptyState, ErrorState } from '@tessera/ui';
import { useState } from 'react';
import { PreviewDialog } from '../moves/PreviewDialog.tsx';
import { PromoteDialog } from '../moves/PromoteDialog.tsx';
import { RampDialog } from '../moves/RampDialog.tsx';
import { RollbackDialog } from '../moves/RollbackDialog.tsx';
import type { Remote } from '../registry/contract.ts';
import { useFigures } from '../registry/figures.ts';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import { FactStrip } from './FactStrip.tsx';
import styles from './ReleasesScreen.module.css';
import { ReleasesSkeleton } from './ReleasesSkeleton.tsx';
import { RemoteCard } from './RemoteCard.tsx';

export type MoveName = 'promote' | 'ramp' | 'preview' | 'rollback';

/** A dialog with what the person saw when it opened: the figures behind it go on changing. */
type OpenDialog = { readonly move: MoveName; readonly remote: Remote; readonly seen: number };

function MoveDialogOf({ dialog, onClose }: { readonly dialog: OpenDialog; readonly onClose: () => void }) {
  switch (dialog.move) {
    case 'promote':
      return <PromoteDialog remote={dialog.remote} seen={dialog.seen} onClose={onClose} />;
    case 'ramp':
      return <RampDialog remote={dialog.remote} seen={dialog.seen} onClose={onClose} />;
    case 'rollback':
      return <RollbackDialog remote={dialog.remote} seen={dialog.seen} onClose={onClose} />;
    case 'preview':
      return <PreviewDialog remote={dialog.remote} onClose={onClose} />;
  }
}

/** What the registry answers while nothing was ever moved. */
const NOTHING_STABLE = 'nothing_stable';

/** A platform without a remote, and how it gets its first. */
const NothingLive = () => (
  <EmptyState
    illustration="box"
    title={texts.releases.emptyTitle}
    text={texts.releases.emptyText}
    action={
      <div className={styles.commands}>
        {texts.releases.emptyCommands.map((command) => (
          <code key={command}>{command}</code>
        ))}
      </div>
    }
  />
);

export type ReleasesScreenProps = {
  /** Why nothing can be moved now; null when it can. */
  readonly blocked: string | null;
};

/** What is live at which percentage, how it fares, and the moves. */
export function ReleasesScreen({ blocked }: ReleasesScreenProps) {
  const { status, error, checking, retry } = useFigures();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  if (!status) {
    if (!error) return <ReleasesSkeleton />;
    if (error.code === NOTHING_STABLE) return <NothingLive />;
    return (
      <ErrorState title={texts.figures.firstTitle} text={problemText(error)} retrying={checking} onRetry={retry} />
    );
  }
  return (
    <>
      <FactStrip status={status} />
      {status.remotes.length === 0 ? (
        <NothingLive />
      ) : (
        <ul className={styles.remotes}>
          {status.remotes.map((remote) => (
            <li key={remote.name}>
              <RemoteCard
                remote={remote}
                blocked={blocked}
                onMove={(move) => setDialog({ move, remote, seen: status.epoch })}
              />
            </li>
          ))}
        </ul>
      )}
      {dialog && <MoveDialogOf dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
