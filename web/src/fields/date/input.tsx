import { controlProps, opensAtOnce } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { isPast } from './format.ts';
import { MomentInput } from './moment-input.tsx';

export function DateInput(props: InputProps) {
  const { field, value, onChange, onCommit, onBlur } = props;
  return (
    <MomentInput
      control={controlProps(props)}
      openAtOnce={opensAtOnce(props)}
      value={value}
      forward={!isPast(field.key)}
      onChange={onChange}
      onCommit={onCommit}
      onBlur={onBlur}
    />
  );
}
