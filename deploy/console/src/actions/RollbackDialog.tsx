import type { RemoteStatus } from '@tessera/registry-api';
import { Button } from '@tessera/ui';
import { Checkbox } from '@tessera/ui/forms';
import { TriangleAlert } from '@tessera/ui/icons';
import { useState } from 'react';
import { useServices } from '../app/services.ts';
import { formatPercent } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import { texts } from '../texts.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import { CompromisedModal, type Reach } from './CompromisedModal.tsx';
import { rollbackReason } from './default-reason.ts';
import type { RemoteDialogProps } from './PromoteDialog.tsx';
import { VersionPicker } from './VersionPicker.tsx';

const effectOf = ({ stable, ramp }: RemoteStatus, to: string | null): 'ramp' | 'version' | 'removal' => {
  if (to === null) return 'removal';
  return ramp && to === stable ? 'ramp' : 'version';
};

/**
 * Undoes the last release of a remote, as the registry announces it, or goes back to an earlier stable version. The
 * request names the version that the dialog showed.
 */
export function RollbackDialog({ remote, seen, onClose }: RemoteDialogProps) {
  const { registry } = useServices();
  const { name, stable, ramp, undo } = remote;
  const [choosing, setChoosing] = useState(undo === null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [compromised, setCompromised] = useState(false);
  const [reached, setReached] = useState<Reach | null>(null);
  const users = remote.health.reduce((sum, version) => sum + version.users, 0);
  // Null removes the remote.
  const to = choosing ? (chosen ?? undefined) : undo?.to;
  const effect = to === undefined ? undefined : effectOf(remote, to);
  if (reached) return <CompromisedModal name={name} reach={reached} onClose={onClose} />;
  return (
    <ActionDialog
      title={texts.rollback.title(name)}
      seen={seen}
      tone="danger"
      ready={to !== undefined}
      confirmLabel={texts.rollback.confirm}
      forceLabel={texts.rollback.force}
      subject={String(to)}
      initialWhy={to === undefined ? undefined : rollbackReason(remote, to)}
      send={(request) =>
        registry('POST /registry/rollback', {
          name,
          ...(to ? { to } : {}),
          ...(compromised ? { compromised } : {}),
          ...request,
        })
      }
      onSent={({ compromised: window }) => (window ? setReached({ ...window, users }) : onClose())}
      onClose={onClose}
    >
      {undo === null && <p>{texts.rollback.undone}</p>}
      {choosing ? (
        <VersionPicker
          name={name}
          label={texts.rollback.choose}
          value={chosen}
          onChange={setChosen}
          without={ramp ? null : stable}
          among={({ wasStable }) => wasStable}
        />
      ) : (
        <Button variant="ghost" onClick={() => setChoosing(true)}>
          {texts.rollback.other}
        </Button>
      )}
      {to !== undefined && effect && (
        <>
          <ChangeList
            changes={[
              { name, from: ramp ? texts.rampAction.at(ramp.version, formatPercent(ramp.percent)) : stable, to },
            ]}
          />
          {effect === 'removal' ? (
            <Notice tone="warn" icon={<TriangleAlert />}>
              <p>{texts.rollback.removal}</p>
            </Notice>
          ) : (
            <p>{texts.rollback[effect]}</p>
          )}
          <Checkbox checked={compromised} onChange={setCompromised}>
            {texts.rollback.compromised}
          </Checkbox>
        </>
      )}
    </ActionDialog>
  );
}
