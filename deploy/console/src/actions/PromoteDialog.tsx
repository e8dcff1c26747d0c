import type { RemoteStatus } from '@tessera/registry-api';
import { Info } from '@tessera/ui/icons';
import { useState } from 'react';
import { useServices } from '../app/services.ts';
import { formatPercent } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import { texts } from '../texts.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import { NewUses } from './NewUses.tsx';
import { suggestedVersion } from './suggested-version.ts';
import { VersionPicker } from './VersionPicker.tsx';

export type RemoteDialogProps = { readonly remote: RemoteStatus; readonly seen: number; readonly onClose: () => void };

/** Longest version that fits on a button on a phone. */
const FITS_A_BUTTON = 24;

function confirmLabel(version: string | null): string {
  if (version === null) return texts.promote.confirmEmpty;
  return version.length <= FITS_A_BUTTON ? texts.promote.confirm(version) : texts.promote.confirmLong;
}

/** Promotes a published version to stable. */
export function PromoteDialog({ remote, seen, onClose }: RemoteDialogProps) {
  const { registry } = useServices();
  const { name, stable, ramp } = remote;
  const [version, setVersion] = useState(suggestedVersion(remote));
  return (
    <ActionDialog
      title={texts.promote.title(name)}
      seen={seen}
      ready={version !== null}
      confirmLabel={confirmLabel(version)}
      forceLabel={texts.promote.force}
      subject={version ?? ''}
      send={(request) => registry('POST /registry/promote', { name, version: version ?? '', ...request })}
      onClose={onClose}
    >
      <VersionPicker name={name} label={texts.promote.choose} value={version} onChange={setVersion} without={stable} />
      {version && <ChangeList changes={[{ name, from: stable, to: version }]} />}
      {version && <NewUses name={name} version={version} live={stable} />}
      {ramp && (
        <Notice tone="info" icon={<Info />}>
          <p>{texts.promote.endsRamp(ramp.version, formatPercent(ramp.percent))}</p>
        </Notice>
      )}
    </ActionDialog>
  );
}
