import type { Arguments } from '../arguments.ts';
import { type Command, outputHelp, outputOptions } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { connect, connectionHelp, connectionOptions } from '../connection.ts';
import { filterHelp, readFilters } from '../filters.ts';
import { fullName } from '../model-name.ts';
import { isForPeople, note, print, printJson, printLine } from '../output/print.ts';
import { Progress } from '../output/progress.ts';
import { columnsOf, type Row, table } from '../output/table.ts';

export const list: Command = {
  name: 'list',
  usage: '<model> [options]',
  summary: 'Lists records',
  help: `Options
${filterHelp}
  --q TEXT             the beginnings of words
  --sort FIELDS        a,-b; newest first when absent
  --fields FIELDS      a,b
  --include FIELDS     references whose records are added to JSON
  --limit N            records a page (20; at most 200)
  --page N, --cursor C another page
  --count HOW          auto, exact or none
  --tz ZONE            the time zone of days
  --all                every record, as JSON Lines
${outputHelp}
${connectionHelp}

Examples
  atrium list sales.contacts --filter 'status=customer' --sort -createdAt --fields name,email
  atrium list sales.opportunities --filter 'value>=1000' --filter 'closeDate[between]=thisMonth'
  atrium list sales.contacts --all | jq -r .email`,
  options: {
    ...connectionOptions,
    ...outputOptions,
    filter: { type: 'string', multiple: true },
    q: { type: 'string' },
    sort: { type: 'string', multiple: true },
    fields: { type: 'string', multiple: true },
    include: { type: 'string', multiple: true },
    limit: { type: 'string' },
    page: { type: 'string' },
    cursor: { type: 'string' },
    count: { type: 'string' },
    tz: { type: 'string' },
    all: { type: 'boolean' },
  },
  async run(given) {
    given.requireAtMost(1);
    const { client } = connect(given);
    const records = client.model(await fullName(client, given.required(0, 'model')));
    const query = readQuery(given);
    if (given.flag('all')) {
      for (const name of ['page', 'include'] as const)
        if (query[name] !== undefined) throw new UsageError(`--${name} cannot be used with --all`);
      const progress = new Progress('records');
      let count = 0;
      for await (const record of records.all(query)) {
        await printLine(record);
        count += 1;
        progress.show(count, undefined);
      }
      progress.end();
      return;
    }
    const page = await records.list(query);
    if (!isForPeople(given)) return printJson(page);
    if (page.data.length === 0) return note('No records.');
    const rows = page.data as readonly Row[];
    await print(table(rows, query.fields ? ['_id', ...query.fields.filter((key) => key !== '_id')] : columnsOf(rows)));
    const { total, totalExact, hasMore, nextCursor } = page.meta;
    const all = total === undefined ? '' : ` of ${totalExact === false ? 'more than ' : ''}${total}`;
    note(`${rows.length}${all} records.${hasMore && nextCursor ? ` More: --cursor ${nextCursor}, or --all` : ''}`);
  },
};

function readQuery(given: Arguments) {
  return {
    filter: readFilters(given.texts('filter')) as never,
    q: given.text('q'),
    sort: given.words('sort'),
    fields: given.words('fields'),
    include: given.words('include'),
    limit: given.integer('limit', 1),
    page: given.integer('page', 1),
    cursor: given.text('cursor'),
    count: given.oneOf('count', ['auto', 'exact', 'none']),
    tz: given.text('tz'),
  };
}
