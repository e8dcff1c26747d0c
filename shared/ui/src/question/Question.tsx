import { useTexts } from '@tessera/i18n';
import { Dialog, type DialogProps } from '../dialog/Dialog.tsx';

export type QuestionProps = Pick<
  DialogProps,
  'open' | 'title' | 'confirmLabel' | 'cancelLabel' | 'tone' | 'onClose' | 'children'
> & {
  /** What is sent: `unresolved` while its outcome is not known. */
  readonly command: { readonly busy: boolean; readonly unresolved: object | null };
  /** Sends it; after silence the same once more. */
  readonly onConfirm: () => void;
};

/** Asks before a command is sent. After silence the same question offers to repeat it. */
export function Question({ command: { busy, unresolved }, title, confirmLabel, children, ...rest }: QuestionProps) {
  const common = useTexts('common');
  return (
    <Dialog
      {...rest}
      title={unresolved ? common('error.unresolvedTitle') : title}
      confirmLabel={unresolved ? common('error.repeat') : confirmLabel}
      busy={busy}
    >
      {unresolved ? common('error.unresolved') : children}
    </Dialog>
  );
}
