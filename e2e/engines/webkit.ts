import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../deploy/tools/launcher/src/ports.ts';
import { phone } from '../platform/phone.ts';
import { answered, COMMAND_AT_MOST, type Engine, EnginePage } from './engine.ts';
import { startProgram } from './program.ts';

/** The browser that comes with Debian's driver. */
const MINI_BROWSER = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib']
  .flatMap((folder) => ['4.1', '6.0', '4.0'].map((version) => `${folder}/webkit2gtk-${version}/MiniBrowser`))
  .find((path) => existsSync(path));

/** One command of WebDriver. */
async function command<Result>(method: 'POST' | 'DELETE', address: string, body: object): Promise<Result> {
  const text = JSON.stringify(body);
  const sent = fetch(address, { method, body: text });
  const response = await answered(`${address} ${text.slice(0, 300)}`, sent);
  const { value } = (await response.json()) as { value: never };
  const { error, message } = (value ?? {}) as { error?: string; message?: string };
  if (!response.ok) throw new Error(`${error}: ${message}`);
  return value;
}

/** Waits until the driver takes commands. */
async function listening(origin: string): Promise<void> {
  for (let tries = 0; tries < 250; tries += 1) {
    const status = await fetch(`${origin}/status`).catch(() => null);
    if (status?.ok) return;
    await setTimeout(20);
  }
  throw new Error('the driver of WebKit does not listen');
}

/** The driver returns what an asynchronous script hands to its last argument. */
const asScript = (expression: string): string => `
  const done = arguments[arguments.length - 1];
  (${expression}).then((result) => done({ result }), (error) => done({ error: String(error) }));
`;

/**
 * The protocol reports no errors of a page: the page collects them, from its load on. That a changed size is told with the next
 * frame is a notice, which WebKit gives as an error.
 */
const COLLECT_ERRORS = `(async () => {
  window.uncaught = [];
  addEventListener('error', ({ message }) => message.startsWith('ResizeObserver loop') || window.uncaught.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.uncaught.push(String(reason)));
  return '';
})()`;
const READ_ERRORS = '(async () => JSON.stringify(window.uncaught.splice(0)))()';

/** Starts WebKitGTK on a display of its own, which is not shown. */
export async function startWebKit(program: string): Promise<Engine> {
  if (!MINI_BROWSER) throw new Error(`${program} is there, and its MiniBrowser is not`);
  const settings = await mkdtemp(join(tmpdir(), 'tessera-webkit-'));
  await mkdir(join(settings, 'gtk-3.0'));
  // Pages then see that less motion is preferred.
  await writeFile(join(settings, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const display = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1000x1000x24', '-nolisten', 'tcp']);
  const [number] = await display.said(/^\d+$/);
  const port = await freePort();
  const driver = startProgram(program, ['--host=127.0.0.1', `--port=${port}`], {
    DISPLAY: `:${number}`,
    LANG: 'en_US.UTF-8',
    XDG_CONFIG_HOME: settings,
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Layers of their own are drawn by the processor as well, more than once.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    // Its sandbox needs namespaces, which containers rarely give.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  const close = async () => {
    await driver.end();
    await display.end();
    await rm(settings, { recursive: true, force: true });
  };
  try {
    const origin = `http://127.0.0.1:${port}`;
    await listening(origin);
    const { sessionId } = await command<{ sessionId: string }>('POST', `${origin}/session`, {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
          // Ours are told first, and with the name of the command.
          timeouts: { script: 2 * COMMAND_AT_MOST, pageLoad: 2 * COMMAND_AT_MOST },
        },
      },
    });
    const send = <Result = unknown>(path: string, body: object) =>
      command<Result>('POST', `${origin}/session/${sessionId}/${path}`, body);
    // Its window is not made narrower than 447 px.
    await send('window/rect', phone.viewport);
    const evaluate = async (expression: string): Promise<string> => {
      const script = asScript(expression);
      const { error, result } = await send<{ error?: string; result: string }>('execute/async', { script, args: [] });
      if (error) throw new Error(error);
      return result;
    };
    const load = async (path: string, body: object) => {
      await send(path, body);
      await evaluate(COLLECT_ERRORS);
    };
    const page = new EnginePage({
      open: (url) => load('url', { url }),
      reload: () => load('refresh', {}),
      perform: (actions) => send('actions', { actions }).then(() => undefined),
      evaluate,
    });
    return { page, errors: async () => JSON.parse(await evaluate(READ_ERRORS)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
