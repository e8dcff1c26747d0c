/** The directions of imports between folders, by their code alone: tests reach further. */
const { options } = require('./.dependency-cruiser.cjs');

const TESTS = '(\\.(test|spec|bench)\\.tsx?$|/test/|/testing/|^e2e/)';

module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-domains',
      severity: 'error',
      comment: 'Domains import each other in one direction only: turn one of the imports into a port.',
      scope: 'folder',
      from: { path: '^backend/src/domains/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'no-circle-of-shared-packages',
      severity: 'error',
      comment: 'Inside shared/ no package reaches itself.',
      scope: 'folder',
      from: { path: '^shared/[^/]+$' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: [options.exclude.path, TESTS] } },
};
