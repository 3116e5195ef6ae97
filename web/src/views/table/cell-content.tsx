import i18next from 'i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { FieldDisplay, kindOf } from '~/fields/kinds.ts';
import { formatNumber } from '~/fields/number/format.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { recordMark } from '~/fields/reference/mark.tsx';
import type { Field, Model } from '~/metadata/model.ts';
import classes from './table.module.css';

/** Types whose display is plain text. */
const plainTypes: ReadonlySet<Field['type']> = new Set([
  'text',
  'longText',
  'email',
  'phone',
  'url',
  'date',
  'datetime',
]);

/**
 * True when the cells of the field hold one line of text. It depends only on the type, so that the class of a cell
 * stays when its row shows another record.
 */
export const isPlain = ({ type }: Field): boolean => plainTypes.has(type) || type === 'number' || type === 'integer';

interface CellContentProps {
  readonly field: Field;
  /** The model of the reference. */
  readonly target: Model | undefined;
  /** Undefined while the record loads. */
  readonly record: RecordData | undefined;
  readonly included: Included | undefined;
}

/**
 * A value in a cell. Plain values and loaded references are rendered without the components of their fields, because a
 * scrolling table renders hundreds of cells per frame.
 */
export function CellContent({ field, target, record, included }: CellContentProps) {
  if (!record) return <span className={classes.skeleton} />;
  const value = record[field.key];
  if (value === null || value === undefined || value === '')
    return (
      <span className={classes.empty} aria-hidden>
        –
      </span>
    );
  if (plainTypes.has(field.type)) return <span className={classes.text}>{kindOf(field).toText(value, field)}</span>;
  // The display of a field reads the parent that has the currency.
  if (typeof value === 'number' && !field.currencyFrom?.parent)
    return <span className={classes.text}>{formatNumber(value, field, i18next.language, record)}</span>;
  const referenced = typeof value === 'string' && field.type === 'reference' ? included?.[value] : undefined;
  if (target && referenced)
    return (
      <span className={classes.reference}>
        {recordMark(target, referenced)}
        <span className={classes.text}>{recordLabel(target, referenced)}</span>
      </span>
    );
  return <FieldDisplay field={field} value={value} record={record} included={included} compact />;
}
