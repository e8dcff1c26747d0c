import styles from './CoinIcon.module.css';
import { flagAddress } from './marks.ts';

/** The flag of a country (ISO 3166-1 alpha-2), 20 px; decorative, since its name is next to it. */
export const Flag = ({ country }: { readonly country: string }) => (
  <img className={styles.coin} data-size="s" src={flagAddress(country)} alt="" loading="lazy" />
);
