import { Chip } from '../chip.tsx';
import { EmptyValue } from '../empty-value.tsx';
import classes from '../fields.module.css';
import type { DisplayProps } from '../kind.ts';
import { asTexts } from '../values.ts';

export function ListDisplay({ value, compact }: DisplayProps) {
  const entries = asTexts(value);
  if (entries.length === 0) return <EmptyValue />;
  return (
    <span className={`${classes.chips} ${compact ? classes.oneLine : ''}`}>
      {[...new Set(entries)].map((entry) => (
        <Chip key={entry}>{entry}</Chip>
      ))}
    </span>
  );
}
