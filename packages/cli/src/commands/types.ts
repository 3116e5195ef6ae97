import { writeFile } from 'node:fs/promises';
import type { Command } from '../command.ts';
import { connect, connectionHelp, connectionOptions } from '../connection.ts';
import { readModels } from '../model-name.ts';
import { note, print } from '../output/print.ts';
import { generateTypes } from '../types/generate.ts';

export const types: Command = {
  name: 'types',
  usage: '[options]',
  summary: 'Prints TypeScript types of your models, with custom fields and models',
  help: `Options
  --out FILE           where to store them; standard output when absent
${connectionHelp}

Example
  atrium types > atrium-models.d.ts

  import { Atrium } from 'atrium-sdk';
  import type { AtriumModels } from './atrium-models.js';
  const client = new Atrium<AtriumModels>({ url, apiKey });`,
  options: { ...connectionOptions, out: { type: 'string' } },
  async run(given) {
    given.requireAtMost(0);
    const { client } = connect(given);
    const text = generateTypes(await readModels(client), client.url);
    const out = given.text('out');
    if (out === undefined) return print(text.trimEnd());
    await writeFile(out, text);
    note(`The types are in ${out}.`);
  },
};
