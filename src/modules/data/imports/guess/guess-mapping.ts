import { type Grant, visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import type { Table, TableRow } from '#lib/tabular/table.ts';
import { textOf } from '../convert/convert-cell.ts';
import { type Mapping, rememberedMapping } from '../sql/mappings.ts';
import { guessColumns, type UnknownColumn } from './guess-columns.ts';

const sampledRows = 100;

/** The columns of a table with their first values. */
export async function sampleColumns({ columns, rows }: Table): Promise<UnknownColumn[]> {
  const sampled: TableRow[] = [];
  for await (const some of rows()) {
    sampled.push(...some.slice(0, sampledRows - sampled.length));
    if (sampled.length >= sampledRows) break;
  }
  return columns.map((name, at) => ({
    name,
    values: sampled.flatMap(({ cells }) => textOf(cells[at] ?? null) || []),
  }));
}

/** The mapping that the last import of such a file used, or else the one that titles and values suggest. */
export async function guessMapping(context: Context, grant: Grant, table: Table): Promise<Mapping> {
  const remembered = await rememberedMapping(context, grant.model.name, table.columns);
  if (remembered) return withoutUnknown(grant, table.columns, remembered.mapping);
  const columns = await sampleColumns(table);
  const guessed = guessColumns(context.registry, grant, columns);
  return Object.fromEntries(columns.flatMap(({ name }, n) => (guessed[n] ? [[name, guessed[n]]] : [])));
}

/** Another user made the mapping, maybe with other permissions, and fields may have been deleted since. */
export function withoutUnknown(grant: Grant, columns: readonly string[], mapping: Mapping): Mapping {
  const known = new Map(Object.entries(mapping).map(([name, path]) => [name.trim().toLowerCase(), path]));
  return Object.fromEntries(
    columns.flatMap((name) => {
      const path = known.get(name.trim().toLowerCase());
      const field = path ? visibleField(grant, path.split('.')[0] ?? '') : undefined;
      return path && field && !grant.readOnly.has(field.key) ? [[name, path]] : [];
    }),
  );
}
