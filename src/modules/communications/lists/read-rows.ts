import { invalid } from '#core/errors.ts';
import { emailPattern } from '#core/fields/email.ts';
import { parseCsv } from '#lib/csv.ts';
import type { Subscriber } from './subscriber.ts';

const emailNames = ['email', 'e-mail', 'mail', 'email address', 'e-mail address', 'emailaddress', 'address'];
const nameNames = ['name', 'full name', 'fullname'];
const address = new RegExp(emailPattern);
const maxColumns = 100;

/**
 * The addresses of a CSV text. Its first line names the columns: `email`, perhaps `name`, and all others become
 * variables. Without such a line, the first column has the addresses.
 */
export function readCsvSubscribers(csv: string): Subscriber[] {
  const rows = parsed(csv);
  const [first] = rows;
  if (!first) return [];
  if (first.cells.length > maxColumns) throw invalid('csv', 'out_of_range', `has more than ${maxColumns} columns`);
  const headings = first.cells.map((cell) => cell.trim());
  const emailColumn = headings.findIndex((heading) => emailNames.includes(heading.toLowerCase()));
  if (emailColumn < 0) {
    if (!address.test(headings[0] ?? ''))
      throw invalid('csv', 'required', 'needs a column email: name it in the first line');
    return rows.map(({ cells }) => ({ email: cells[0] ?? '' }));
  }
  const nameColumn = headings.findIndex((heading) => nameNames.includes(heading.toLowerCase()));
  return rows.slice(1).map(({ cells }) => {
    const name = cells[nameColumn]?.trim();
    const variables = Object.fromEntries(
      headings.flatMap((heading, n) =>
        n === emailColumn || n === nameColumn || heading === '' || !cells[n] ? [] : [[heading, cells[n]]],
      ),
    );
    return {
      email: cells[emailColumn] ?? '',
      ...(name && { name }),
      ...(Object.keys(variables).length > 0 && { variables }),
    };
  });
}

function parsed(csv: string) {
  try {
    return parseCsv(csv);
  } catch (error) {
    throw invalid('csv', 'invalid_format', `is not valid CSV: ${(error as Error).message}`);
  }
}
