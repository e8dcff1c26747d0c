import type { Finding } from '../findings.ts';

/** A text that each of the shared libraries holds and nothing else does. */
const MARKS: Readonly<Record<string, string>> = {
  react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  'react-dom': '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-router-dom': 'No routes matched location',
  i18next: 'i18next: init: i18next is already initialized',
  'decimal.js': '[DecimalError]',
  jotai: 'INTERNAL_onInit',
  '@tanstack/react-query': 'No QueryClient set',
};

/** Finds copies of libraries that the host provides: two copies of them do not know each other. */
export function checkCopies(files: ReadonlyMap<string, string>): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of files) {
    for (const [library, mark] of Object.entries(MARKS)) {
      if (text.includes(mark)) findings.push({ code: 'shared-copied', message: `${file} holds a copy of ${library}` });
    }
  }
  return findings;
}
