import styles from './Credentials.module.css';

/** Why the form was rejected; announced as it appears, and it stays until an entry changes. */
export const FormProblem = ({ text }: { readonly text: string | null }) => (
  <div role="alert">{text !== null && <p className={styles.problem}>{text}</p>}</div>
);
