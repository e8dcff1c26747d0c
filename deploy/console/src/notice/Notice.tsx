import type { ReactNode } from 'react';
import { problemText } from '../registry/problem-text.ts';
import styles from './Notice.module.css';

export type NoticeProps = {
  readonly tone: 'info' | 'warn' | 'danger';
  readonly icon?: ReactNode;
  readonly title?: string | undefined;
  readonly children?: ReactNode;
  /** Beside the text, or below it where there is no room. */
  readonly action?: ReactNode;
  /** Announced by screen readers immediately. */
  readonly urgent?: boolean | undefined;
};

/** A notice. */
export const Notice = ({ tone, icon, title, children, action, urgent }: NoticeProps) => (
  <div className={styles.notice} data-tone={tone} role={urgent ? 'alert' : 'status'}>
    {icon}
    <div className={styles.body}>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
    {action && <div className={styles.action}>{action}</div>}
  </div>
);

/** Above what was read before, while it cannot be read anew. */
export const Outdated = ({ error, title }: { readonly error: Error | null; readonly title: string }) =>
  error && (
    <Notice tone="warn" title={title}>
      <p>{problemText(error)}</p>
    </Notice>
  );
