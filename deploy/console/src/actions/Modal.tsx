import { IconButton } from '@tessera/ui';
import { X } from '@tessera/ui/icons';
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { texts } from '../texts.ts';
import styles from './Modal.module.css';

export type ModalProps = {
  readonly title: string;
  readonly onClose: () => void;
  /** Actions, visible while the content scrolls. */
  readonly footer: ReactNode;
  readonly children: ReactNode;
};

/** A sheet at the lower edge of a phone, a centered dialog on larger screens. Open while it is rendered. */
export function Modal({ title, onClose, footer, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const dismiss = useEffectEvent((event: Event) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const listen = (event: Event) => dismiss(event);
    element.addEventListener('cancel', listen);
    element.showModal();
    // Not the first control: a screen reader starts with the title, and no on-screen keyboard opens.
    heading.current?.focus();
    return () => {
      element.removeEventListener('cancel', listen);
      // Closed before it is removed: otherwise the browser does not restore focus.
      element.close();
    };
  }, []);

  return (
    <dialog ref={dialog} className={styles.modal} aria-labelledby={id}>
      <div className={styles.frame}>
        <header className={styles.top}>
          <h2 ref={heading} className={styles.title} id={id} tabIndex={-1}>
            {title}
          </h2>
          <IconButton className={styles.close} label={texts.action.close} icon={<X />} onClick={onClose} />
        </header>
        <div className={styles.content}>{children}</div>
        <footer className={styles.footer}>{footer}</footer>
      </div>
    </dialog>
  );
}
