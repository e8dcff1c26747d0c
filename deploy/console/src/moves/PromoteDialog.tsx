import { Info } from '@tessera/ui/icons';
import { useState } from 'react';
import { useServices } from '../app/services.ts';
import { formatPercent } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import type { Remote } from '../registry/contract.ts';
import { texts } from '../texts.ts';
import { ChangeList } from './ChangeList.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { suggestedVersion } from './suggested-version.ts';
import { VersionPicker } from './VersionPicker.tsx';

export type RemoteDialogProps = { readonly remote: Remote; readonly seen: number; readonly onClose: () => void };

/** Makes a published version the one of everybody. */
export function PromoteDialog({ remote, seen, onClose }: RemoteDialogProps) {
  const { registry } = useServices();
  const { name, stable, ramp } = remote;
  const [version, setVersion] = useState(suggestedVersion(remote));
  return (
    <MoveDialog
      title={texts.promote.title(name)}
      seen={seen}
      ready={version !== null}
      confirmLabel={version ? texts.promote.confirm(version) : texts.promote.confirmEmpty}
      forceLabel={version ? texts.promote.force(version) : undefined}
      send={(act) => registry.promote({ name, version: version ?? '', ...act })}
      onClose={onClose}
    >
      <VersionPicker name={name} label={texts.promote.choose} value={version} onChange={setVersion} without={stable} />
      {version && <ChangeList changes={[{ name, from: stable, to: version }]} />}
      {ramp && (
        <Notice tone="info" icon={<Info />}>
          <p>{texts.promote.endsRamp(ramp.version, formatPercent(ramp.percent))}</p>
        </Notice>
      )}
    </MoveDialog>
  );
}
