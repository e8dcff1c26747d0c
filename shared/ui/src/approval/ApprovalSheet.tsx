import type { ReactNode } from 'react';
import { KeyValue, type KeyValueItem } from '../key-value/KeyValue.tsx';
import { Note, Stack, Text } from '../primitives/Primitives.tsx';
import { Sheet } from '../sheet/Sheet.tsx';
import { SkeletonRows } from '../skeleton/Skeleton.tsx';
import styles from './Approval.module.css';
import type { CeremonyProps } from './Ceremony.tsx';
import { CeremonyPart, SecondFactorPart } from './parts.ts';
import type { SecondFactorProps } from './SecondFactor.tsx';

export type ApprovalSheetProps = CeremonyProps & {
  readonly title: string;
  /** What is approved, with every number. */
  readonly items?: readonly KeyValueItem[] | undefined;
  /** Terms that are others than when it opened. */
  readonly changes?: ReactNode;
  /** What happens, in order. */
  readonly steps?: readonly string[] | undefined;
  /** What happens with the money. */
  readonly note?: ReactNode;
  /** What can be lost. */
  readonly risk?: string | undefined;
};

/** The approval inside a sheet of the screen's own. */
export function Approval(props: CeremonyProps) {
  return <CeremonyPart props={props} waiting={<SkeletonRows count={2} />} />;
}

/** The second factor where no payment password stands before it: at the log-in, and for changes of security. */
export function SecondFactor(props: SecondFactorProps) {
  return <SecondFactorPart props={props} waiting={<SkeletonRows count={2} />} />;
}

/** Every figure again, approved by the payment password and, where the call takes one, a second factor. */
export function ApprovalSheet({ title, items, changes, steps, note, risk, ...approval }: ApprovalSheetProps) {
  return (
    <Sheet open={approval.open} onClose={approval.onClose} title={title}>
      <Stack gap={3}>
        {changes}
        {items && <KeyValue items={items} />}
        {steps && (
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {note && <Text>{note}</Text>}
        {risk !== undefined && <Note>{risk}</Note>}
        <Approval {...approval} />
      </Stack>
    </Sheet>
  );
}
