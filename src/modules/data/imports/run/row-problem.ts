import type { AppError } from '#core/errors.ts';
import type { TableRow } from '#lib/tabular/table.ts';
import type { ImportPlan } from '../plan.ts';
import type { RowError } from '../sql/imports.ts';

/** Why a row is rejected, before it is written. */
export class RowProblem extends Error {
  readonly code: string;
  readonly field: string | null;
  constructor(code: string, message: string, field: string | null = null) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

const maxShown = 60;

/** A value in a message: at most 60 characters. */
export const shortened = (text: string): string => `"${text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}"`;

export const rowError = ({ n, line }: TableRow, { code, field, message }: RowProblem): RowError => ({
  row: n,
  line,
  field,
  code,
  message: message.slice(0, 1000),
});

/** The problem of a row that the write refused, with the column of the field. */
export function problemOfWrite({ columns }: ImportPlan, error: AppError): RowProblem {
  const [detail] = error.details;
  const column = columns.find(({ field }) => field.key === detail?.field);
  return new RowProblem(detail?.code ?? error.code, error.message, column?.name ?? detail?.field ?? null);
}
