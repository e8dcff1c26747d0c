import type { RemoteStatus } from '@tessera/registry-api';
import { Stack, Text } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { useServices } from '../app/services.ts';
import { formatPercent } from '../figures/format.ts';
import { texts } from '../texts.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import { NewUses } from './NewUses.tsx';
import { PercentField } from './PercentField.tsx';
import type { RemoteDialogProps } from './PromoteDialog.tsx';
import { readPercent } from './percent.ts';
import { readSteps } from './steps.ts';
import { suggestedVersion } from './suggested-version.ts';
import { VersionPicker } from './VersionPicker.tsx';

/** Default percentage: enough clients for evidence, few enough to limit harm. */
const FIRST_PERCENT = 5;

const noteOf = ({ stable }: RemoteStatus, percent: number): string => {
  if (percent === 100) return texts.rampAction.everybody;
  if (percent === 0) return texts.rampAction.nobody;
  return stable === null ? texts.rampAction.nothingElse : texts.rampAction.everybodyElse(stable);
};

/** Ramps a published version to a share of the clients, or changes the share. */
export function RampDialog({ remote, seen, onClose }: RemoteDialogProps) {
  const { registry } = useServices();
  const { name, stable, ramp } = remote;
  const [version, setVersion] = useState(suggestedVersion(remote));
  const [typed, setTyped] = useState(String(ramp?.percent ?? FIRST_PERCENT));
  const reading = readPercent(typed);
  const percent = reading.ok ? reading.percent : null;
  const [typedSteps, setTypedSteps] = useState('');
  const steps = readSteps(typedSteps);
  const unchanged = ramp !== null && percent === ramp.percent && !steps?.length;
  const ready = version !== null && percent !== null && steps !== null && !unchanged;
  const words = percent === null ? '' : formatPercent(percent);
  return (
    <ActionDialog
      title={texts.rampAction.title(name)}
      seen={seen}
      ready={ready}
      confirmLabel={percent === null ? texts.rampAction.confirmEmpty : texts.rampAction.confirm(words)}
      forceLabel={texts.rampAction.force}
      subject={`${version} ${percent} ${typedSteps}`}
      send={(request) =>
        registry('POST /registry/ramp', {
          name,
          version: version ?? '',
          percent: percent ?? 0,
          ...(steps?.length ? { steps: [...steps] } : {}),
          ...request,
        })
      }
      onClose={onClose}
    >
      {ramp ? (
        <Text breaks>{texts.rampAction.running(ramp.version)}</Text>
      ) : (
        <VersionPicker
          name={name}
          label={texts.rampAction.choose}
          value={version}
          onChange={setVersion}
          without={stable}
        />
      )}
      {version !== null && <NewUses name={name} version={version} live={stable} />}
      <PercentField
        value={typed}
        onChange={setTyped}
        problem={reading.ok ? (unchanged ? 'unchanged' : null) : reading.problem}
      />
      <TextInput
        label={texts.rampAction.steps}
        helper={texts.rampAction.stepsHelper}
        error={steps === null ? texts.rampAction.stepsProblem : undefined}
        autoComplete="off"
        value={typedSteps}
        onChange={setTypedSteps}
      />
      {version !== null && percent !== null && !unchanged && (
        <Stack gap={1}>
          <ChangeList
            changes={[
              {
                name,
                from: ramp ? texts.rampAction.at(ramp.version, formatPercent(ramp.percent)) : stable,
                to: texts.rampAction.at(version, words),
              },
            ]}
          />
          <Text breaks>{noteOf(remote, percent)}</Text>
        </Stack>
      )}
    </ActionDialog>
  );
}
