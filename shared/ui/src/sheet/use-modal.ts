import { useCover } from '@tessera/router';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

export type ModalOptions = {
  readonly open: boolean;
  /** Called on Escape or, if enabled, a press outside of the dialog. */
  readonly onClose: () => void;
  readonly backdropCloses: boolean;
};

export type Modal = {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** Content is there from opening until the closing motion has ended, so that nothing of it lingers. */
  readonly present: boolean;
};

/** Opens and closes a native modal dialog; the browser traps and restores focus. */
export function useModal({ open, onClose, backdropCloses }: ModalOptions): Modal {
  const dialog = useRef<HTMLDialogElement>(null);
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);
  useCover(open, onClose);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (open) return;
    if (!element.open) return setPresent(false);
    element.close();
    let reopened = false;
    const motions = element.getAnimations?.() ?? [];
    // A motion that is cut short settles too.
    void Promise.allSettled(motions.map(({ finished }) => finished)).then(() => {
      if (!reopened) setPresent(false);
    });
    return () => {
      reopened = true;
    };
  }, [open]);

  // A kept, hidden screen must not leave its dialog open above the next one.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (element?.open) element.close();
    };
  }, []);

  const dismiss = useEffectEvent((event: Event) => {
    if (event.target !== event.currentTarget) return;
    // The owner decides whether it closes.
    event.preventDefault();
    if (event.type === 'cancel' || backdropCloses) onClose();
  });

  useEffect(() => {
    const element = dialog.current;
    const listen = (event: Event) => dismiss(event);
    element?.addEventListener('cancel', listen);
    element?.addEventListener('click', listen);
    return () => {
      element?.removeEventListener('cancel', listen);
      element?.removeEventListener('click', listen);
    };
  }, []);

  return { dialog, present };
}
