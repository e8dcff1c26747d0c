import { stripVTControlCharacters } from 'node:util';

/** Characters of a failure: its test, and the beginning of its reason. */
const LONGEST = 400;

const line = (where: string, title: string, reason: string): string =>
  `${where} › ${title}: ${stripVTControlCharacters(reason).trim().replace(/\s+/g, ' ')}`.slice(0, LONGEST);

export type VitestFailures = {
  readonly testResults: readonly {
    readonly name?: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status?: string;
      readonly fullName?: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

/** A line for each test that failed, and for each file that could not be read to its tests. */
export const vitestFailures = ({ testResults }: VitestFailures): string[] =>
  testResults.flatMap(({ name = '', status, message = '', assertionResults }) =>
    status === 'failed' && assertionResults.length === 0
      ? [line(name, 'the file', message)]
      : assertionResults
          .filter((test) => test.status === 'failed')
          .map(({ fullName = '', failureMessages }) => line(name, fullName, failureMessages?.[0] ?? '')),
  );

type Spec = {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly {
    readonly status: string;
    readonly results: readonly { readonly error?: { readonly message?: string } }[];
  }[];
};
type Suite = { readonly specs?: readonly Spec[]; readonly suites?: readonly Suite[] };
export type PlaywrightFailures = {
  readonly suites?: readonly Suite[];
  readonly errors: readonly { readonly message?: string }[];
};

const specsOf = ({ specs = [], suites = [] }: Suite): readonly Spec[] => [...specs, ...suites.flatMap(specsOf)];

/** A line for each test that failed, for each that passed on its second try only, and for errors outside of tests. */
export const playwrightFailures = ({ suites = [], errors }: PlaywrightFailures): string[] => [
  ...suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const reason = results.find(({ error }) => error)?.error?.message ?? '';
        return line(file, title, status === 'flaky' ? `passed on the second try; first: ${reason}` : reason);
      }),
  ),
  ...errors.map(({ message = '' }) => line('Playwright', 'outside of tests', message)),
];
