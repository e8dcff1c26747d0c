import { Button } from '@tessera/ui';
import { Users } from '@tessera/ui/icons';
import { Notice } from '../notice/Notice.tsx';
import { useFigures } from '../registry/figures.ts';
import { useHistory } from '../registry/queries.ts';
import { texts } from '../texts.ts';
import { wordsOf } from './change-words.ts';
import { Modal } from './Modal.tsx';

/** Enough for what happens while a dialog is open. */
const LOOK_BACK = 20;

export type MeanwhileProps = { readonly title: string; readonly seen: number; readonly onClose: () => void };

/** Another move came in force between looking and deciding: who made it, and what changed. */
export function Meanwhile({ title, seen, onClose }: MeanwhileProps) {
  const { status } = useFigures();
  const { data: moves = [] } = useHistory(LOOK_BACK, status?.epoch);
  return (
    <Modal title={title} onClose={onClose} footer={<Button onClick={onClose}>{texts.move.meanwhileAction}</Button>}>
      <Notice tone="warn" icon={<Users />} title={texts.move.meanwhileTitle} urgent>
        <p>{texts.move.meanwhileText(seen, status?.epoch)}</p>
        <ul>
          {moves
            .filter(({ epoch }) => epoch > seen)
            .map(({ epoch, who, why, changes }) => (
              <li key={epoch}>{texts.move.other(epoch, who, wordsOf(changes), why)}</li>
            ))}
        </ul>
      </Notice>
    </Modal>
  );
}
