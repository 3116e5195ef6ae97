import { maxColumns, maxTitleLength, readable } from './limits.ts';
import { TableProblem } from './table.ts';

/**
 * The names of the columns for the cells of the row of titles: without spaces around them, `Column 3` for an empty
 * one, and `Name (2)` for the second `Name`.
 */
export function namesOfTitles(titles: readonly string[], line: number): string[] {
  if (titles.length > maxColumns)
    throw new TableProblem('too_many_columns', `The table has more than ${readable(maxColumns)} columns.`, line);
  const taken = new Set<string>();
  return titles.map((title, at) => {
    const trimmed = title.trim();
    if (trimmed.length > maxTitleLength)
      throw new TableProblem(
        'title_too_long',
        `The title of column ${at + 1} has more than ${readable(maxTitleLength)} characters. Does the first line name the columns?`,
        line,
      );
    const name = unusedName(trimmed === '' ? `Column ${at + 1}` : trimmed, taken);
    taken.add(name);
    return name;
  });
}

function unusedName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let n = 2; ; n += 1) if (!taken.has(`${name} (${n})`)) return `${name} (${n})`;
}
