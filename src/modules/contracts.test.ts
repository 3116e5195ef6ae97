import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { ActionHandle } from '#core/action.ts';
import { modules } from '../app.ts';

const isHandle = (value: unknown): value is ActionHandle<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';

describe('the contract of a module or part', () => {
  const files = globSync(['*/contract.ts', '*/*/contract.ts'], { cwd: import.meta.dirname });
  assert.ok(files.length > 0);
  for (const file of files) {
    const [key = ''] = file.split(path.sep);
    it(`of ${path.dirname(file)} names actions of its module, each as it is called there`, async () => {
      const own = modules.find((module) => module.key === key)?.actions.map(({ name }) => name) ?? [];
      const contract: Record<string, unknown> = await import(`./${file}`);
      for (const [name, value] of Object.entries(contract)) {
        if (!isHandle(value)) continue;
        assert.equal(value.name, `${key}.${name}`);
        assert.ok(own.includes(value.name), `${value.name} is no action`);
      }
    });
  }
});
