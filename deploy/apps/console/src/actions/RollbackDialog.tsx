import { useQuery } from '@tessera/query';
import type { Change, RemoteStatus } from '@tessera/registry-api';
import { Skeleton } from '@tessera/ui';
import { TriangleAlert } from '@tessera/ui/icons';
import { useServices } from '../app/services.ts';
import { formatPercent } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import { texts } from '../texts.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import { rollbackReason } from './default-reason.ts';
import type { RemoteDialogProps } from './PromoteDialog.tsx';
import { findUndo, type Undo, undoOf } from './undo.ts';

function changeOf({ name }: RemoteStatus, undo: Undo): Change {
  switch (undo.kind) {
    case 'ramp':
      return { name, from: texts.rampAction.at(undo.version, formatPercent(undo.percent)), to: undo.stable };
    case 'version':
      return { name, from: undo.from, to: undo.to };
    case 'withdrawal':
      return { name, from: undo.from, to: null };
    case 'beyond':
      return { name, from: undo.from, to: texts.rollback.before };
  }
}

/**
 * Rolls back one step of a remote. Shows the resulting version before the confirmation, by the same rule as the
 * registry.
 */
export function RollbackDialog({ remote, seen, onClose }: RemoteDialogProps) {
  const { registry } = useServices();
  const { name } = remote;
  // With a running ramp the result is known, so the dialog does not wait for the history.
  const atOnce = remote.ramp ? undoOf(remote, []) : undefined;
  const query = useQuery({
    queryKey: ['undo', name, seen],
    queryFn: ({ signal }) =>
      findUndo(remote, async (limit) => (await registry('GET /registry/history', { limit }, signal)).moves),
    enabled: atOnce === undefined,
  });
  const unread = query.isError;
  const undo = atOnce ?? (unread ? ({ kind: 'beyond', from: remote.stable } as const) : query.data?.undo);
  return (
    <ActionDialog
      title={texts.rollback.title(name)}
      seen={seen}
      tone="danger"
      ready={undo !== undefined}
      confirmLabel={texts.rollback.confirm}
      initialWhy={undo && rollbackReason(remote, undo)}
      send={(request) =>
        registry('POST /registry/rollback', { name, why: request.why, expectedEpoch: request.expectedEpoch })
      }
      onClose={onClose}
    >
      {undo ? (
        <>
          <ChangeList changes={[changeOf(remote, undo)]} />
          {undo.kind === 'withdrawal' || undo.kind === 'beyond' ? (
            <Notice tone="warn" icon={<TriangleAlert />}>
              <p>{unread ? texts.rollback.unread : texts.rollback[undo.kind]}</p>
            </Notice>
          ) : (
            <p>{texts.rollback[undo.kind]}</p>
          )}
        </>
      ) : (
        <div role="status" aria-label={texts.rollback.looking}>
          <Skeleton width="70%" />
        </div>
      )}
    </ActionDialog>
  );
}
