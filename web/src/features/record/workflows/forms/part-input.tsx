import type { ComponentType } from 'react';
import { ClockInput } from '~/views/times/clock-input.tsx';
import { DurationInput } from '~/views/times/duration-input.tsx';
import { BranchesPart, SplitPart } from './choice-parts.tsx';
import { EventPart } from './event-part.tsx';
import { HeadersPart } from './headers-part.tsx';
import { FieldPart, FieldsPart, FilterPart, ModelPart, TargetPart } from './model-parts.tsx';
import { type PartKind, type PartProps, problemAt, withPart } from './parts.ts';
import {
  ChoicePart,
  FlagPart,
  JsonPart,
  NumberPart,
  RecordPart,
  TextPart,
  WindowPart,
  ZonePart,
} from './simple-parts.tsx';
import { SchedulePart } from './time-parts.tsx';
import { usePartText } from './use-part-text.ts';
import { UsersPart } from './users-part.tsx';
import { ValuesPart } from './values-part.tsx';
import { WaitPart } from './wait-part.tsx';

function DurationPart({ part, config, onChange, problems }: PartProps<'duration'>) {
  const { label, help } = usePartText(part);
  return (
    <DurationInput
      label={label}
      help={help}
      required={part.required}
      signed={part.signed}
      value={config[part.key]}
      onChange={(value) => onChange(withPart(config, part.key, value))}
      error={problemAt(problems, part.key)}
    />
  );
}

function ClockPart({ part, config, onChange, problems }: PartProps<'clock'>) {
  const { label } = usePartText(part);
  return (
    <ClockInput
      label={label}
      value={config[part.key] ?? '09:00'}
      onChange={(time) => onChange(withPart(config, part.key, time))}
      error={problemAt(problems, part.key)}
    />
  );
}

/** The control of each kind of part. */
const inputs = {
  text: TextPart,
  number: NumberPart,
  duration: DurationPart,
  clock: ClockPart,
  flag: FlagPart,
  zone: ZonePart,
  schedule: SchedulePart,
  headers: HeadersPart,
  choice: ChoicePart,
  record: RecordPart,
  records: RecordPart,
  window: WindowPart,
  filter: FilterPart,
  users: UsersPart,
  dateField: FieldPart,
  person: FieldPart,
  fields: FieldsPart,
  model: ModelPart,
  target: TargetPart,
  values: ValuesPart,
  json: JsonPart,
  event: EventPart,
  wait: WaitPart,
  branches: BranchesPart,
  split: SplitPart,
} as const satisfies Readonly<Record<PartKind, unknown>>;

/** The control for a part of a configuration. */
export function PartInput(props: PartProps) {
  const Input = inputs[props.part.kind] as unknown as ComponentType<PartProps>;
  return <Input {...props} />;
}
