import styles from './Trade.module.css';

/** Why the exchange would refuse a payment, said before it is confirmed; nothing where nothing is known against it. */
export function Refusal({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
