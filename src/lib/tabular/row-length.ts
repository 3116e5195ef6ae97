import type { Cell, TableRow } from './table.ts';

/** The number of characters in the cells of a row, for callers that keep several rows in memory. */
export const rowLength = ({ cells }: TableRow): number => cells.reduce<number>((sum, cell) => sum + lengthOf(cell), 0);

/** Lists and objects come from JSON Lines. */
function lengthOf(cell: Cell): number {
  if (typeof cell === 'string') return cell.length;
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell).length : 8;
}
