import type { StaffChange } from '@tessera/api/staff';
import { Button } from '@tessera/ui';
import { Clock } from '@tessera/ui/icons';
import { screenHref } from '../app/use-screen.ts';
import { delayWords } from '../changes/words.ts';
import { formatMinute } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import { texts } from '../texts.ts';
import { Modal } from './Modal.tsx';

const words = texts.changes;

/** A change that was sent waits for another member: nothing is in force yet. */
export function ProposedStep({ change, onClose }: { readonly change: StaffChange; readonly onClose: () => void }) {
  const { id, expires_at } = change;
  return (
    <Modal
      title={words.name(id)}
      onClose={onClose}
      footer={
        <Button variant="secondary" onClick={onClose}>
          {texts.action.close}
        </Button>
      }
    >
      <Notice tone="warn" icon={<Clock />} title={words.proposedTitle} urgent>
        <p>{words.proposedText(formatMinute(expires_at), delayWords(change))}</p>
      </Notice>
      <p>
        <a href={screenHref('changes', id)} onClick={onClose}>
          {words.see(id)}
        </a>
      </p>
    </Modal>
  );
}
