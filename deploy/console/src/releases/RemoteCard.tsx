import { HOST_NAME, type RemoteStatus } from '@tessera/registry-api';
import { Badge, Button, Card, Heading, Inline, Text } from '@tessera/ui';
import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import { formatPercent } from '../figures/format.ts';
import { texts } from '../texts.ts';
import type { ActionName } from './action-name.ts';
import { evidenceLevel } from './evidence.ts';
import { HealthTable } from './HealthTable.tsx';
import { versionRows } from './health.ts';
import { RampPanel } from './RampPanel.tsx';
import styles from './RemoteCard.module.css';

export type RemoteCardProps = {
  readonly remote: RemoteStatus;
  readonly blocked: string | null;
  readonly onAction: (action: ActionName) => void;
};

/** Whose it is, and what it asks of its releases. */
function teamOf({ owner, contact, tier, policy }: RemoteStatus): string {
  const words = texts.releases;
  const parts = [
    owner ? words.owner(owner, contact) : contact,
    tier && words.tier[tier],
    policy?.ramp && words.rampFirst,
    policy?.members === 2 && words.twoMembers,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** One remote: its versions with their health, its ramp, and its actions. */
export function RemoteCard({ remote, blocked, onAction }: RemoteCardProps) {
  const { name, stable, ramp, newest, withdrawn } = remote;
  const id = useId();
  const team = teamOf(remote);
  // Without a version there is nothing to release, and nothing to undo.
  const announced = newest === '';
  const waiting = !announced && newest !== stable && newest !== ramp?.version;
  const disabled = announced || blocked !== null;
  // Highlighted if there is evidence; always in the same place.
  const alarming = ramp !== null && evidenceLevel(ramp.evidence) !== 'low';
  const actions = [
    ['promote', texts.releases.promote],
    ['ramp', texts.releases.ramp],
    // A preview replaces a remote within a page, which the host draws.
    ...(name === HOST_NAME ? [] : [['preview', texts.releases.preview] as const]),
  ] as const;
  return (
    <Card as="article" gap={4} shrinks aria-labelledby={id}>
      <Inline as="header" gap={3} wrap between>
        <div className={styles.heading}>
          <Heading size={20} id={id}>
            {name}
          </Heading>
          {ramp && <Badge tone="accent">{texts.releases.ramping(formatPercent(ramp.percent))}</Badge>}
          {waiting &&
            (withdrawn.includes(newest) ? (
              <Badge tone="danger">{texts.releases.withdrawn(newest)}</Badge>
            ) : (
              <Badge tone="success">{texts.releases.newer(newest)}</Badge>
            ))}
        </div>
        <fieldset className={styles.actions} aria-label={texts.releases.actions(name)}>
          {actions.map(([action, label]) => (
            <Button
              key={action}
              variant="secondary"
              disabled={disabled}
              title={blocked ?? undefined}
              onClick={() => onAction(action)}
            >
              {label}
            </Button>
          ))}
          <Button
            variant={alarming ? 'danger' : 'secondary'}
            icon={<Undo2 aria-hidden="true" />}
            disabled={disabled}
            title={blocked ?? undefined}
            onClick={() => onAction('rollback')}
          >
            {texts.releases.rollback}
          </Button>
        </fieldset>
      </Inline>
      {team !== '' && (
        <Text tone="weak" size={14}>
          {team}
        </Text>
      )}
      {ramp && <RampPanel ramp={ramp} isNew={stable === null} blocked={blocked} onSteps={() => onAction('steps')} />}
      {stable === null && !ramp ? (
        <Text tone="normal" size="inherit">
          {announced ? texts.releases.announced : texts.releases.notLive}
        </Text>
      ) : (
        <HealthTable label={texts.health.label(name)} rows={versionRows(remote)} />
      )}
    </Card>
  );
}
