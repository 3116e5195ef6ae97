import { Checkbox, SegmentedControl, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ClockInput } from '~/views/times/clock-input.tsx';
import { DurationInput } from '~/views/times/duration-input.tsx';
import { Weekdays } from '~/views/times/weekdays.tsx';
import type { Config } from '../flow/step.ts';
import { objectOf } from '../flow/step.ts';
import { EventInput } from './event-part.tsx';
import { FieldPart } from './model-parts.tsx';
import { type PartProps, problemAt, withPart } from './parts.ts';

const kinds = ['for', 'time', 'untilField', 'event'] as const;

type Kind = (typeof kinds)[number];

export const waitKind = (config: Config): Kind =>
  kinds.find((kind) => config[kind] !== undefined) ?? ('weekdays' in config ? 'time' : 'for');

const starts: Readonly<Record<Kind, Config>> = {
  for: { for: '1d' },
  time: { time: '09:00' },
  untilField: { untilField: '' },
  event: { event: { type: '' }, timeout: '7d' },
};

/** A wait: for some time, until a time of the day, until a date of the record, or for an event. */
export function WaitPart(props: PartProps<'wait'>) {
  const { config, onChange, problems } = props;
  const { t } = useTranslation('workflows');
  const kind = waitKind(config);
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('wait.kind')}
        orientation="vertical"
        size="xs"
        fullWidth
        value={kind}
        onChange={(next) => onChange(starts[next as Kind])}
        data={kinds.map((value) => ({ value, label: t(`wait.${value}`) }))}
      />
      {kind === 'for' && (
        <DurationInput
          label={t('part.for')}
          required
          value={config.for}
          onChange={(value) => onChange({ for: value ?? '' })}
          error={problemAt(problems, 'for')}
        />
      )}
      {kind === 'time' && <UntilTime {...props} />}
      {kind === 'untilField' && <UntilDate {...props} />}
      {kind === 'event' && <UntilEvent {...props} />}
    </Stack>
  );
}

function UntilTime({ config, onChange, problems }: PartProps<'wait'>) {
  const { t } = useTranslation('workflows');
  const { weekdays } = config;
  return (
    <>
      <ClockInput
        label={t('part.time')}
        required
        value={config.time}
        onChange={(time) => onChange({ ...config, time })}
        error={problemAt(problems, 'time')}
      />
      <Weekdays
        value={Array.isArray(weekdays) ? weekdays.map(Number) : [1, 2, 3, 4, 5, 6, 7]}
        onChange={(days) =>
          onChange(withPart(config, 'weekdays', days.length === 7 || days.length === 0 ? undefined : days))
        }
        error={problemAt(problems, 'weekdays')}
      />
    </>
  );
}

function UntilDate({ config, onChange, model, problems }: PartProps<'wait'>) {
  const { t } = useTranslation('workflows');
  return (
    <>
      <FieldPart
        part={{ kind: 'dateField', key: 'untilField', required: true }}
        config={config}
        onChange={(next) => onChange({ ...next, untilField: next.untilField ?? '' })}
        model={model}
        problems={problems}
      />
      <DurationInput
        label={t('part.offset')}
        help={t('help.offset')}
        signed
        value={config.offset}
        onChange={(value) => onChange(withPart(config, 'offset', value))}
        error={problemAt(problems, 'offset')}
      />
    </>
  );
}

function UntilEvent({ config, onChange, model, problems }: PartProps<'wait'>) {
  const { t } = useTranslation('workflows');
  const hasOwnWay = config.timeoutNext !== undefined;
  return (
    <>
      <EventInput
        model={model}
        event={objectOf(config.event)}
        onChange={(event) => onChange({ ...config, event })}
        error={problemAt(problems, 'event.type') ?? problems.get('event')}
        filterError={problemAt(problems, 'event.filter')}
      />
      <DurationInput
        label={t('part.timeout')}
        help={t('help.waitTimeout')}
        value={config.timeout}
        onChange={(value) => onChange(withPart(config, 'timeout', value))}
        error={problemAt(problems, 'timeout')}
      />
      <Checkbox
        label={t('wait.otherWay')}
        checked={hasOwnWay}
        onChange={({ currentTarget: { checked } }) => {
          const { timeoutNext: _way, ...rest } = config;
          onChange(checked ? { ...rest, timeoutNext: null } : rest);
        }}
      />
    </>
  );
}
