import { useRegistry } from '~/metadata/registry.ts';
import { EmptyValue } from '../empty-value.tsx';
import classes from '../fields.module.css';
import type { DisplayProps } from '../kind.ts';
import { RecordName } from '../reference/display.tsx';
import { useReferencedAll } from '../reference/lookup.ts';
import { asTexts } from '../values.ts';

export function ReferencesDisplay({ field, value, included, compact }: DisplayProps) {
  const target = useRegistry().target(field);
  const ids = asTexts(value);
  const found = useReferencedAll(target, ids, included);
  if (ids.length === 0) return <EmptyValue />;
  return (
    <span className={`${classes.chips} ${compact ? classes.oneLine : ''}`}>
      {ids.map((id, n) => (
        <span key={id} className={`${classes.chip} ${classes.plain}`}>
          <RecordName target={target} record={found[n]} compact={compact} />
        </span>
      ))}
    </span>
  );
}
