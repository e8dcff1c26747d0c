import type { ComponentType } from 'react';
import type { TextLoader } from './texts.ts';

/** A page chunk: its default export is the screen. */
export type PageLoader = () => Promise<{ readonly default: ComponentType }>;

/** What a remote exposes as `./remote`. */
export type RemoteModule = {
  /** The name in the remote's descriptor; its texts live in the namespace of that name. */
  readonly name: string;
  readonly texts: TextLoader;
  /** One loader for each `module` of the descriptor's routes: the folder of the screen below `src/pages`. */
  readonly pages: Readonly<Record<string, PageLoader>>;
};

/** For remotes of former versions, which call that of the page; others bundle `@tessera/i18n/define-remote`. */
export const defineRemote = (remote: RemoteModule): RemoteModule => remote;
