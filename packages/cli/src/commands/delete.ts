import type { Command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { connect, connectionHelp, connectionOptions } from '../connection.ts';
import { ask } from '../input.ts';
import { fullName } from '../model-name.ts';
import { note } from '../output/print.ts';

export const remove: Command = {
  name: 'delete',
  usage: '<model> <id …> [options]',
  summary: 'Deletes records and what belongs to them',
  help: `Options
  --yes                does not ask; a pipe never asks
  --if-version N       only if nobody has changed the record since this version
  --dry-run            checks everything and deletes nothing
${connectionHelp}

Example
  atrium delete sales.contacts 01926b3e-… --yes`,
  options: {
    ...connectionOptions,
    yes: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    'if-version': { type: 'string' },
  },
  async run(given) {
    const { client } = connect(given);
    given.required(1, 'id');
    const [model = '', ...ids] = given.positionals;
    const name = await fullName(client, model);
    const dryRun = given.flag('dry-run');
    if (process.stdin.isTTY && process.stdout.isTTY && !given.flag('yes') && !dryRun) {
      const answer = await ask(`Delete ${ids.length === 1 ? ids[0] : `${ids.length} records`} of ${name}? [y/N] `);
      if (!/^y(es)?$/i.test(answer)) throw new CommandError('Nothing is deleted.');
    }
    for (const id of ids) {
      await client.model(name).delete(id, { dryRun, ifVersion: given.integer('if-version', 1) });
      note(dryRun ? `${id} would be deleted.` : `${id} is deleted.`);
    }
  },
};
