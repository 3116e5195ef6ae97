/** Who may know whom. The folder names are the architecture; this file keeps them true. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^src/', pathNot: [...allowed, from] },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'types included: a file that needs the type of a file above it declares it there (`declare module`)',
      from: {},
      to: { circular: true },
    },
    only('lib-knows-nothing', '^src/lib/', [], 'lib knows nothing of the product'),
    only('db-knows-lib', '^src/db/', ['^src/lib/'], 'db knows only lib'),
    only('core-knows-db-and-lib', '^src/core/', ['^src/db/', '^src/lib/'], 'core never imports http or a module'),
    only('http-knows-core', '^src/http/', ['^src/core/', '^src/db/', '^src/lib/'], 'http never imports a module'),
    {
      name: 'modules-know-core-and-themselves',
      severity: 'error',
      comment: 'other models are named, not imported; what spans modules goes through operations or events',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/', pathNot: ['^src/core/', '^src/db/', '^src/lib/', '^src/modules/$1/'] },
    },
    {
      name: 'only-http-knows-fastify',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(http/|app\\.ts$)' },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'only-db-knows-pg',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(db/|open-database\\.ts$)' },
      to: { path: 'node_modules/pg/' },
    },
    {
      name: 'nothing-imports-tests-or-the-console',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts|web)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
