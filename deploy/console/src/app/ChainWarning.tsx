import { Text } from '@tessera/ui';
import { TriangleAlert } from '@tessera/ui/icons';
import { texts } from '../texts.ts';
import styles from './ChainWarning.module.css';

/** The history was tampered with or damaged: shown more prominently than anything else. */
export const ChainWarning = () => (
  <div className={styles.warning} role="alert">
    <TriangleAlert aria-hidden="true" />
    <div>
      <Text tone="inherit" size={16} weight="strong">
        {texts.chain.title}
      </Text>
      <p>{texts.chain.text}</p>
    </div>
  </div>
);
