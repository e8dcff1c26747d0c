import { ApiError } from '@tessera/api';
import { isProposed } from '@tessera/api/staff';
import { type QueryKey, useMutation, useQueryClient } from '@tessera/query';
import { Button, showToast } from '@tessera/ui';
import { CircleAlert } from '@tessera/ui/icons';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CHANGES } from '../changes/queries.ts';
import { Notice } from '../notice/Notice.tsx';
import { problemText } from '../registry/problem-text.ts';
import { texts } from '../texts.ts';
import styles from './ChangeDialog.module.css';
import { ConfirmStep } from './ConfirmStep.tsx';
import { Modal } from './Modal.tsx';
import { ProposedStep } from './ProposedStep.tsx';
import { ReasonField } from './ReasonField.tsx';

export type ChangeDialogProps = {
  readonly title: string;
  readonly confirmLabel: string;
  readonly tone: 'primary' | 'danger';
  /** Why there is nothing to send; null when there is. */
  readonly idle: string | null;
  /** Says that it is in force; of a change that waits for another member, the dialog says that. */
  readonly done: string;
  readonly send: (reason: string) => Promise<unknown>;
  /** What is read again afterwards. */
  readonly reads: QueryKey;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

const fieldNames: Readonly<Record<string, string>> = {
  ...texts.instruments.fields,
  ...texts.treasury.fields,
  ...texts.changes.fields,
};

/** The problem with the field that the backend names. */
function wordsOf(error: Error): string {
  const field = error instanceof ApiError && error.field !== undefined ? fieldNames[error.field] : undefined;
  return field === undefined ? problemText(error) : texts.instruments.at(field, problemText(error));
}

/** A change of trading with its reason; asks for the second factor where the backend does. */
export function ChangeDialog({
  title,
  confirmLabel,
  tone,
  idle,
  done,
  send,
  reads,
  onClose,
  children,
}: ChangeDialogProps) {
  const form = useId();
  const notice = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();
  const [why, setWhy] = useState('');
  const [missing, setMissing] = useState(false);
  const action = useMutation({
    mutationFn: send,
    async onSuccess(outcome) {
      if (!isProposed(outcome)) {
        showToast(done, 'success');
        onClose();
      }
      await queries.invalidateQueries({ queryKey: reads });
      await queries.invalidateQueries({ queryKey: [CHANGES] });
    },
    // It may be rejected because another member was faster.
    onError: () => queries.invalidateQueries({ queryKey: [CHANGES] }),
  });
  useEffect(() => {
    // The rejection is above the fields, and the button below them.
    if (action.error) notice.current?.scrollIntoView?.({ block: 'start' });
  }, [action.error]);
  const reason = why.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (idle !== null || action.isPending) return;
    setMissing(reason === '');
    if (reason !== '') action.mutate(reason);
  };
  if (isProposed(action.data)) return <ProposedStep change={action.data.proposed} onClose={onClose} />;
  const unconfirmed = action.error instanceof ApiError && action.error.code === 'confirmation_required';
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.action.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={tone}
            busy={action.isPending}
            disabled={idle !== null || unconfirmed}
            {...(idle !== null && { title: idle })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {unconfirmed && <ConfirmStep onConfirmed={() => action.mutate(reason)} />}
      {/* Validated by the backend, which names the field. */}
      <form id={form} className={styles.form} onSubmit={submit} noValidate hidden={unconfirmed}>
        {action.error && (
          <div ref={notice}>
            <Notice tone="danger" icon={<CircleAlert />} urgent>
              <p>{wordsOf(action.error)}</p>
            </Notice>
          </div>
        )}
        {children}
        <ReasonField
          label={texts.instruments.why}
          helper={texts.instruments.whyHelper}
          error={missing ? texts.instruments.whyMissing : null}
          value={why}
          onChange={setWhy}
        />
      </form>
    </Modal>
  );
}
