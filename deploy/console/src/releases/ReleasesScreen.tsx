import type { OpenPreview, RemoteStatus, Status } from '@tessera/registry-api';
import { Button, Card, EmptyState, ErrorState, Heading, Stack, Text } from '@tessera/ui';
import { useState } from 'react';
import { BarDialog } from '../actions/BarDialog.tsx';
import { EndPreviewDialog } from '../actions/EndPreviewDialog.tsx';
import { PreviewDialog } from '../actions/PreviewDialog.tsx';
import { PromoteDialog } from '../actions/PromoteDialog.tsx';
import { RampDialog } from '../actions/RampDialog.tsx';
import { RollbackDialog } from '../actions/RollbackDialog.tsx';
import { StepsDialog } from '../actions/StepsDialog.tsx';
import { useFigures } from '../registry/figures.ts';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import type { ActionName } from './action-name.ts';
import { FactStrip } from './FactStrip.tsx';
import { PreviewList } from './PreviewList.tsx';
import styles from './ReleasesScreen.module.css';
import { ReleasesSkeleton } from './ReleasesSkeleton.tsx';
import { RemoteCard } from './RemoteCard.tsx';

/** A dialog with a snapshot of the figures when it opened, as the live ones keep changing. */
type OpenDialog = { readonly action: ActionName; readonly remote: RemoteStatus; readonly seen: number };

function ActionDialogOf({ dialog, onClose }: { readonly dialog: OpenDialog; readonly onClose: () => void }) {
  switch (dialog.action) {
    case 'promote':
      return <PromoteDialog remote={dialog.remote} seen={dialog.seen} onClose={onClose} />;
    case 'ramp':
      return <RampDialog remote={dialog.remote} seen={dialog.seen} onClose={onClose} />;
    case 'rollback':
      return <RollbackDialog remote={dialog.remote} seen={dialog.seen} onClose={onClose} />;
    case 'steps':
      return <StepsDialog remote={dialog.remote} seen={dialog.seen} onClose={onClose} />;
    case 'preview':
      return <PreviewDialog remote={dialog.remote} onClose={onClose} />;
  }
}

/** Error code of the registry before the first release. */
const NOTHING_STABLE = 'nothing_stable';

/** Empty state: how to release the first remote. */
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

type BarProps = { readonly status: Status; readonly blocked: string | null };

/** The bottom bar of all clients, and the dialog that arranges it. */
function Bar({ status: { bar, epoch }, blocked }: BarProps) {
  const [dialog, setDialog] = useState<Pick<Status, 'bar' | 'epoch'> | null>(null);
  return (
    <Card gap={3} below={4}>
      <Heading size={16}>{texts.bar.title}</Heading>
      <Text tone="strong" size="inherit">
        {texts.bar.now(bar.shown)}
      </Text>
      {bar.hidden.length > 0 && <Text>{texts.bar.hidden(bar.hidden)}</Text>}
      <div>
        <Button
          variant="secondary"
          disabled={blocked !== null}
          title={blocked ?? undefined}
          onClick={() => setDialog({ bar, epoch })}
        >
          {texts.bar.change}
        </Button>
      </div>
      {dialog && <BarDialog bar={dialog.bar} seen={dialog.epoch} onClose={() => setDialog(null)} />}
    </Card>
  );
}

export type ReleasesScreenProps = {
  /** Why nothing can be released now; null when it can. */
  readonly blocked: string | null;
};

/** Live versions with their percentage, health and actions. */
export function ReleasesScreen({ blocked }: ReleasesScreenProps) {
  const { status, error, checking, retry } = useFigures();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [ending, setEnding] = useState<{ readonly preview: OpenPreview; readonly seen: number } | null>(null);
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
        <Stack as="ul" gap={3} shrinks>
          {status.remotes.map((remote) => (
            <li key={remote.name}>
              <RemoteCard
                remote={remote}
                blocked={blocked}
                onAction={(action) => setDialog({ action, remote, seen: status.epoch })}
              />
            </li>
          ))}
        </Stack>
      )}
      {status.remotes.length > 0 && <Bar status={status} blocked={blocked} />}
      <PreviewList
        epoch={status.epoch}
        blocked={blocked}
        onEnd={(preview) => setEnding({ preview, seen: status.epoch })}
      />
      {ending && <EndPreviewDialog preview={ending.preview} seen={ending.seen} onClose={() => setEnding(null)} />}
      {dialog && <ActionDialogOf dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}
