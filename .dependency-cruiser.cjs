/** Who may know whom. The folder names are the architecture; this file keeps them true. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^src/', pathNot: [...allowed, from] },
});

/** Folders of modules with several subjects: each has an index and a contract. */
const parts = Object.entries({
  communications: ['mailboxes', 'conversations', 'mail', 'incoming'],
  marketing: ['automation', 'campaigns', 'segments', 'sites', 'sms', 'sms-inbox', 'social'],
})
  .flatMap(([module, names]) => names.map((name) => `${module}/${name}`))
  .join('|');

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
      comment: 'a module imports of another only its contract; other models are named, not imported',
      from: { path: '^src/modules/([^/]+)/' },
      to: {
        path: '^src/',
        pathNot: ['^src/core/', '^src/db/', '^src/lib/', '^src/modules/$1/', '^src/modules/[^/]+/contract[.]ts$'],
      },
    },
    {
      name: 'parts-know-contracts',
      severity: 'error',
      comment: 'a part of a module imports of another part only its contract, and what all parts share',
      from: { path: `^src/modules/(${parts})/` },
      to: { path: `^src/modules/(${parts})/`, pathNot: ['^src/modules/$1/', '/contract[.]ts$'] },
    },
    {
      name: 'shared-files-know-no-part',
      severity: 'error',
      comment: 'what the parts of a module share imports none of them; the index of the module lists them',
      from: {
        path: `^src/modules/(${[...new Set(parts.split('|').map((part) => part.split('/')[0]))].join('|')})/`,
        pathNot: [`^src/modules/(${parts})/`, '^src/modules/[^/]+/(index|contract)[.]ts$'],
      },
      to: { path: `^src/modules/(${parts})/` },
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
      to: { path: '^(test|bench|scripts|web|packages)/' },
    },
    {
      name: 'the-sdk-imports-nothing',
      severity: 'error',
      comment: 'it runs on machines of others, in browsers, and without dependencies',
      from: { path: '^packages/sdk/' },
      to: { pathNot: '^packages/sdk/src/' },
    },
    {
      name: 'the-command-line-knows-the-sdk',
      severity: 'error',
      comment: 'it is a client as any other, and its bundle has no dependencies',
      from: { path: '^packages/cli/' },
      to: { pathNot: ['^packages/cli/src/', '^atrium-sdk$', '^packages/sdk/'], dependencyTypesNot: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests stand beside what they test, and use the whole server.
    exclude: { path: '[.]test[.]ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
