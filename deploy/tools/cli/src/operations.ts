import type {
  Change,
  OpenPreview,
  PlannedStep,
  ReleaseEventSummary,
  ReleaseResult,
  Status,
  VersionSummary,
} from '@tessera/registry-api';
import {
  type Figures,
  historyOf,
  previewPath,
  previewsOf,
  type Reference,
  type ReleaseService,
  resultOf,
  statusOf,
  versionsOf,
} from '@tessera/releases';

/** Options of a release. */
export type Asked = {
  readonly why: string;
  readonly force?: boolean;
  readonly expectedEpoch?: number;
};

/** Operations on releases, on the store itself or through a registry. */
export type Operations = {
  status(): Promise<Status>;
  history(limit: number): Promise<readonly ReleaseEventSummary[]>;
  versions(name: string): Promise<readonly VersionSummary[]>;
  diff(from: number, to: number): Promise<readonly Change[]>;
  /** Several in one event. */
  promote(references: readonly [Reference, ...Reference[]], asked: Asked): Promise<ReleaseResult>;
  /** `steps` are those that follow by themselves. */
  ramp(reference: Reference, percent: number, asked: Asked, steps?: readonly PlannedStep[]): Promise<ReleaseResult>;
  /** Holds the steps of a ramp, or lets them go on. */
  hold(name: string, asked: Omit<Asked, 'force'>): Promise<ReleaseResult>;
  resume(name: string, asked: Omit<Asked, 'force'>): Promise<ReleaseResult>;
  /** `to` is the version to go back to; without it the last release of the remote, or of all, is undone. */
  rollback(
    name: string | undefined,
    asked: Asked & { readonly compromised?: boolean },
    to?: string,
  ): Promise<ReleaseResult>;
  revert(epoch: number, asked: Asked): Promise<ReleaseResult>;
  /** `path` is below the origin of the platform; `expiresAt` in Unix ms. */
  preview(
    reference: Reference,
    minutes: number,
    asked: Omit<Asked, 'force'>,
  ): Promise<{ readonly id: string; readonly path: string; readonly expiresAt: number }>;
  previews(): Promise<readonly OpenPreview[]>;
  endPreview(id: string, asked: Omit<Asked, 'force'>): Promise<ReleaseResult>;
  /** The remotes of the bottom bar in their order; null leaves it to the descriptors. */
  tabs(names: readonly string[] | null, asked: Omit<Asked, 'force'>): Promise<ReleaseResult>;
};

/** On the store itself, with its signing keys. `figures` are those of a registry that runs on the same data folder. */
export function localOperations(
  service: ReleaseService,
  who: string,
  figures: () => Promise<Figures | undefined> = async () => undefined,
): Operations {
  return {
    status: async () => statusOf(service, await figures()),
    history: (limit) => historyOf(service, limit),
    versions: (name) => versionsOf(service, name),
    diff: (from, to) => service.diff(from, to),
    promote: async ([first, ...others], asked) =>
      resultOf(
        others.length === 0
          ? await service.promote(first, { who, ...asked })
          : await service.promoteTogether([first, ...others], { who, ...asked }),
      ),
    ramp: async (reference, percent, asked, steps) =>
      resultOf(await service.ramp(reference, percent, { who, ...asked }, steps)),
    hold: async (name, asked) => resultOf(await service.holdSteps(name, { who, ...asked })),
    resume: async (name, asked) => resultOf(await service.resumeSteps(name, { who, ...asked })),
    rollback: async (name, asked, to) => resultOf(await service.rollback(name, { who, ...asked }, to)),
    revert: async (epoch, asked) => resultOf(await service.revert(epoch, { who, ...asked })),
    async preview(reference, minutes, asked) {
      const opened = await service.preview(reference, minutes, { who, ...asked });
      return { id: opened.id, path: previewPath(opened), expiresAt: opened.expiresAt };
    },
    previews: () => previewsOf(service),
    endPreview: async (id, asked) => resultOf(await service.endPreview(id, { who, ...asked })),
    tabs: async (names, asked) => resultOf(await service.arrangeTabs(names, { who, ...asked })),
  };
}
