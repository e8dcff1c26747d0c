import { useTexts } from '@tessera/i18n';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import styles from './Sheet.module.css';
import { useModal } from './use-modal.ts';
import { useSwipeDown } from './use-swipe-down.ts';

export type SheetProps = {
  readonly open: boolean;
  /** Called on Escape, backdrop, close button or a swipe down. */
  readonly onClose: () => void;
  readonly title: string;
  /** Stays at the lower edge while the content scrolls. */
  readonly footer?: ReactNode;
  /** Always nine tenths of the height: long lists with search. */
  readonly tall?: boolean | undefined;
  readonly children: ReactNode;
};

/** Slides up over the page: choices, details, the confirmation of an order. Content exists only while it shows. */
export function Sheet({ open, onClose, title, footer, tall, children }: SheetProps) {
  const t = useTexts('common');
  const heading = useId();
  const { dialog, present } = useModal({ open, onClose, backdropCloses: true });
  const swipe = useSwipeDown(dialog, onClose);
  return (
    <dialog ref={dialog} className={styles.sheet} data-tall={tall || undefined} aria-labelledby={heading}>
      {present && (
        <div className={styles.body}>
          <div className={styles.top} {...swipe}>
            <span className={styles.handle} />
            <h2 className={styles.title} id={heading}>
              {title}
            </h2>
            <IconButton className={styles.close} label={t('close')} icon={<X />} onClick={onClose} />
          </div>
          <div className={styles.content}>{children}</div>
          {footer && <div className={styles.footer}>{footer}</div>}
        </div>
      )}
    </dialog>
  );
}
