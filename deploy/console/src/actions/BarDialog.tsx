import { MOST_TABS, type Status } from '@tessera/registry-api';
import { Button, Inline, Stack, Text } from '@tessera/ui';
import { useState } from 'react';
import { useServices } from '../app/services.ts';
import { texts } from '../texts.ts';
import { ActionDialog } from './ActionDialog.tsx';

export type BarDialogProps = {
  readonly bar: Status['bar'];
  /** Epoch that was shown when the dialog opened. */
  readonly seen: number;
  readonly onClose: () => void;
};

const moved = (names: readonly string[], at: number, by: -1 | 1): readonly string[] => {
  const next = names.toSpliced(at, 1);
  return next.toSpliced(at + by, 0, names[at] as string);
};

/** Arranges the bottom bar of all clients. */
export function BarDialog({ bar, seen, onClose }: BarDialogProps) {
  const { registry } = useServices();
  const words = texts.bar;
  const [shown, setShown] = useState<readonly string[]>(bar.shown);
  const others = [...bar.shown, ...bar.hidden].filter((name) => !shown.includes(name));
  const isFull = shown.length >= MOST_TABS;
  const isSame = shown.join() === bar.shown.join();
  return (
    <ActionDialog
      title={words.title}
      seen={seen}
      ready={shown.length > 0 && shown.length <= MOST_TABS && !isSame}
      confirmLabel={words.confirm}
      forceLabel={words.confirm}
      // No check of what is live is overridden by an order.
      send={({ why, expectedEpoch }) => registry('POST /registry/tabs', { tabs: [...shown], why, expectedEpoch })}
      onClose={onClose}
    >
      <Text>{words.lead(MOST_TABS)}</Text>
      <Stack as="ol" gap={2} aria-label={words.shown}>
        {shown.map((name, at) => (
          <li key={name}>
            <Inline gap={2}>
              <Text tone="strong" size="inherit">
                {name}
              </Text>
              <Button
                variant="secondary"
                disabled={at === 0}
                aria-label={words.earlierLabel(name)}
                onClick={() => setShown(moved(shown, at, -1))}
              >
                {words.earlier}
              </Button>
              <Button
                variant="secondary"
                aria-label={words.removeLabel(name)}
                onClick={() => setShown(shown.filter((each) => each !== name))}
              >
                {words.remove}
              </Button>
            </Inline>
          </li>
        ))}
      </Stack>
      {others.length > 0 && (
        <Inline gap={2}>
          {others.map((name) => (
            <Button key={name} variant="secondary" disabled={isFull} onClick={() => setShown([...shown, name])}>
              {words.add(name)}
            </Button>
          ))}
        </Inline>
      )}
    </ActionDialog>
  );
}
