import { Chip } from '../chip.tsx';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';
import { isEmpty } from '../values.ts';
import { labelOf, toneOf } from './tone.ts';

export function ChoiceDisplay({ field, value }: DisplayProps) {
  if (isEmpty(value)) return <EmptyValue />;
  return <Chip color={toneOf(field, value)}>{labelOf(field, value)}</Chip>;
}
