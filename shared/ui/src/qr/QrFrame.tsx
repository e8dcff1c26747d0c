import type { ReactNode } from 'react';
import { Stack } from '../primitives/Primitives.tsx';
import styles from './QrFrame.module.css';

export type QrFrameProps = {
  /** Description of the content: "Deposit address". */
  readonly label: string;
  /** The code, as an SVG that fills its box. */
  readonly children: ReactNode;
  readonly caption?: ReactNode;
};

/** White with a quiet zone in both themes: scanners need it. */
export const QrFrame = ({ label, children, caption }: QrFrameProps) => (
  <Stack as="figure" gap={3} items="center">
    <div className={styles.code} role="img" aria-label={label}>
      {children}
    </div>
    {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
  </Stack>
);
