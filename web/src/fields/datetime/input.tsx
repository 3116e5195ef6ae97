import { controlProps, opensAtOnce } from '../control.ts';
import { isPast } from '../date/format.ts';
import { MomentInput } from '../date/moment-input.tsx';
import type { InputProps } from '../kind.ts';

export function DatetimeInput(props: InputProps) {
  const { field, value, onChange, onCommit, onBlur } = props;
  return (
    <MomentInput
      control={controlProps(props)}
      openAtOnce={opensAtOnce(props)}
      timed
      value={value}
      forward={!isPast(field.key)}
      onChange={onChange}
      onCommit={onCommit}
      onBlur={onBlur}
    />
  );
}
