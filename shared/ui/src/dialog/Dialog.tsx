import { useTexts } from '@tessera/i18n';
import { type ReactNode, useId } from 'react';
import { Button } from '../button/Button.tsx';
import { Box } from '../primitives/Primitives.tsx';
import { useModal } from '../sheet/use-modal.ts';
import styles from './Dialog.module.css';

export type DialogProps = {
  readonly open: boolean;
  /** The action, as a question: "Log out?" */
  readonly title: string;
  readonly children?: ReactNode;
  /** Label of the confirming button, as a verb: "Log out". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  /** `danger` for what cannot be undone. */
  readonly tone?: 'primary' | 'danger' | undefined;
  readonly busy?: boolean | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Asks for confirmation; the cancel button has the initial focus. */
export function Dialog(props: DialogProps) {
  const { open, title, children, confirmLabel, cancelLabel, tone = 'primary', busy, onConfirm, onClose } = props;
  const t = useTexts('common');
  const id = useId();
  const { dialog, present } = useModal({ open, onClose, backdropCloses: false });
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
    >
      {present && (
        <>
          <h2 className={styles.title} id={`${id}-title`}>
            {title}
          </h2>
          {children && (
            <Box above={2} id={`${id}-text`}>
              {children}
            </Box>
          )}
          <div className={styles.actions}>
            <Button variant="secondary" onClick={onClose}>
              {cancelLabel ?? t('cancel')}
            </Button>
            <Button variant={tone} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </>
      )}
    </dialog>
  );
}
