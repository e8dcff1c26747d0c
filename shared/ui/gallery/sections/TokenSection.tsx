import { Mark, Stack } from '@tessera/ui';
import styles from '../Gallery.module.css';

const COLOURS = [
  'ground',
  'surface-1',
  'surface-2',
  'surface-3',
  'accent',
  'accent-fill',
  'accent-soft',
  'warn',
  'up',
  'up-text',
  'up-fill',
  'up-soft',
  'down',
  'down-text',
  'down-fill',
  'down-soft',
];

const SIZES = ['11', '12', '14', '16', '20', '28', '36'];

export const TokenSection = () => (
  <Stack gap={3} shrinks>
    <div className={`${styles.line} ${styles.brand}`}>
      <Mark size="16px" />
      <Mark size="2rem" />
      <Mark size="4rem" />
    </div>
    <div className={styles.swatches}>
      {COLOURS.map((name) => (
        <div key={name}>
          <div className={styles.swatch} style={{ background: `var(--${name})` }} />
          {name}
        </div>
      ))}
    </div>
    {SIZES.map((size) => (
      <div key={size} style={{ fontSize: `var(--text-${size})` }}>
        63,000.10 · {size}
      </div>
    ))}
  </Stack>
);
