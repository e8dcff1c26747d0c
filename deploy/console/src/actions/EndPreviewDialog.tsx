import type { OpenPreview } from '@tessera/registry-api';
import { useServices } from '../app/services.ts';
import { texts } from '../texts.ts';
import { ActionDialog } from './ActionDialog.tsx';

export type EndPreviewDialogProps = {
  readonly preview: OpenPreview;
  /** Epoch that was shown when the dialog opened. */
  readonly seen: number;
  readonly onClose: () => void;
};

/** Ends a preview before it expires. */
export function EndPreviewDialog({ preview: { id, name, version }, seen, onClose }: EndPreviewDialogProps) {
  const { registry } = useServices();
  return (
    <ActionDialog
      title={texts.preview.endTitle(name, version)}
      seen={seen}
      tone="danger"
      ready
      confirmLabel={texts.preview.end}
      forceLabel={texts.preview.end}
      // No check of what is live is overridden by ending a preview.
      send={({ why, expectedEpoch }) => registry('POST /registry/end-preview', { id, why, expectedEpoch })}
      onClose={onClose}
    >
      <p>{texts.preview.endText}</p>
    </ActionDialog>
  );
}
