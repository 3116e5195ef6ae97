import { registerHooks } from 'node:module';

/** Prints how many files of the AI libraries the server loads when it starts. They must wait for their first use. */
let loaded = 0;
registerHooks({
  load(url, context, next) {
    if (/node_modules\/(@ai-sdk|@modelcontextprotocol|zod|sharp)\//.test(url)) loaded += 1;
    return next(url, context);
  },
});
await import('../src/app.ts');
await import('../src/config.ts');
console.log(loaded);
