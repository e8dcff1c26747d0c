import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { phone } from '../platform/phone.ts';
import { answered, COMMAND_AT_MOST, type Engine, EnginePage } from './engine.ts';
import { startProgram } from './program.ts';

/** What a fresh Firefox would fetch by itself, or ask. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
  // Nothing here measures motion, and each frame is drawn by the processor.
  'layout.frame_rate': 10,
};

/**
 * What Firefox reports beside errors of scripts: that there was no network for a socket, and that a file whose load ended
 * with its page has the hash of nothing. A file that came empty fails its screen, too.
 */
const NO_ERRORS = [/\bwss?:\/\//, /\bintegrity\b.*47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=/];

type Message = {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly error?: string;
  readonly message?: string;
  readonly result?: never;
  readonly method?: string;
  readonly params?: { readonly type: string; readonly level: string; readonly text: string };
};
type Evaluated =
  | { readonly type: 'success'; readonly result: { readonly value: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

/** Commands of WebDriver BiDi over a socket; `onEvent` gets what was subscribed to. */
async function connect(address: string, onEvent: (message: Message) => void) {
  const socket = new WebSocket(address);
  await new Promise((opened, fail) => {
    socket.onopen = opened;
    socket.onerror = fail;
  });
  const waiting = new Map<number, { done: (result: never) => void; fail: (error: Error) => void }>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    const asked = waiting.get(message.id ?? 0);
    if (!asked) return onEvent(message);
    waiting.delete(message.id ?? 0);
    if (message.type === 'error') asked.fail(new Error(`${message.error}: ${message.message}`));
    else asked.done(message.result as never);
  };
  socket.onclose = () => {
    for (const { fail } of waiting.values()) fail(new Error('Firefox has closed the connection'));
  };
  return <Result = unknown>(method: string, params: object): Promise<Result> =>
    answered(
      `${method} ${JSON.stringify(params).slice(0, 300)}`,
      new Promise((done, fail) => {
        last += 1;
        waiting.set(last, { done, fail });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    );
}

/** Starts Firefox without a window. */
export async function startFirefox(program: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'tessera-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const firefox = startProgram(program, args, { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' });
  const close = async () => {
    await firefox.end();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [, address] = await firefox.said(/WebDriver BiDi listening on (ws:\S+)/);
    const errors: string[] = [];
    const send = await connect(`${address}/session`, ({ params }) => {
      if (params?.type !== 'javascript' || params.level !== 'error') return;
      if (!NO_ERRORS.some((each) => each.test(params.text))) errors.push(params.text);
    });
    await send('session.new', { capabilities: {} });
    await send('session.subscribe', { events: ['log.entryAdded'] });
    const { contexts } = await send<{ contexts: readonly { context: string }[] }>('browsingContext.getTree', {});
    const context = contexts[0]?.context;
    const { viewport, deviceScaleFactor: devicePixelRatio } = phone;
    await send('browsingContext.setViewport', { context, viewport, devicePixelRatio });
    const evaluate = async (expression: string): Promise<string> => {
      const target = { context };
      const done = await send<Evaluated>('script.evaluate', { expression, target, awaitPromise: true });
      if (done.type === 'exception') throw new Error(done.exceptionDetails.text);
      return done.result.value;
    };
    /**
     * Waits for the next document by looking: on a starved machine Firefox has left the end of a load unanswered for ever. A look
     * fails while one document takes the place of another.
     */
    const loaded = async (method: string, params: object): Promise<void> => {
      const look = async (): Promise<readonly [began: number, readiness: string, address: string]> =>
        JSON.parse(await evaluate('JSON.stringify([performance.timeOrigin, document.readyState, location.href])'));
      const [before] = await look();
      await send(method, { context, wait: 'none', ...params });
      const until = performance.now() + COMMAND_AT_MOST;
      for (;;) {
        const seen = await look().catch(String);
        if (typeof seen !== 'string' && seen[0] !== before && seen[1] !== 'loading') return;
        if (performance.now() > until) throw new Error(`${method} ${JSON.stringify(params)} ended at ${seen}`);
        await wait(50);
      }
    };
    const page = new EnginePage({
      open: (url) => loaded('browsingContext.navigate', { url }),
      reload: () => loaded('browsingContext.reload', {}),
      perform: (actions) => send('input.performActions', { context, actions }).then(() => undefined),
      evaluate,
    });
    return { page, errors: async () => errors.splice(0), close };
  } catch (error) {
    await close();
    throw error;
  }
}
