import { ChangeDialog } from '../actions/ChangeDialog.tsx';
import { useServices } from '../app/services.ts';
import { texts } from '../texts.ts';
import type { Change } from './queries.ts';
import { Terms } from './Terms.tsx';
import { delayWords } from './words.ts';

const words = texts.changes;

export type Asked = { readonly change: Change; readonly action: Change['actions'][number] };

/** A decision about a change, with its content; approves exactly what is shown. */
export function DecideDialog({ change, action, onClose }: Asked & { readonly onClose: () => void }) {
  const { call } = useServices();
  const { id, hash } = change;
  const approves = action === 'approve';
  const done = {
    approve: words.approved(id, delayWords(change)),
    reject: words.rejected(id),
    withdraw: words.withdrawn(id),
  };
  return (
    <ChangeDialog
      title={words.ask[action](id)}
      confirmLabel={words[action]}
      tone={approves ? 'primary' : 'danger'}
      idle={null}
      done={done[action]}
      // What it changes is shown on other screens too.
      reads={[]}
      send={(reason) =>
        approves
          ? call('POST /staff/changes/approve', { id, hash, reason })
          : call('POST /staff/changes/end', { id, reason })
      }
      onClose={onClose}
    >
      <p>{words.leads[action]}</p>
      <Terms change={change} />
    </ChangeDialog>
  );
}
