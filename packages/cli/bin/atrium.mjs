#!/usr/bin/env node
// This file is always there, so npm can link the command before the rest of the package is built.
try {
  const { main } = await import('../dist/main.js');
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || !String(error.url ?? error.message).includes('dist/main.js'))
    throw error;
  console.error('atrium: the command is not built yet. Run: npm run build -w packages/cli');
  process.exitCode = 1;
}
