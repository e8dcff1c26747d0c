import { Button } from '@tessera/ui';
import { Users } from '@tessera/ui/icons';
import { Notice } from '../notice/Notice.tsx';
import { useFigures } from '../registry/figures.ts';
import { useHistory } from '../registry/queries.ts';
import { texts } from '../texts.ts';
import { wordsOf } from './change-words.ts';
import styles from './Meanwhile.module.css';
import { Modal } from './Modal.tsx';

/** Enough for what happens while a dialog is open. */
const LOOK_BACK = 20;

export type MeanwhileProps = {
  readonly title: string;
  readonly seen: number;
  /** A move was sent and its answer never came: one of those that came in force may be it. */
  readonly unheard: boolean;
  readonly onClose: () => void;
};

/** Another move came in force between looking and deciding: who made it, and what changed. */
export function Meanwhile({ title, seen, unheard, onClose }: MeanwhileProps) {
  const { status } = useFigures();
  const { data: moves = [] } = useHistory(LOOK_BACK, status?.epoch);
  return (
    <Modal title={title} onClose={onClose} footer={<Button onClick={onClose}>{texts.move.meanwhileAction}</Button>}>
      <Notice tone="warn" icon={<Users />} title={unheard ? texts.move.unheardTitle : texts.move.meanwhileTitle} urgent>
        <p>{unheard ? texts.move.unheardText : texts.move.meanwhileText(seen, status?.epoch)}</p>
        <ul className={styles.others}>
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
