import { useTexts } from '@tessera/i18n';
import { useCover } from '@tessera/router';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { useWide } from '../wide/use-wide.ts';
import styles from './DetailSheet.module.css';
import { Sheet, type SheetProps } from './Sheet.tsx';

export type DetailSheetProps = Omit<SheetProps, 'tall'>;

/** What the shell marks as a list that has room beside it. */
const LIST = '[data-wide="list"]';

/** Beside its list, which stays in use: another row replaces what it shows. */
function Beside({ onClose, title, footer, children }: DetailSheetProps) {
  const t = useTexts('common');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useCover(true, onClose);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) close();
    };
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('keydown', leave);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.top}>
        <h2 ref={heading} className={styles.title} id={id} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label={t('close')} icon={<X />} onClick={onClose} />
      </header>
      <div className={styles.content}>{children}</div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
}

function Roomy(props: DetailSheetProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [inList, setInList] = useState(false);
  useLayoutEffect(() => setInList(place.current?.closest(LIST) != null), []);
  return (
    <>
      <span ref={place} hidden />
      {inList ? props.open && <Beside {...props} /> : <Sheet {...props} />}
    </>
  );
}

/** The detail of a row: a sheet over its list, or beside it where the page is wide. */
export const DetailSheet = (props: DetailSheetProps) => (useWide() ? <Roomy {...props} /> : <Sheet {...props} />);
