import type { ReleaseResult } from '@tessera/registry-api';
import { Button } from '@tessera/ui';
import { formatUtc } from '../figures/format.ts';
import { texts } from '../texts.ts';
import { Modal } from './Modal.tsx';

const Listed = ({ parts, label }: { readonly parts: readonly string[]; readonly label: string }) => (
  <ul aria-label={label}>
    {parts.map((part) => (
      <li key={part}>{part}</li>
    ))}
  </ul>
);

/** When compromised code was live, and how many users pages reported of it. */
export type Reach = NonNullable<ReleaseResult['compromised']> & { readonly users: number };

type Props = { readonly name: string; readonly reach: Reach; readonly onClose: () => void };

/** After a rollback of compromised code: what it could reach, what happens now, and what is left to look at. */
export function CompromisedModal({ name, reach: { from, until, users }, onClose }: Props) {
  const { title, live, reach, doneTitle, done, leftTitle, left, close } = texts.rollback.aftermath;
  return (
    <Modal title={title(name)} onClose={onClose} footer={<Button onClick={onClose}>{close}</Button>}>
      <p>{live(formatUtc(from), formatUtc(until), users)}</p>
      <Listed parts={reach} label={title(name)} />
      <p>{doneTitle}:</p>
      <Listed parts={done} label={doneTitle} />
      <p>{leftTitle}:</p>
      <Listed parts={left} label={leftTitle} />
    </Modal>
  );
}
