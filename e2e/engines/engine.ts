import { setTimeout as wait } from 'node:timers/promises';

/** A browser of another engine than Playwright's, with one page of a phone's size. */
export type Engine = {
  readonly page: EnginePage;
  /** Errors that the page did not catch since the last call, oldest first. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
};

/** ms that one command may take, the longest wait in a page included, on a machine that is several times slower. */
export const COMMAND_AT_MOST = 90_000;

/** Fails, by the name of the command, where a browser does not answer: what hangs is then known. */
export async function answered<Result>(command: string, answer: Promise<Result>): Promise<Result> {
  const waited = new AbortController();
  const late = wait(COMMAND_AT_MOST, null, { signal: waited.signal }).then(() => {
    throw new Error(`the browser has not answered within ${COMMAND_AT_MOST / 1_000} s: ${command}`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    waited.abort();
  }
}

/** What one engine's protocol does to a page. */
export type Protocol = {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs an expression in the page; it resolves to a text. */
  evaluate(expression: string): Promise<string>;
  /** Plays input in the format that both protocols of WebDriver share. */
  perform(actions: readonly unknown[]): Promise<void>;
};

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

type Wanted = { readonly selector: string; readonly name: string | undefined };

const TAP = [
  { type: 'pointerDown', button: 0 },
  { type: 'pause', duration: 20 },
  { type: 'pointerUp', button: 0 },
];

/** A page by its protocol: real taps and keys, and functions that run in the page. */
export class EnginePage {
  readonly #protocol: Protocol;

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
  }

  open = (address: string): Promise<void> => this.#protocol.open(address);

  reload = (): Promise<void> => this.#protocol.reload();

  /** Runs a function in the page. It sees its argument alone, both ways as JSON. */
  async run<Result, Argument extends Json = null>(
    task: (argument: Argument) => Result | Promise<Result>,
    argument: Argument = null as Argument,
  ): Promise<Result> {
    const call = `(${task})(${JSON.stringify(argument)})`;
    return JSON.parse(await this.#protocol.evaluate(`(async () => JSON.stringify({ result: await ${call} }))()`))
      .result;
  }

  /**
   * The middle of an element that matches, has this name and is drawn. Waits for it for 40 seconds, by time: a browser may draw
   * no frames.
   */
  #middleOf = (wanted: Wanted): Promise<{ readonly x: number; readonly y: number }> =>
    this.run(
      async ({ selector, name }) => {
        const textOf = (element: Element | undefined): string | undefined =>
          // As it was before a translator (`translate.ts`).
          element?.textContent.replaceAll('·', '').trim();
        const nameOf = (element: Element): string | undefined =>
          element.ariaLabel ?? textOf(element instanceof HTMLInputElement ? element.labels?.[0] : element);
        const until = performance.now() + 40_000;
        while (performance.now() < until) {
          const found = [...document.querySelectorAll(selector)].find(
            (each) => each.checkVisibility() && (name === null || nameOf(each) === name),
          );
          found?.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { left, top, width, height } = found?.getBoundingClientRect() ?? new DOMRect();
          const middle = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
          // It is there, stands still, and nothing lies over it but its own label, which passes a tap on.
          for (let frames = 0; frames < 2; frames += 1)
            await new Promise((next) => {
              requestAnimationFrame(next);
              setTimeout(next, 1_000);
            });
          const after = found?.getBoundingClientRect();
          const over = document.elementFromPoint(middle.x, middle.y);
          const isOn = found?.contains(over) || over?.closest('label')?.control === found;
          if (found && after?.top === top && after.left === left && isOn) return middle;
        }
        throw new Error(
          `no ${selector} “${name}” in: ${document.querySelector('[data-shown]')?.textContent.slice(0, 1_000)}`,
        );
      },
      { selector: wanted.selector, name: wanted.name ?? null },
    );

  /** Waits until an element is in the page. */
  waitFor = (selector: string): Promise<void> =>
    this.run(async (wanted) => {
      const until = performance.now() + 40_000;
      while (!document.querySelector(wanted)) {
        if (performance.now() > until)
          throw new Error(`no ${wanted} in: ${document.querySelector('[data-shown]')?.textContent.slice(0, 1_000)}`);
        await new Promise((next) => {
          requestAnimationFrame(next);
          setTimeout(next, 1_000);
        });
      }
    }, selector);

  /** Taps an element, by what its name is if that is given. */
  async tap(selector: string, name?: string): Promise<void> {
    const { x, y } = await this.#middleOf({ selector, name });
    await this.#protocol.perform([
      {
        type: 'pointer',
        id: 'finger',
        parameters: { pointerType: 'mouse' },
        actions: [{ type: 'pointerMove', x, y, duration: 0 }, ...TAP],
      },
    ]);
  }

  /** Taps what opens a sheet or a dialog: again where the screen moved below the finger. */
  async tapToOpen(selector: string, name?: string): Promise<void> {
    const isOpen = () => document.querySelector('dialog[open]') !== null;
    for (let tries = 0; tries < 5 && !(await this.run(isOpen)); tries += 1) {
      await this.tap(selector, name);
      for (let looks = 0; looks < 40 && !(await this.run(isOpen)); looks += 1) await wait(50);
    }
  }

  /** Types into a field, in place of what stands there. */
  async type(text: string, selector: string, name?: string): Promise<void> {
    await this.tap(selector, name);
    await this.run(() => {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement) field.select();
    });
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#protocol.perform([{ type: 'key', id: 'keyboard', actions }]);
  }
}
