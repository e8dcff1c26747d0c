import type { StaffConversation } from '@tessera/api/support';
import { ChangeDialog } from '../actions/ChangeDialog.tsx';
import { useServices } from '../app/services.ts';
import { CHANGES } from '../changes/queries.ts';
import { texts } from '../texts.ts';

const words = texts.support;

type RemoveFactorsDialogProps = {
  readonly user: NonNullable<StaffConversation['user']>;
  readonly onClose: () => void;
};

/** Proposes to remove the second factors of a user who lost them and the recovery codes. */
export function RemoveFactorsDialog({ user: { uid, name }, onClose }: RemoveFactorsDialogProps) {
  const { call } = useServices();
  const nothingLeft = { authenticator: 0, passkeys: 0, recovery_codes: 0 };
  return (
    <ChangeDialog
      title={words.removeFactorsTitle(name, uid)}
      confirmLabel={words.removeFactors}
      tone="danger"
      idle={null}
      done={words.removeFactorsDone}
      reads={[CHANGES]}
      send={(reason) => call('POST /staff/users/remove_factors', { uid, ...nothingLeft, reason })}
      onClose={onClose}
    >
      <p>{words.removeFactorsLead}</p>
    </ChangeDialog>
  );
}
