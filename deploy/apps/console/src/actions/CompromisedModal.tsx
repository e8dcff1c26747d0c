import type { ReleaseResult } from '@tessera/registry-api';
import { Button } from '@tessera/ui';
import { formatUtc } from '../figures/format.ts';
import { texts } from '../texts.ts';
import { Modal } from './Modal.tsx';

/** When compromised code was live, and how many users pages reported of it. */
export type Reach = NonNullable<ReleaseResult['compromised']> & { readonly users: number };

type Props = { readonly name: string; readonly reach: Reach; readonly onClose: () => void };

/** After a rollback of compromised code: what it could reach, what happens now, and what is left to look at. */
export function CompromisedModal({ name, reach: { from, until, users }, onClose }: Props) {
  const { title, live, reach, done, left, close } = texts.rollback.aftermath;
  return (
    <Modal title={title(name)} onClose={onClose} footer={<Button onClick={onClose}>{close}</Button>}>
      <p>{live(formatUtc(from), formatUtc(until), users)}</p>
      <ul>
        {reach.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <p>{done}</p>
      <p>{left}</p>
    </Modal>
  );
}
