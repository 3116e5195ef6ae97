import type { Included, RecordData } from '~/api/records.ts';
import type { Grouping } from './groups.ts';
import type { Totals } from './totals.ts';
import type { GroupSection } from './use-groups.ts';

interface Line {
  readonly key: string | number;
  readonly line: number;
  /** Position within the layer of the lines, in pixels. */
  readonly top: number;
  /** Column 0 is the checkbox; the fields follow. */
  readonly activeColumn: number | undefined;
}

export interface RecordLine extends Line {
  readonly kind: 'record';
  /** Undefined while the record loads. */
  readonly record: RecordData | undefined;
  readonly included: Included | undefined;
  readonly selected: boolean;
  readonly marked: boolean;
  readonly canWrite: boolean;
  /** True when the active cell is being edited. */
  readonly editing: boolean;
}

/** The heading of a group: its value, count and totals. */
interface GroupLine extends Line {
  readonly kind: 'group';
  readonly grouping: Grouping;
  readonly section: GroupSection;
}

/** The totals of all matching records, below the table. */
export interface TotalsLine {
  readonly kind: 'totals';
  readonly line: number;
  readonly totals: Totals;
  readonly count: number;
}

export type GridLine = RecordLine | GroupLine | TotalsLine;

/** The id of the active cell. */
export const activeId = (grid: string): string => `${grid}-active`;
