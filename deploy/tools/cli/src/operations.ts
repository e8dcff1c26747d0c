import {
  historyOf,
  type Move,
  type MoveSummary,
  type Reference,
  type ReleaseDesk,
  type Status,
  statusOf,
  type VersionSummary,
  versionsOf,
} from '@tessera/releases';

/** A move as its maker asks for it. */
export type Asked = {
  readonly why: string;
  readonly force?: boolean;
  readonly expectedEpoch?: number;
};

export type Moved = { readonly epoch: number; readonly changes: Move['changes'] };

/** What operations can do, on the store itself or through a registry. */
export type Operations = {
  status(): Promise<Status>;
  history(limit: number): Promise<readonly MoveSummary[]>;
  versions(name: string): Promise<readonly VersionSummary[]>;
  diff(from: number, to: number): Promise<Move['changes']>;
  promote(reference: Reference, asked: Asked): Promise<Moved>;
  ramp(reference: Reference, percent: number, asked: Asked): Promise<Moved>;
  rollback(name: string | undefined, asked: Asked): Promise<Moved>;
  revert(epoch: number, asked: Asked): Promise<Moved>;
  /** `path` is below the origin of the platform; `expiresAt` in Unix ms. */
  preview(reference: Reference, minutes: number): Promise<{ readonly path: string; readonly expiresAt: number }>;
};

const moved = ({ state, changes }: Move): Moved => ({ epoch: state.epoch, changes });

/** On the store itself, with its signing keys. */
export function localOperations(desk: ReleaseDesk, who: string): Operations {
  return {
    status: () => statusOf(desk),
    history: (limit) => historyOf(desk, limit),
    versions: (name) => versionsOf(desk, name),
    diff: (from, to) => desk.diff(from, to),
    promote: async (reference, asked) => moved(await desk.promote(reference, { who, ...asked })),
    ramp: async (reference, percent, asked) => moved(await desk.ramp(reference, percent, { who, ...asked })),
    rollback: async (name, asked) => moved(await desk.rollback(name, { who, ...asked })),
    revert: async (epoch, asked) => moved(await desk.revert(epoch, { who, ...asked })),
    async preview(reference, minutes) {
      const { id, expiresAt } = await desk.preview(reference, minutes);
      return { path: `/h5/?preview=${id}`, expiresAt };
    },
  };
}
