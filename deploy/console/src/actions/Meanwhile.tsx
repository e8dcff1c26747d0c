import { Button, Stack } from '@tessera/ui';
import { Users } from '@tessera/ui/icons';
import { Notice } from '../notice/Notice.tsx';
import { useFigures } from '../registry/figures.ts';
import { useHistory } from '../registry/queries.ts';
import { texts } from '../texts.ts';
import { wordsOf } from './change-words.ts';
import { Modal } from './Modal.tsx';

/** Enough for the events while a dialog is open. */
const LOOK_BACK = 20;

export type MeanwhileProps = {
  readonly title: string;
  readonly seen: number;
  /** A request got no response: one of the new events may be its result. */
  readonly unheard: boolean;
  readonly onClose: () => void;
};

/** Another release took effect between reading and deciding: who made it, and what changed. */
export function Meanwhile({ title, seen, unheard, onClose }: MeanwhileProps) {
  const { status } = useFigures();
  const { data: events = [] } = useHistory(LOOK_BACK, status?.epoch);
  return (
    <Modal title={title} onClose={onClose} footer={<Button onClick={onClose}>{texts.action.meanwhileAction}</Button>}>
      <Notice
        tone="warn"
        icon={<Users />}
        title={unheard ? texts.action.unheardTitle : texts.action.meanwhileTitle}
        urgent
      >
        <p>{unheard ? texts.action.unheardText : texts.action.meanwhileText(seen, status?.epoch)}</p>
        <Stack as="ul" gap={1}>
          {events
            .filter(({ epoch }) => epoch > seen)
            .map(({ epoch, who, why, changes }) => (
              <li key={epoch}>{texts.action.other(epoch, who, wordsOf(changes), why)}</li>
            ))}
        </Stack>
      </Notice>
    </Modal>
  );
}
