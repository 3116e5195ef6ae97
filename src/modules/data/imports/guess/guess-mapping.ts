import type { Grant } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { rowLength } from '#lib/tabular/row-length.ts';
import type { Table, TableRow } from '#lib/tabular/table.ts';
import { textOf } from '../convert/convert-cell.ts';
import type { ImportOptions } from '../input/import-input.ts';
import { isUsable } from '../plan.ts';
import { type Mapping, rememberedMapping } from '../sql/mappings.ts';
import { guessColumns, type UnknownColumn } from './guess-columns.ts';

const sampledRows = 100;
/** The characters of the sampled rows. They are in memory while a request is answered. */
const sampledCharacters = 1_000_000;

/** The columns of a table with their first values. */
export async function sampleColumns({ columns, rows }: Table): Promise<UnknownColumn[]> {
  const sampled = await firstRows(rows());
  return columns.map((name, at) => ({
    name,
    values: sampled.flatMap(({ cells }) => textOf(cells[at] ?? null) || []),
  }));
}

async function firstRows(batches: AsyncIterable<readonly TableRow[]>): Promise<readonly TableRow[]> {
  const sampled: TableRow[] = [];
  let characters = 0;
  for await (const rows of batches)
    for (const row of rows) {
      sampled.push(row);
      characters += rowLength(row);
      if (sampled.length >= sampledRows || characters > sampledCharacters) return sampled;
    }
  return sampled;
}

/** The mapping that the last import of such a file used, or else the one that titles and values suggest. */
export async function guessMapping(
  context: Context,
  grant: Grant,
  columns: readonly UnknownColumn[],
  options: ImportOptions,
): Promise<Mapping> {
  const titles = columns.map(({ name }) => name);
  const remembered = await rememberedMapping(context, grant.model.name, titles);
  if (remembered) return withoutUnusable(context, grant, titles, remembered.mapping, options);
  const guessed = guessColumns(context.registry, grant, columns);
  return Object.fromEntries(columns.flatMap(({ name }, n) => (guessed[n] ? [[name, guessed[n]]] : [])));
}

/** Another user made the mapping, maybe with more permissions or other options, and fields may have been deleted since. */
export function withoutUnusable(
  context: Context,
  grant: Grant,
  columns: readonly string[],
  mapping: Mapping,
  options: ImportOptions,
): Mapping {
  const known = new Map(Object.entries(mapping).map(([name, path]) => [name.trim().toLowerCase(), path]));
  return Object.fromEntries(
    columns.flatMap((name) => {
      const path = known.get(name.trim().toLowerCase());
      return path && isUsable(context, grant, path, options) ? [[name, path]] : [];
    }),
  );
}
