import { type Command, outputHelp, outputOptions } from '../command.ts';
import { connect, connectionHelp, connectionOptions } from '../connection.ts';
import { fullName } from '../model-name.ts';
import { isForPeople, print, printJson } from '../output/print.ts';
import { fieldsOf } from '../output/table.ts';

export const get: Command = {
  name: 'get',
  usage: '<model> <id> [options]',
  summary: 'Shows one record',
  help: `Options
  --fields FIELDS      a,b
  --as-of TIME         the record as it was, such as 2026-01-31T12:00:00Z
${outputHelp}
${connectionHelp}

Example
  atrium get sales.contacts 01926b3e-… --fields name,email`,
  options: {
    ...connectionOptions,
    ...outputOptions,
    fields: { type: 'string', multiple: true },
    'as-of': { type: 'string' },
  },
  async run(given) {
    given.requireAtMost(2);
    const { client } = connect(given);
    const id = given.required(1, 'id');
    const records = client.model(await fullName(client, given.required(0, 'model')));
    const record = await records.get(id, { fields: given.words('fields') }, { asOf: given.text('as-of') });
    return isForPeople(given) ? print(fieldsOf(record)) : printJson(record);
  },
};
