import { after, describe, it } from 'node:test';
import { BombRange } from './bombs/bomb.ts';
import { bombs } from './bombs/index.ts';
import { appForFile } from './harness.ts';
import { mailEnv } from './mail-outbox-tools.ts';

const test = await appForFile(mailEnv);
const range = await BombRange.open(test);
after(() => range.close());

const wanted = process.env.BOMBS ?? '';

describe('the server answers other tenants', () => {
  for (const bomb of bombs)
    if (bomb.name.includes(wanted)) it(`during ${bomb.name}`, async (t) => t.diagnostic(await range.run(bomb)));
});
