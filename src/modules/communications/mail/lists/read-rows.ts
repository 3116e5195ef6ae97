import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid } from '#core/errors.ts';
import { emailPattern } from '#core/fields/email.ts';
import { readCsv } from '#lib/csv.ts';
import type { Subscriber } from './subscriber.ts';

const emailNames = ['email', 'e-mail', 'mail', 'email address', 'e-mail address', 'emailaddress', 'address'];
const nameNames = ['name', 'full name', 'fullname'];
const address = new RegExp(emailPattern);
/** Largest number of addresses of one import. */
export const maxAddresses = 50_000;
/** One more row, because the first row may hold the names of the columns. */
const limits = { rows: maxAddresses + 1, columns: 100, cellLength: 10_000 };
/** Number of rows that are converted before other requests get their turn. */
const rowsPerTurn = 1000;

/**
 * Reads the addresses of a CSV text. A first line with column names has `email`, perhaps `name`, and all other columns
 * become variables. Without such a line, the first column has the addresses.
 */
export async function readCsvSubscribers(csv: string): Promise<Subscriber[]> {
  const rows = await parsed(csv);
  const [first] = rows;
  if (!first) return [];
  const headings = first.map((cell) => cell.trim());
  const emailColumn = headings.findIndex((heading) => emailNames.includes(heading.toLowerCase()));
  if (emailColumn < 0) {
    if (!address.test(headings[0] ?? ''))
      throw invalid('csv', 'required', 'needs a column email: name it in the first line');
    return rows.map(([email = '']) => ({ email }));
  }
  const nameColumn = headings.findIndex((heading) => nameNames.includes(heading.toLowerCase()));
  const others = [...headings.entries()].filter(([n, name]) => n !== emailColumn && n !== nameColumn && name !== '');
  const subscribers: Subscriber[] = [];
  for (const cells of rows.slice(1)) {
    const name = cells[nameColumn]?.trim();
    const variables = others.flatMap(([n, heading]) => (cells[n] ? [[heading, cells[n]] as const] : []));
    subscribers.push({
      email: cells[emailColumn] ?? '',
      ...(name && { name }),
      ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    });
    if (subscribers.length % rowsPerTurn === 0) await nextTurn();
  }
  return subscribers;
}

async function parsed(csv: string): Promise<string[][]> {
  try {
    return await readCsv(csv, limits);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof RangeError)
      throw invalid('csv', 'out_of_range', `is too large: ${message}; import it in several parts`);
    throw invalid('csv', 'invalid_format', `is not valid CSV: ${message}`);
  }
}
