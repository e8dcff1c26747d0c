import { useTexts } from '@tessera/i18n';
import { Dialog, type DialogProps } from '../dialog/Dialog.tsx';

export type QuestionProps = Pick<
  DialogProps,
  'open' | 'title' | 'confirmLabel' | 'cancelLabel' | 'tone' | 'onClose' | 'children'
> & {
  /** What is sent: `unresolved` while its outcome is not known. Null: the answer sends nothing to the exchange. */
  readonly command: {
    readonly busy: boolean;
    readonly unresolved: object | null;
    readonly repeat: () => void;
  } | null;
  /** Sends it. */
  readonly onConfirm: () => void;
};

/** Asks before a command is sent. After silence the same question offers to repeat it, unchanged. */
export function Question({ command, title, confirmLabel, children, onConfirm, ...rest }: QuestionProps) {
  const common = useTexts('common');
  const unresolved = command?.unresolved != null;
  return (
    <Dialog
      {...rest}
      title={unresolved ? common('error.unresolvedTitle') : title}
      confirmLabel={unresolved ? common('error.repeat') : confirmLabel}
      busy={command?.busy}
      onConfirm={unresolved ? command.repeat : onConfirm}
    >
      {unresolved ? common('error.unresolved') : children}
    </Dialog>
  );
}
