import { MOST_GROUP_NAME, moved, useArranging } from '@tessera/api/watchlist';
import { useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Button, Chip, ChipGroup, IconButton, Inline, Sheet, Text } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { ArrowUpDown, Plus, Trash2, X } from '@tessera/ui/icons';
import { SortableList } from '@tessera/ui/sortable';
import { type FormEvent, useState } from 'react';
import styles from './EditFavourites.module.css';
import { useFavourites } from './use-favourites.ts';

const ALL = 'all';

type Props = {
  /** The group that is open in the list; null for all. */
  readonly group: string | null;
  readonly onClose: () => void;
  readonly onGroup: (id: string | null) => void;
};

type NameFormProps = {
  readonly label: string;
  readonly action: string;
  readonly initial: string;
  readonly onName: (name: string) => void;
};

function NameForm({ label, action, initial, onName }: NameFormProps) {
  const [name, setName] = useState(initial);
  const wanted = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== '' && wanted !== initial) onName(wanted);
  };
  return (
    <form className={styles.name} onSubmit={submit}>
      <TextInput label={label} value={name} maxLength={MOST_GROUP_NAME} onChange={setName} />
      <Button type="submit" variant="secondary" disabled={wanted === '' || wanted === initial}>
        {action}
      </Button>
    </form>
  );
}

/** Order of the favourites and of their groups, by drag or by keys, and which groups there are. */
export default function EditFavourites({ group: first, onClose, onGroup }: Props) {
  const t = useTexts('markets');
  const signedIn = useSession() !== null;
  const { symbols = [], groups, change } = useFavourites();
  const { arrange, arrangeGroups, add, rename, fill, remove } = useArranging();
  const [chosen, choose] = useState(first);
  /** What is done with groups, above or instead of the favourites. */
  const [task, setTask] = useState<'name' | 'arrange' | null>(null);
  const naming = task === 'name';
  // With one group there is nothing to arrange.
  const arranging = task === 'arrange' && groups.length > 1;
  const group = groups.find(({ id }) => id === chosen);
  const listed = group?.symbols ?? symbols;
  const others = group ? symbols.filter((symbol) => !group.symbols.includes(symbol)) : [];

  const open = (id: string | null) => {
    setTask(null);
    choose(id);
    onGroup(id);
  };
  const put = (next: readonly string[]) => (group ? fill(group.id, next) : arrange(next));
  const take = (symbol: string) =>
    group
      ? fill(
          group.id,
          listed.filter((each) => each !== symbol),
        )
      : change({ symbol, favourite: false });
  const make = (name: string) => {
    // The exchange's reason is shown as a toast, and what was typed stays.
    add(name).then(
      ({ id }) => open(id),
      () => undefined,
    );
  };

  return (
    <Sheet open onClose={onClose} title={t('groups.edit')} tall>
      {signedIn && (
        <div className={styles.groups}>
          <ChipGroup
            label={t('groups.label')}
            options={[
              { value: ALL, label: t('groups.all') },
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={naming || arranging ? null : (group?.id ?? ALL)}
            onChange={(id) => open(id === ALL ? null : id)}
          />
          <IconButton
            label={t('groups.new')}
            icon={<Plus />}
            aria-expanded={naming}
            onClick={() => setTask(naming ? null : 'name')}
          />
          {groups.length > 1 && (
            <IconButton
              label={t('groups.arrange')}
              icon={<ArrowUpDown />}
              aria-expanded={arranging}
              onClick={() => setTask(arranging ? null : 'arrange')}
            />
          )}
        </div>
      )}
      {naming && <NameForm label={t('groups.name')} action={t('groups.create')} initial="" onName={make} />}
      {group && task === null && (
        <div className={styles.own}>
          <NameForm
            key={group.id}
            label={t('groups.name')}
            action={t('groups.rename')}
            initial={group.name}
            onName={(name) => rename(group.id, name)}
          />
          <IconButton
            label={t('groups.remove', { name: group.name })}
            icon={<Trash2 />}
            onClick={() => {
              remove(group.id);
              open(null);
            }}
          />
        </div>
      )}
      <Text below={2} above={2}>
        {t(signedIn ? 'groups.hint' : 'groups.hintGuest')}
      </Text>
      {arranging ? (
        <SortableList
          key="groups"
          label={t('groups.arrange')}
          items={groups.map(({ id, name }) => ({ id, name, content: <span className={styles.symbol}>{name}</span> }))}
          onMove={(from, to) =>
            arrangeGroups(
              moved(
                groups.map(({ id }) => id),
                from,
                to,
              ),
            )
          }
          handle={(name) => t('groups.move', { name })}
          announced={(name, place, count) => t('groups.moved', { name, place, count })}
        />
      ) : (
        <>
          <SortableList
            label={t('groups.edit')}
            items={listed.map((symbol) => ({
              id: symbol,
              name: symbol,
              content: (
                <>
                  <span className={styles.symbol}>{symbol}</span>
                  <IconButton
                    label={
                      group ? t('groups.takeOut', { symbol, name: group.name }) : t('favourite.remove', { symbol })
                    }
                    icon={<X />}
                    onClick={() => take(symbol)}
                  />
                </>
              ),
            }))}
            onMove={(from, to) => put(moved(listed, from, to))}
            handle={(name) => t('groups.move', { name })}
            announced={(name, place, count) => t('groups.moved', { name, place, count })}
          />
          {group && listed.length === 0 && (
            <Text below={2} above={2}>
              {t('empty.group')}
            </Text>
          )}
          {group && others.length > 0 && (
            <Inline
              as="section"
              gap={2}
              wrap
              below={3}
              above={3}
              at="stretch"
              aria-label={t('groups.add', { name: group.name })}
            >
              <h3 className={styles.heading}>{t('groups.add', { name: group.name })}</h3>
              {others.map((symbol) => (
                <Chip key={symbol} onClick={() => fill(group.id, [...listed, symbol])}>
                  {symbol}
                </Chip>
              ))}
            </Inline>
          )}
        </>
      )}
    </Sheet>
  );
}
