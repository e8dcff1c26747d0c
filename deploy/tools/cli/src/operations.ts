import {
  historyOf,
  type Reference,
  type ReleaseEvent,
  type ReleaseEventSummary,
  type ReleaseService,
  type Status,
  statusOf,
  type VersionSummary,
  versionsOf,
} from '@tessera/releases';

/** What a release is asked for with. */
export type Asked = {
  readonly why: string;
  readonly force?: boolean;
  readonly expectedEpoch?: number;
};

export type ReleaseResult = { readonly epoch: number; readonly changes: ReleaseEvent['changes'] };

/** What operations can do, on the store itself or through a registry. */
export type Operations = {
  status(): Promise<Status>;
  history(limit: number): Promise<readonly ReleaseEventSummary[]>;
  versions(name: string): Promise<readonly VersionSummary[]>;
  diff(from: number, to: number): Promise<ReleaseEvent['changes']>;
  promote(reference: Reference, asked: Asked): Promise<ReleaseResult>;
  ramp(reference: Reference, percent: number, asked: Asked): Promise<ReleaseResult>;
  rollback(name: string | undefined, asked: Asked): Promise<ReleaseResult>;
  revert(epoch: number, asked: Asked): Promise<ReleaseResult>;
  /** `path` is below the origin of the platform; `expiresAt` in Unix ms. */
  preview(reference: Reference, minutes: number): Promise<{ readonly path: string; readonly expiresAt: number }>;
};

const resultOf = ({ state, changes }: ReleaseEvent): ReleaseResult => ({ epoch: state.epoch, changes });

/** On the store itself, with its signing keys. */
export function localOperations(service: ReleaseService, who: string): Operations {
  return {
    status: () => statusOf(service),
    history: (limit) => historyOf(service, limit),
    versions: (name) => versionsOf(service, name),
    diff: (from, to) => service.diff(from, to),
    promote: async (reference, asked) => resultOf(await service.promote(reference, { who, ...asked })),
    ramp: async (reference, percent, asked) => resultOf(await service.ramp(reference, percent, { who, ...asked })),
    rollback: async (name, asked) => resultOf(await service.rollback(name, { who, ...asked })),
    revert: async (epoch, asked) => resultOf(await service.revert(epoch, { who, ...asked })),
    async preview(reference, minutes) {
      const { id, expiresAt } = await service.preview(reference, minutes);
      return { path: `/h5/?preview=${id}`, expiresAt };
    },
  };
}
