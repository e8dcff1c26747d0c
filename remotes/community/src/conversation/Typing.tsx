import styles from './Conversation.module.css';

/** Who is writing at this moment. */
export const Typing = ({ text }: { readonly text: string }) => (
  <p className={styles.typing} role="status">
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    {text}
  </p>
);
