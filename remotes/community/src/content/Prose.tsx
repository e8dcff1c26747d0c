import styles from './Prose.module.css';

/** Paragraphs of a plain text; an empty line separates them. */
export const paragraphsOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

/** Plain text as paragraphs; single line breaks stay. */
export const Prose = ({ text }: { readonly text: string }) => (
  <div className={styles.prose}>
    {paragraphsOf(text).map((paragraph, index) => (
      <p key={`${index}-${paragraph.slice(0, 16)}`}>{paragraph}</p>
    ))}
  </div>
);
