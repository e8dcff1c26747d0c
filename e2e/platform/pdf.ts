import { execFileSync } from 'node:child_process';

/** The text of a PDF as `pdftotext` reads it; null where that is not installed. */
export function textOf(pdf: Buffer): string | null {
  const program = process.env.PDFTOTEXT_PATH;
  return program ? execFileSync(program, ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }) : null;
}
