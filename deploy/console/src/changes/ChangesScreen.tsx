import { Button, Heading, Inline, SkeletonRows, Stack, Text } from '@tessera/ui';
import { useEffect, useRef, useState } from 'react';
import { useSubject } from '../app/use-screen.ts';
import { formatMinute } from '../figures/format.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { Outdated } from '../notice/Notice.tsx';
import support from '../support/SupportScreen.module.css';
import { TabStrip } from '../support/TabStrip.tsx';
import { texts } from '../texts.ts';
import styles from './ChangesScreen.module.css';
import { type Asked, DecideDialog } from './DecideDialog.tsx';
import { type Change, useChanges } from './queries.ts';
import { Terms } from './Terms.tsx';
import { stateWords } from './words.ts';

const words = texts.changes;

const TABS = ['proposed', 'approved', 'done', 'rejected', 'ended'] as const;
type Tab = (typeof TABS)[number];

const tabOf = ({ state }: Change): Tab => TABS.find((tab) => tab === state) ?? 'ended';

type CardProps = { readonly change: Change; readonly named: boolean; readonly onAsk: (asked: Asked) => void };

function ChangeCard({ change, named, onAsk }: CardProps) {
  const { id, proposed_by, proposed_at, reason, state, actions } = change;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (named) card.current?.scrollIntoView?.({ block: 'center' });
  }, [named]);
  return (
    <article
      ref={card}
      className={styles.change}
      data-state={state}
      aria-label={words.name(id)}
      aria-current={named || undefined}
    >
      <div className={styles.head}>
        <Heading size={16}>{words.name(id)}</Heading>
        <Text as="span" size={14} breaks>
          {words.proposed(proposed_by, formatMinute(proposed_at))}
        </Text>
      </div>
      <p className={styles.state}>{stateWords(change)}</p>
      <Terms change={change} />
      <p className={styles.reason}>
        {words.reason}: {reason}
      </p>
      {state === 'proposed' && actions.includes('withdraw') && (
        <Text size={14} breaks>
          {words.own}
        </Text>
      )}
      {actions.length > 0 && (
        <Inline gap={2} wrap>
          {actions.map((action) => (
            <Button
              key={action}
              size="s"
              variant={action === 'approve' ? 'primary' : 'secondary'}
              aria-label={words.label(words[action], id)}
              onClick={() => onAsk({ change, action })}
            >
              {words[action]}
            </Button>
          ))}
        </Inline>
      )}
    </article>
  );
}

function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const subject = useSubject();
  const named = changes.find(({ id }) => id === subject);
  const [chosen, setChosen] = useState<Tab | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const tab = chosen ?? (named ? tabOf(named) : 'proposed');
  const shown = changes.filter((change) => tabOf(change) === tab);
  const waiting = (state: Tab) => changes.filter((change) => tabOf(change) === state).length;
  return (
    <>
      <Inline gap={4} wrap between below={4}>
        <TabStrip
          label={words.title}
          tabs={TABS}
          chosen={tab}
          names={words.tab}
          counts={{ proposed: waiting('proposed'), approved: waiting('approved') }}
          onChoose={setChosen}
        />
      </Inline>
      {shown.length === 0 && <p className={support.none}>{words.none[tab]}</p>}
      <Stack gap={4} shrinks>
        {shown.map((change) => (
          <ChangeCard key={change.id} change={change} named={change === named} onAsk={setAsked} />
        ))}
      </Stack>
      {asked && <DecideDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Changes that take two members: what waits, what is to take effect, and what became of the others. */
export function ChangesScreen() {
  const query = useChanges();
  const { data, error } = query;
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={6} />} />;
  return (
    <>
      <Text size="inherit" below={4}>
        {words.lead}
      </Text>
      <Outdated error={error} title={words.failed} />
      <ChangeList changes={data.list} />
    </>
  );
}
