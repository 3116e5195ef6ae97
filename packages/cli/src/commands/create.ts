import { assignmentHelp, readAssignments } from '../assignments.ts';
import { type Command, outputHelp, outputOptions } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { connect, connectionHelp, connectionOptions } from '../connection.ts';
import { exitCodeOf, linesOf } from '../errors.ts';
import { readRecords } from '../input.ts';
import { fullName } from '../model-name.ts';
import { isForPeople, note, print, printJson, printLine } from '../output/print.ts';
import { Progress } from '../output/progress.ts';
import { fieldsOf } from '../output/table.ts';

export const create: Command = {
  name: 'create',
  usage: '<model> [key=value …] [options]',
  summary: 'Creates a record, or one for each that standard input has',
  help: `Fields
${assignmentHelp}
  Several records are a list, or JSON Lines; what is created is printed as JSON Lines.

Options
  --dry-run            checks everything and stores nothing
${outputHelp}
${connectionHelp}

Examples
  atrium create sales.contacts firstName=Ada lastName=Lovelace score:=12 tags:='["vip"]'
  atrium create sales.contacts < contacts.jsonl`,
  options: { ...connectionOptions, ...outputOptions, 'dry-run': { type: 'boolean' } },
  async run(given) {
    const [, ...words] = given.positionals;
    const { client } = connect(given);
    const model = given.required(0, 'model');
    const inputs = words.length > 0 ? [await readAssignments(words)] : await readRecords();
    const records = client.model(await fullName(client, model));
    const dryRun = given.flag('dry-run');
    const [first] = inputs;
    if (inputs.length === 1 && first) {
      const record = await records.create(first, { dryRun });
      if (isForPeople(given)) await print(fieldsOf(record));
      else await printJson(record);
      if (dryRun) note('This was a dry run: nothing is stored.');
      return;
    }
    const progress = new Progress('created');
    for (const [n, input] of inputs.entries()) {
      try {
        await printLine(await records.create(input, { dryRun }));
      } catch (error) {
        progress.end();
        const done = n === 0 || dryRun ? '' : ` The ${n} before it ${n === 1 ? 'is' : 'are'} created.`;
        throw new CommandError(`Record ${n + 1}: ${linesOf(error).join('\n')}${done}`, exitCodeOf(error));
      }
      progress.show(n + 1, inputs.length);
    }
    progress.end();
  },
};
