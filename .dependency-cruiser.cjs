/** The directions of imports in the whole repository. Every rule states its reason. */
const TESTS = '(\\.(test|spec|bench)\\.tsx?$|/test/|/testing/|^e2e/)';

/** The remote trading: what its products share, and the screens of each product, folders below src/pages. */
const TRADING = '^remotes/trading/src/';
const SHARED_BY_PRODUCTS = 'market|ticket|alerts|chart';
const PAGES_OF_PRODUCTS = {
  spot: 'spot|pair|spot-orders',
  leverage: 'lever|contract|lever-orders|brakes',
  options: 'options|option-orders|settlement',
  copytrading: 'copy-home|my-copies|copied-trader|traders|trader|follow|agreement-zh|agreement-en',
};
const PRODUCTS = Object.keys(PAGES_OF_PRODUCTS).join('|');

/** deploy/ by subject: what runs by itself, and what others may import of it. */
const SERVICES_OF_DEPLOY = 'release/gateway|release/registry|custody/signer|console';
const LIBRARIES_OF_DEPLOY = 'release/releases|release/registry-api|release/object-storage|custody/signer-api';
const NO_LIBRARY_OF_DEPLOY = `^deploy/(?!(?:${LIBRARIES_OF_DEPLOY})/)`;
const PART_OF_DEPLOY = 'deploy/(?:(?:release|custody|tools)/[^/]+|console|production)';

module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment:
        'Two files that import each other cannot be understood or loaded apart: move what both need to a third file, or hand it in.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'platform-knows-no-domain',
      severity: 'error',
      comment: 'platform/ serves every domain: what it needs of one is a port that domains fill (a field of `Domain`).',
      from: { path: '^backend/src/platform/', pathNot: TESTS },
      to: { path: '^backend/src/domains(/|\\.ts$)' },
    },
    {
      name: 'domain-by-its-door',
      severity: 'error',
      comment: 'A domain is imported through its index.ts only: what others need is exported there.',
      from: { path: '^backend/src/domains/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^backend/src/domains/([^/]+)/',
        pathNot: ['^backend/src/domains/$1/', '^backend/src/domains/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'backend-shares-contract-and-money',
      severity: 'error',
      comment:
        'The backend shares with the page its contract and its arithmetic, @tessera/api and @tessera/money, with the releases the storage of objects, and with the signer its requests.',
      from: { path: '^backend/' },
      to: {
        path: '^(host|remotes|deploy|shared|e2e)/',
        pathNot: '^(shared/(api|money|bus)|deploy/(release/object-storage|custody/signer-api))/',
      },
    },
    {
      name: 'meet-only-in-shared',
      severity: 'error',
      comment: 'Host and remotes meet only in shared/: no remote imports another or the host.',
      from: { path: '^(host|remotes/[^/]+)/' },
      to: { path: '^(host|remotes/[^/]+|backend|deploy|e2e)/', pathNot: '^$1/' },
    },
    {
      name: 'power-of-the-host',
      severity: 'error',
      comment:
        'What configures the page, and the half of the bus that publishes, is for the host: a remote asks by bus.request, and its tests play the host by @tessera/testing.',
      from: {
        pathNot: [
          '^host/',
          '^shared/(api|bus|i18n|realtime|storage)/src/host\\.ts$',
          '^shared/ui/gallery/',
          '^shared/testing/',
          '^deploy/console/',
          '^shared/.*\\.test\\.tsx?$',
          '^shared/ui/src/testing/',
        ],
      },
      to: { path: '^shared/(api|bus|i18n|realtime|storage)/src/host\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'products-meet-in-the-market',
      severity: 'error',
      comment:
        'A product of trading imports itself and market, ticket, alerts and chart, never another product or a screen: move what both need to one of these.',
      from: { path: `${TRADING}(${PRODUCTS})/`, pathNot: TESTS },
      to: { path: `${TRADING}(?!(${SHARED_BY_PRODUCTS})/)[^/]+/`, pathNot: `${TRADING}$1/` },
    },
    {
      name: 'market-knows-no-product',
      severity: 'error',
      comment:
        'What the products of trading share stands on market, ticket, alerts and chart, in this order, and on no product: hand it in.',
      from: { path: `${TRADING}(${SHARED_BY_PRODUCTS})/`, pathNot: TESTS },
      to: { path: `${TRADING}(?!(${SHARED_BY_PRODUCTS})/)[^/]+/` },
    },
    ...[
      ['market', 'ticket|alerts|chart'],
      ['ticket', 'alerts|chart'],
      ['alerts', 'chart'],
    ].map(([lower, higher]) => ({
      name: `${lower}-stands-below`,
      severity: 'error',
      comment:
        'The folders that the products of trading share stand on each other in the order market, ticket, alerts, chart.',
      from: { path: `${TRADING}${lower}/`, pathNot: TESTS },
      to: { path: `${TRADING}(${higher})/` },
    })),
    ...Object.entries(PAGES_OF_PRODUCTS).map(([product, pages]) => ({
      name: `screens-of-${product}`,
      severity: 'error',
      comment: `A screen of ${product} is made of ${product} and of what products share, and loads its texts only.`,
      from: { path: `${TRADING}pages/(${pages})/`, pathNot: TESTS },
      to: { path: `${TRADING}(?!(${SHARED_BY_PRODUCTS}|${product}|pages)/)[^/]+/` },
    })),
    {
      name: 'screens-by-themselves',
      severity: 'error',
      comment: 'A screen of trading imports no other screen: move what both need to their product.',
      from: { path: `${TRADING}pages/([^/]+)/`, pathNot: TESTS },
      to: { path: `${TRADING}pages/`, pathNot: `${TRADING}pages/$1/` },
    },
    {
      name: 'shared-stands-on-shared',
      severity: 'error',
      comment: 'Code in shared/ depends on shared/ alone.',
      from: { path: '^shared/', pathNot: TESTS },
      to: { path: '^(host|remotes|backend|deploy|e2e)/' },
    },
    {
      name: 'packages-by-name',
      severity: 'error',
      comment: 'Another package is imported by its name, as its exports offer it.',
      from: { path: `^((?:shared|remotes)/[^/]+|${PART_OF_DEPLOY})/`, pathNot: TESTS },
      to: { path: '^(shared|remotes|deploy)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'kit-knows-no-domain',
      severity: 'error',
      comment: 'The kit is one copy in the page and imports no domain and no list of all calls.',
      from: { path: '^shared/api/src/(kit/|index\\.ts$)', pathNot: TESTS },
      to: { path: '^shared/api/src/(domains/|contract\\.ts$|errors\\.ts$)' },
    },
    {
      name: 'kit-by-name',
      severity: 'error',
      comment:
        'A remote bundles the hooks of a domain: a relative import of the stateful kit would bundle a second client. Import @tessera/api.',
      from: { path: '^shared/api/src/domains/[^/]+/(queries|index)\\.ts$' },
      to: {
        path: '^shared/api/src/(kit/(client|calls-of|command|intentions|sending|topics)|index\\.ts$)',
        dependencyTypes: ['local'],
        dependencyTypesNot: ['type-only', 'aliased-workspace'],
      },
    },
    {
      name: 'releases-stand-on-shared',
      severity: 'error',
      comment: 'The release rules stand on shared/ and on nothing else.',
      from: { path: `^deploy/(${LIBRARIES_OF_DEPLOY})/`, pathNot: TESTS },
      to: { path: ['^(host|remotes|backend|e2e)/', NO_LIBRARY_OF_DEPLOY] },
    },
    {
      name: 'apps-know-the-product-by-http',
      severity: 'error',
      comment:
        'A service of deploy/ uses the product by HTTP and its build, and no other service: they share libraries of deploy/.',
      from: { path: `^deploy/(${SERVICES_OF_DEPLOY})/`, pathNot: TESTS },
      to: { path: ['^(host|remotes|backend|e2e)/', NO_LIBRARY_OF_DEPLOY], pathNot: '^deploy/$1/' },
    },
    {
      name: 'tools-start-programs',
      severity: 'error',
      comment: 'A tool starts other programs as processes: it imports libraries of deploy/ and shared/ only.',
      from: { path: '^deploy/(tools/[^/]+)/', pathNot: TESTS },
      to: { path: ['^(host|remotes|backend|e2e)/', NO_LIBRARY_OF_DEPLOY], pathNot: '^deploy/$1/' },
    },
    {
      name: 'releases-hold-no-coins',
      severity: 'error',
      comment: 'What releases versions and what signs payments of coins know nothing of each other.',
      from: { path: '^deploy/(release|custody)/' },
      to: { path: '^deploy/(release|custody)/', pathNot: '^deploy/$1/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'The import leads nowhere: a package that package.json does not name, or a file that is not there.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'routing-has-one-door',
      severity: 'error',
      comment: 'Import from @tessera/router, so that the page loads one copy of it.',
      from: { path: '^(host|remotes|shared|deploy/console)/', pathNot: '^shared/router/' },
      to: { path: 'node_modules/.*react-router-dom' },
    },
    {
      name: 'no-tests-in-code',
      severity: 'error',
      comment: 'Code that runs does not import tests.',
      from: { pathNot: TESTS },
      to: { path: '\\.(test|spec)\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.data|node_modules/(?!\\.pnpm/react-router-dom))' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    parser: 'swc',
  },
};
