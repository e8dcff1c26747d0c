import { keepShortcuts, type MenuEntry, useShortcuts } from '@tessera/api/content';
import { problemText, useTexts } from '@tessera/i18n';
import { useQueryClient } from '@tessera/query';
import { Box, Button, Chip, Heading, IconButton, Sheet, showToast, Text } from '@tessera/ui';
import { SortableList } from '@tessera/ui/sortable';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import styles from './AllServices.module.css';
import home from './HomePage.module.css';
import { Shortcut } from './Shortcut.tsx';
import { ServiceIcon } from './shortcut-icons.tsx';

const GROUPS: ReadonlyArray<MenuEntry['group']> = ['main', 'trade', 'finance', 'more'];
/** As many as the page has room for. */
const MOST = 9;

type Props = {
  readonly entries: readonly MenuEntry[];
  /** Those that can be shortcuts. */
  readonly free: readonly MenuEntry[];
  /** The shortcuts of now. */
  readonly shown: readonly MenuEntry[];
  /** The user has an account to keep a choice with. */
  readonly arranges: boolean;
  readonly onClose: () => void;
};

const SHORTCUTS = useShortcuts.key({});

/** Keeps a choice; it shows at once, and one that is rejected is undone with a toast. None: the menu's own order. */
function useKeep() {
  const client = useQueryClient();
  return (keys: readonly string[]) => {
    client.setQueryData(SHORTCUTS, { keys: keys.length > 0 ? keys : null });
    keepShortcuts(keys.length > 0 ? { keys: [...keys] } : {}).catch((error: unknown) => {
      showToast(problemText(error), 'error');
      void client.invalidateQueries({ queryKey: SHORTCUTS });
    });
  };
}

function Arranging({ free, shown }: Pick<Props, 'free' | 'shown'>) {
  const t = useTexts('home');
  const keep = useKeep();
  const keys = shown.map(({ key }) => key);
  const others = free.filter(({ key }) => !keys.includes(key));
  return (
    <>
      <Text weight="normal">{t('arranging.hint', { count: MOST })}</Text>
      <SortableList
        label={t('arranging.arrange')}
        items={shown.map(({ key, title, path }) => ({
          id: key,
          name: title,
          content: (
            <>
              <span className={styles.icon}>
                <ServiceIcon entry={{ key, path }} />
              </span>
              <span className={styles.title}>{title}</span>
              <IconButton
                label={t('arranging.remove', { name: title })}
                icon={<X />}
                disabled={keys.length === 1}
                onClick={() => keep(keys.filter((each) => each !== key))}
              />
            </>
          ),
        }))}
        onMove={(from, to) => {
          const rest = keys.filter((_, at) => at !== from);
          keep([...rest.slice(0, to), keys[from] as string, ...rest.slice(to)]);
        }}
        handle={(name) => t('arranging.move', { name })}
        announced={(name, place, count) => t('arranging.moved', { name, place, count })}
      />
      <section className={styles.others} aria-label={t('arranging.add')}>
        <Heading as="h3" size={14} below={2}>
          {t('arranging.add')}
        </Heading>
        {others.map(({ key, title }) => (
          <Chip key={key} disabled={keys.length >= MOST} onClick={() => keep([...keys, key])}>
            <Plus className="lucide" /> {title}
          </Chip>
        ))}
      </section>
      <Button variant="secondary" block onClick={() => keep([])}>
        {t('arranging.reset')}
      </Button>
    </>
  );
}

/** All services by group, and the choice of those that the page shows. */
export default function AllServices({ entries, free, shown, arranges, onClose }: Props) {
  const t = useTexts('home');
  const [arranging, setArranging] = useState(false);
  return (
    <Sheet
      open
      onClose={onClose}
      title={arranging ? t('arranging.arrange') : t('allServices')}
      tall
      footer={
        arranges && (
          <Button variant="secondary" block onClick={() => setArranging(!arranging)}>
            {t(arranging ? 'arranging.done' : 'arranging.arrange')}
          </Button>
        )
      }
    >
      {arranging && <Arranging free={free} shown={shown} />}
      {!arranging &&
        GROUPS.map((group) => (
          <Box as="section" key={group} below={5}>
            <Heading as="h3" size={14} below={2}>
              {t(`group.${group}`)}
            </Heading>
            <ul className={home.shortcuts}>
              {entries
                .filter((entry) => entry.group === group)
                .map((entry) => (
                  <Shortcut key={entry.key} entry={entry} onFollow={onClose} />
                ))}
            </ul>
          </Box>
        ))}
    </Sheet>
  );
}
