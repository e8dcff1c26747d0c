import { SkeletonRows } from '@tessera/ui';
import { useServices } from '../app/services.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { useDiff } from '../registry/queries.ts';
import { texts } from '../texts.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import { revertChanges } from './slot-text.ts';

export type RevertDialogProps = {
  /** Epoch to go back to. */
  readonly epoch: number;
  /** Epoch in force when the dialog opened. */
  readonly seen: number;
  readonly onClose: () => void;
};

/** Restores the stable versions of an earlier epoch, after showing the changes. */
export function RevertDialog({ epoch, seen, onClose }: RevertDialogProps) {
  const { registry } = useServices();
  const query = useDiff(seen, epoch);
  const changes = query.data && revertChanges(query.data.changes);
  return (
    <ActionDialog
      title={texts.revert.title(epoch)}
      seen={seen}
      tone="danger"
      ready={changes !== undefined && changes.length > 0}
      confirmLabel={texts.revert.confirm(epoch)}
      initialWhy={texts.revert.reason(epoch)}
      forceLabel={texts.revert.force}
      send={(request) => registry('POST /registry/revert', { epoch, ...request })}
      onClose={onClose}
    >
      <Loaded
        query={query}
        compact
        title={texts.revert.failed}
        waiting={
          <div role="status" aria-label={texts.revert.loading}>
            <SkeletonRows count={2} />
          </div>
        }
      />
      {changes && (changes.length > 0 ? <ChangeList changes={changes} /> : <p>{texts.revert.same}</p>)}
      <p>{texts.revert.note}</p>
    </ActionDialog>
  );
}
