/*
 * Runs in the entry of every remote, in place of `@module-federation/webpack-bundler-runtime`: what a container without
 * remotes and copies of its own needs of it, at a tenth of the size. All else is the host's runtime, which is in the page.
 */

type Factory = () => unknown;

/** An instance of the host's runtime. */
type Instance = {
  readonly name: string;
  readonly options: { readonly name: string; readonly version?: string; readonly shareStrategy?: string };
  readonly shareScopeMap?: Scopes;
  initOptions(options: object): void;
  initShareScopeMap(key: string, scope: object, options: { readonly hostShareScopeMap: object }): void;
  initializeSharing(key: string, options: object): Promise<unknown>[];
  loadShare(request: string, options: object): Promise<Factory | false>;
};

type Core = {
  readonly CurrentGlobal: { readonly __FEDERATION__: { readonly __INSTANCES__: Instance[] } };
  readonly ModuleFederation: new (options: object) => Instance;
  getGlobalFederationConstructor(): (new (options: object) => Instance) | undefined;
  setGlobalFederationInstance(instance: Instance): void;
};

type Scopes = Record<string, object>;

/** A shared module that the bundler found an import of. */
type Consumed = {
  readonly fallback: () => Factory;
  readonly shareScope: string[];
  readonly shareKey: string;
  readonly singleton: boolean;
  readonly requiredVersion: string | false;
  readonly strictVersion: boolean;
  readonly eager: boolean;
  readonly layer?: string;
};

/** The bundler's runtime in this entry; the names are its own. */
type Require = {
  S?: Scopes;
  /** Modules by id, and those that have run. */
  readonly m: Record<string, (module: { exports: unknown }) => void>;
  readonly c: Record<string, unknown>;
  I(key: string, scope?: object[]): unknown;
  readonly consumesLoadingData: { readonly moduleIdToConsumeDataMapping?: Record<string, Consumed> };
  readonly federation: {
    readonly instance?: Instance;
    readonly initOptions: { readonly name: string };
    hasAttachShareScopeMap?: boolean;
  };
};

const core = (globalThis as unknown as { readonly _FEDERATION_RUNTIME_CORE: Core })._FEDERATION_RUNTIME_CORE;

const instanceOf = ({ federation }: Require): Instance => {
  if (!federation.instance) throw new Error('The container has not started.');
  return federation.instance;
};

/** From now on the entry has the scopes of the page. */
function attachShareScopeMap(webpackRequire: Require): void {
  const { federation } = webpackRequire;
  const { shareScopeMap } = federation.instance ?? {};
  if (!webpackRequire.S || federation.hasAttachShareScopeMap || !shareScopeMap) return;
  webpackRequire.S = shareScopeMap;
  federation.hasAttachShareScopeMap = true;
}

/** The instance of this version: an entry that is run again finds the former one. */
function init({ webpackRequire }: { readonly webpackRequire: Require }): Instance {
  const options = { plugins: [], ...webpackRequire.federation.initOptions, id: '' };
  const known = core.CurrentGlobal.__FEDERATION__.__INSTANCES__.find((each) => each.options.name === options.name);
  if (known) {
    known.initOptions(options);
    return known;
  }
  const created = new (core.getGlobalFederationConstructor() || core.ModuleFederation)(options);
  core.setGlobalFederationInstance(created);
  return created;
}

type Consuming = {
  readonly chunkId: string;
  readonly promises: unknown[];
  /** By module: that it is being fetched, or 0. */
  readonly installedModules: Record<string, Promise<void> | 0>;
  readonly webpackRequire: Require;
  readonly chunkMapping: Readonly<Record<string, readonly string[]>>;
};

/** Fetches the shared modules that a chunk imports. One that cannot be had throws in each module that imports it. */
function consumes({ chunkId, promises, installedModules, webpackRequire, chunkMapping }: Consuming): void {
  attachShareScopeMap(webpackRequire);
  if (!Object.hasOwn(chunkMapping, chunkId)) return;
  for (const id of chunkMapping[chunkId] ?? []) {
    if (Object.hasOwn(installedModules, id)) {
      promises.push(installedModules[id]);
      continue;
    }
    const install = (run: (module: { exports: unknown }) => void) => {
      webpackRequire.m[id] = (module) => {
        delete webpackRequire.c[id];
        run(module);
      };
    };
    const fail = (error: unknown) => {
      delete installedModules[id];
      install(() => {
        throw error;
      });
    };
    try {
      const consumed = webpackRequire.consumesLoadingData.moduleIdToConsumeDataMapping?.[id];
      if (!consumed) throw new Error(`${id} is no shared module.`);
      const { fallback, shareKey, shareScope, ...shareConfig } = consumed;
      const loading = instanceOf(webpackRequire)
        .loadShare(shareKey, {
          customShareInfo: { shareConfig, scope: shareScope },
          context: { trigger: 'build', moduleId: id, chunkId },
        })
        .then((factory) => {
          const found = factory || fallback();
          installedModules[id] = 0;
          install((module) => {
            module.exports = found();
          });
        })
        .catch(fail);
      installedModules[id] = loading;
      promises.push(loading);
    } catch (error) {
      fail(error);
    }
  }
}

type Sharing = {
  readonly shareScopeName: string;
  readonly webpackRequire: Require;
  readonly initPromises: Record<string, unknown>;
  readonly initTokens: Record<string, object>;
  readonly initScope?: object[];
};

/** Joins a scope of the page, once. */
function initializeSharing(sharing: Sharing): unknown {
  const { shareScopeName: key, webpackRequire, initPromises, initTokens, initScope = [] } = sharing;
  const instance = instanceOf(webpackRequire);
  initTokens[key] ??= { from: instance.name };
  const token = initTokens[key];
  if (initScope.includes(token)) return Promise.resolve(true);
  initScope.push(token);
  initPromises[key] ??= Promise.all(
    instance.initializeSharing(key, { strategy: instance.options.shareStrategy, initScope, from: 'build' }),
  ).then(() => true);
  attachShareScopeMap(webpackRequire);
  return initPromises[key];
}

type Entering = {
  readonly webpackRequire: Require;
  readonly shareScope: object;
  readonly initScope?: object[];
  readonly shareScopeKey: string;
  readonly remoteEntryInitOptions?: { readonly shareScopeMap?: object };
};

/** The `init` of the container. */
function initContainerEntry(entering: Entering): unknown {
  const { webpackRequire, shareScope, initScope, shareScopeKey, remoteEntryInitOptions } = entering;
  const instance = instanceOf(webpackRequire);
  instance.initOptions({ name: webpackRequire.federation.initOptions.name, remotes: [], ...remoteEntryInitOptions });
  instance.initShareScopeMap(shareScopeKey, shareScope, {
    hostShareScopeMap: remoteEntryInitOptions?.shareScopeMap ?? {},
  });
  attachShareScopeMap(webpackRequire);
  return webpackRequire.I(shareScopeKey, initScope);
}

export default {
  runtime: core,
  bundlerRuntime: { consumes, I: initializeSharing, S: {}, initContainerEntry, init },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
};
