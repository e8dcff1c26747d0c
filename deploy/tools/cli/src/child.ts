import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** A script that writes explains a full disk as the command line itself does. */
const EXPLAINS_FULL_DISK = ['--import', import.meta.resolve('@tessera/releases/explain-full-disk')];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a script with this Node; standard input and error are inherited. Signals are passed on, and the script decides
 * when it ends. Returns its output and exit code (for a script ended by a signal, as a shell reports it).
 */
export function runScript(
  script: string,
  args: readonly string[],
  stdout: 'pipe' | 'inherit',
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...EXPLAINS_FULL_DISK, script, ...args], {
      stdio: ['inherit', stdout, 'inherit'],
    });
    const passOn = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, passOn);
    const settled = () => {
      for (const signal of SIGNALS) process.off(signal, passOn);
    };
    let output = '';
    child.stdout?.on('data', (text) => {
      output += text;
    });
    child.on('error', (error) => {
      settled();
      reject(error);
    });
    child.on('close', (code, signal) => {
      settled();
      resolve({ code: code ?? (signal ? 128 + constants.signals[signal] : 1), output });
    });
  });
}
