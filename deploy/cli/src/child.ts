import { spawn } from 'node:child_process';

/** Runs a script with this Node; its errors and questions are the person's. Answers exit code and what it printed. */
export function runScript(
  script: string,
  args: readonly string[],
  stdout: 'pipe' | 'inherit',
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['inherit', stdout, 'inherit'] });
    let output = '';
    child.stdout?.on('data', (text) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
