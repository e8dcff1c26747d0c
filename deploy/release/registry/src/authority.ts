import type { JsonCall } from '@tessera/api/kit/json';
import {
  describeAction,
  EVERY,
  type NeededRight,
  permits,
  type ReleaseAction,
  type ReleaseRight,
  rightsInForce,
} from '@tessera/api/kit/rights';
import { BAR, HOST, HOST_NAME, rightOf } from '@tessera/registry-api';
import { type Intended, percentOfWeight } from '@tessera/releases';

/** The caller lacks a right. The message says which. */
export class MissingRight extends Error {
  override name = 'MissingRight';
  /** For the log: `rollback markets`. */
  readonly right: string;

  constructor(message: string, right: string) {
    super(message);
    this.right = right;
  }
}

/** What a request asks for, as far as rights go. */
type Asked = {
  readonly name?: string | undefined;
  readonly together?: readonly { readonly name: string }[] | undefined;
  readonly percent?: number | undefined;
  readonly force?: boolean | undefined;
  readonly compromised?: boolean | undefined;
  /** Of a preview that is ended. */
  readonly id?: string | undefined;
};

/** What a caller may do in an environment now. */
export type Authority = {
  /** Rejects one who may make this call for no remote, before the input is read. */
  readonly requireAny: (call: JsonCall) => void;
  /** Rejects what the input names. */
  readonly requireNamed: (call: JsonCall, asked: Asked) => void;
  /** Rejects what a release would change, whatever its input named. */
  readonly requireChanges: (call: JsonCall, asked: Asked) => (intended: Intended) => void;
};

const namesIn = ({ name, together = [] }: Asked): readonly string[] => [
  ...(name === undefined ? [] : [name]),
  ...together.map((each) => each.name),
];

/** What an action on a remote takes, with what the request adds to it. */
const neededFor = (action: ReleaseAction, remote: string, { percent, force, compromised }: Asked): NeededRight[] => [
  // More than 100 % is refused as a value, not as a right.
  { action, remote, percent: percent === undefined ? undefined : Math.min(percent, 100) },
  ...(force ? [{ action: 'override', remote } as const] : []),
  ...(compromised ? [{ action: 'sessions', remote } as const] : []),
];

/** What stands among the changes: a remote, the host of before, or the bottom bar. */
function neededForChange(action: ReleaseAction, name: string, asked: Asked): NeededRight[] {
  if (name === BAR) return [{ action: 'bar', remote: EVERY }];
  return neededFor(action, name === HOST ? HOST_NAME : name, asked);
}

/** What the steps of a ramp take that a release plans or lets go on: they are made later, without their member. */
function neededForSteps({ before, after }: Intended): NeededRight[] {
  return after.remotes.flatMap(({ name, ramp }) => {
    const steps = ramp?.steps;
    const former = before?.remotes.find((slot) => slot.name === name)?.ramp?.steps;
    if (!steps || steps.held || JSON.stringify(steps) === JSON.stringify(former)) return [];
    return steps.next.map(({ weight }): NeededRight => {
      const percent = percentOfWeight(weight);
      return percent === 100 ? { action: 'release', remote: name } : { action: 'ramp', remote: name, percent };
    });
  });
}

const endedPreview = ({ before, after }: Intended, id: string | undefined): readonly string[] => {
  const ended = before?.previews?.find((preview) => preview.id === id);
  return ended && !after.previews?.some((preview) => preview.id === id) ? [ended.name] : [];
};

export function authorityOf(rights: readonly ReleaseRight[], environment: string, now: number): Authority {
  const held = rightsInForce(rights, environment, now);
  const require = (all: readonly NeededRight[]): void => {
    for (const needed of all) {
      if (permits(held, needed)) continue;
      const { remote } = needed;
      throw new MissingRight(
        `You do not have the right to ${describeAction(needed)}${remote === EVERY ? '' : `: ${remote}`} in ${environment}.`,
        `${needed.action} ${remote}`,
      );
    }
  };
  return {
    requireAny(call) {
      const action = rightOf(call);
      if (!action || held.some((right) => right.action === action)) return;
      throw new MissingRight(
        `You have no right to ${describeAction({ action }).replace(/ up to .*$/, '')} in ${environment}.`,
        action,
      );
    },
    requireNamed(call, asked) {
      const action = rightOf(call);
      if (!action) return;
      if (action === 'bar') require([{ action, remote: EVERY }]);
      require(namesIn(asked).flatMap((name) => neededFor(action, name, asked)));
    },
    requireChanges: (call, asked) => (intended) => {
      const action = rightOf(call);
      if (!action) return;
      const changed = intended.changes.map(({ name }) => name);
      require([
        ...[...changed, ...endedPreview(intended, asked.id)].flatMap((name) => neededForChange(action, name, asked)),
        ...neededForSteps(intended),
      ]);
    },
  };
}
