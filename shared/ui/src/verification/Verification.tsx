import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { Stack, Text } from '../primitives/Primitives.tsx';
import { Verdict, type VerdictProps } from '../verdict/Verdict.tsx';
import styles from './Verification.module.css';

export type VerificationProps = {
  readonly outcome: VerdictProps['outcome'];
  /** What was found, or that it is being checked; null before anything is. */
  readonly says: string | null;
  /** What was checked. */
  readonly children?: ReactNode;
  /** Saves what was checked as a file. */
  readonly download?: { readonly label: string; readonly onSave: () => void } | null | undefined;
  /** How it is checked without this page: in words, and by the command. */
  readonly outside?: string | undefined;
  readonly command?: string | undefined;
};

/** A proof that the user's own browser checks: what was found, what was checked, and how to check it elsewhere. */
export function Verification({ outcome, says, children, download, outside, command }: VerificationProps) {
  return (
    <Stack gap={3}>
      {says !== null && <Verdict outcome={outcome}>{says}</Verdict>}
      {children}
      {download && (
        <Button variant="secondary" block icon={<Download />} onClick={download.onSave}>
          {download.label}
        </Button>
      )}
      {outside !== undefined && <Text>{outside}</Text>}
      {command !== undefined && <Code>{command}</Code>}
    </Stack>
  );
}

/** A digest, a key or a command: its line breaks anywhere. */
export function Code({ children }: { readonly children: string }) {
  return <code className={styles.code}>{children}</code>;
}

export type CodesProps = {
  readonly label?: string;
  readonly items: readonly { readonly label: string; readonly codes: readonly (string | null)[] }[];
};

/** Digests and signatures with what they are of. */
export function Codes({ label, items }: CodesProps) {
  return (
    <Text as="dl" tone="inherit" aria-label={label}>
      {items.map(({ label: of, codes }) => (
        <div key={`${of} ${codes[0]}`}>
          <Text as="dt" size="inherit" above={2}>
            {of}
          </Text>
          {codes.map(
            (each) =>
              each !== null && (
                <dd key={each}>
                  <Code>{each}</Code>
                </dd>
              ),
          )}
        </div>
      ))}
    </Text>
  );
}
