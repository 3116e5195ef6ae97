import type { Change } from 'atrium-sdk';
import { type Command, outputHelp, outputOptions } from '../command.ts';
import { connect, connectionHelp, connectionOptions } from '../connection.ts';
import { onInterrupt } from '../interrupt.ts';
import { isForPeople, note, plain, print, printLine } from '../output/print.ts';

export const tail: Command = {
  name: 'tail',
  usage: '[options]',
  summary: 'Prints changes as they happen',
  help: `Options
  --model MODELS       only these: contact,sales.accounts
  --type TYPES         only these: contact.created,contact.deleted
  --since CURSOR       continues after a cursor of an earlier change; or "beginning"
${outputHelp} (JSON Lines)
${connectionHelp}

A lost connection is made again, and no change is lost or repeated. Ctrl+C ends it.

Example
  atrium tail --model sales.contacts | jq -r '[.type, .record.email] | @tsv'`,
  options: {
    ...connectionOptions,
    ...outputOptions,
    model: { type: 'string', multiple: true },
    type: { type: 'string', multiple: true },
    since: { type: 'string' },
  },
  async run(given) {
    given.requireAtMost(0);
    const { client } = connect(given);
    const forPeople = isForPeople(given);
    const changes = client.changes({
      model: given.words('model'),
      types: given.words('type'),
      since: given.text('since'),
      signal: onInterrupt(),
      onDisconnect: (error) => note(`The connection is lost (${error.message}); connecting again.`),
    });
    for await (const change of changes) await (forPeople ? print(lineOf(change)) : printLine(change));
  },
};

function lineOf({ timestamp, type, record, recordId, changedFields, actor }: Change): string {
  const title = record.name ?? record.title ?? record.subject ?? recordId ?? '';
  const by = actor?.email ?? '';
  const fields = changedFields ? ` [${changedFields.join(', ')}]` : '';
  return `${timestamp.slice(11, 19)}  ${type}  ${plain(`${title}${fields}`)}  ${plain(by)}`.trimEnd();
}
