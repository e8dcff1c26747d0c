import type { Finding } from '../findings.ts';

/**
 * A string that occurs in every production build of each shared library and nowhere else. A test checks that the host's
 * build contains them all, because a new version of a library may change its strings.
 */
const MARKS: Readonly<Record<string, string>> = {
  react: 'takes an object of state variables to update or a function which returns',
  'react-dom': '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-router-dom': ' may be used only in the context of a <Router> component.',
  i18next: 'hasLoadedNamespace: i18next was not initialized',
  jotai: 'INTERNAL_onInit',
  '@tanstack/react-query': 'No QueryClient set',
};

export const LIBRARIES: readonly string[] = Object.keys(MARKS);

/** Finds copies of libraries that the host provides: two copies do not share state. */
export function checkCopies(files: ReadonlyMap<string, string>): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of files) {
    for (const [library, mark] of Object.entries(MARKS)) {
      if (text.includes(mark)) findings.push({ code: 'shared-copied', message: `${file} holds a copy of ${library}` });
    }
  }
  return findings;
}
