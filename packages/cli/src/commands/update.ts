import { assignmentHelp, readAssignments } from '../assignments.ts';
import { type Command, outputHelp, outputOptions } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { connect, connectionHelp, connectionOptions } from '../connection.ts';
import { readRecords } from '../input.ts';
import { fullName } from '../model-name.ts';
import { isForPeople, note, print, printJson } from '../output/print.ts';
import { fieldsOf } from '../output/table.ts';

export const update: Command = {
  name: 'update',
  usage: '<model> <id> [key=value …] [options]',
  summary: 'Changes fields of a record',
  help: `Fields
${assignmentHelp}

Options
  --if-version N       only if nobody has changed the record since this version
  --dry-run            checks everything and stores nothing
${outputHelp}
${connectionHelp}

Example
  atrium update sales.contacts 01926b3e-… title=Countess phone:=null --if-version 3`,
  options: { ...connectionOptions, ...outputOptions, 'dry-run': { type: 'boolean' }, 'if-version': { type: 'string' } },
  async run(given) {
    const [, , ...words] = given.positionals;
    const { client } = connect(given);
    const [model, id] = [given.required(0, 'model'), given.required(1, 'id')];
    const inputs = words.length > 0 ? [await readAssignments(words)] : await readRecords();
    const [changes] = inputs;
    if (!changes || inputs.length > 1) throw new UsageError('Standard input must have one object with the changes');
    const records = client.model(await fullName(client, model));
    const dryRun = given.flag('dry-run');
    const record = await records.update(id, changes, { dryRun, ifVersion: given.integer('if-version', 1) });
    if (isForPeople(given)) await print(fieldsOf(record));
    else await printJson(record);
    if (dryRun) note('This was a dry run: nothing is stored.');
  },
};
