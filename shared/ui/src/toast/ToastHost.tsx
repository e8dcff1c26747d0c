import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import styles from './ToastHost.module.css';
import { hideToast, toasts } from './toasts.ts';

const ICONS = { info: null, success: <CircleCheck />, error: <CircleAlert /> };

/** Where toasts appear; once in the page, in the host. */
export function ToastHost() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current);
  const layer = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!toast) return;
    // Shown again each time: the latest element in the top layer is above an open sheet.
    layer.current?.hidePopover?.();
    layer.current?.showPopover?.();
    const timer = setTimeout(() => hideToast(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [toast]);

  return (
    <div ref={layer} className={styles.layer} popover="manual" role="status">
      {toast && (
        <div key={toast.id} className={styles.toast} data-tone={toast.tone}>
          {ICONS[toast.tone]}
          <span>{toast.text}</span>
        </div>
      )}
    </div>
  );
}
