import { useServices } from '../app/services.ts';
import { formatPercent } from '../figures/format.ts';
import { texts } from '../texts.ts';
import { ActionDialog } from './ActionDialog.tsx';
import type { RemoteDialogProps } from './PromoteDialog.tsx';

/** Holds the steps of a ramp where it is, or lets them go on. */
export function StepsDialog({ remote: { name, ramp }, seen, onClose }: RemoteDialogProps) {
  const { registry } = useServices();
  const held = ramp?.steps?.due === null;
  const words = held ? texts.steps.resume : texts.steps.hold;
  const next = ramp?.steps?.next.map(({ percent }) => formatPercent(percent)).join(', ') ?? '';
  return (
    <ActionDialog
      title={words.title(name)}
      seen={seen}
      ready={ramp?.steps !== undefined}
      confirmLabel={words.confirm}
      forceLabel={words.confirm}
      // No check of what is live is overridden by it.
      send={({ why, expectedEpoch }) =>
        registry(held ? 'POST /registry/resume' : 'POST /registry/hold', { name, why, expectedEpoch })
      }
      onClose={onClose}
    >
      <p>{words.text(next)}</p>
    </ActionDialog>
  );
}
