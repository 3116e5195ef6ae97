/** The layers of the console, and the layers below that each may import. */
const layers = {
  lib: [],
  api: ['lib'],
  ui: ['lib', 'api'],
  metadata: ['lib', 'api', 'ui'],
  fields: ['lib', 'api', 'ui', 'metadata'],
  views: ['lib', 'api', 'ui', 'metadata', 'fields'],
  widgets: ['lib', 'api', 'ui', 'metadata', 'fields', 'views'],
  features: ['lib', 'api', 'ui', 'metadata', 'fields', 'views', 'widgets'],
};

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'types included', from: {}, to: { circular: true } },
    ...Object.entries(layers).map(([layer, below]) => ({
      name: `${layer}-imports-downwards`,
      severity: 'error',
      comment: `${layer} may import ${below.join(', ') || 'nothing of the console'}`,
      from: { path: `^src/${layer}/` },
      to: { path: '^src/', pathNot: [layer, ...below].map((name) => `^src/${name}/`) },
    })),
    {
      name: 'features-know-only-themselves',
      severity: 'error',
      comment: 'what two features need belongs into a layer below',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'console-knows-nothing-of-the-server',
      severity: 'error',
      comment: 'it uses the API as any other client',
      from: { path: '^src/' },
      to: { path: '^\\.\\./', pathNot: 'node_modules' },
    },
    {
      name: 'everything-is-found',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.(css|json|woff2|svg)$' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^\\.\\./'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
    },
  },
};
