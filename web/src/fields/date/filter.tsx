import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '~/lib/time-zone.ts';
import { filterOf, type OneProps } from '../filter-of.tsx';
import type { FilterInputProps } from '../kind.ts';
import { isMoment, toLocal } from './format.ts';
import { MomentInput } from './moment-input.tsx';
import { PeriodSelect } from './period-select.tsx';
import { isPeriod, momentsOf } from './periods.ts';

/** A condition ignores texts that are not a date. */
const readable = (onChange: (value: unknown) => void) => (value: unknown) => {
  if (value === null || typeof value === 'string') onChange(value);
};

function OneDate({ field, label, value, onChange }: OneProps) {
  return (
    <MomentInput
      control={{ size: 'xs', 'aria-label': label }}
      timed={field.type === 'datetime'}
      forward={false}
      value={value}
      onChange={readable(onChange)}
    />
  );
}

const Simple = filterOf(OneDate);

/** The input for a fixed day or a relative one such as `today`. */
function EndFilter(props: FilterInputProps) {
  const { t } = useTranslation('fields');
  const { field, value, onChange } = props;
  const moving = isPeriod(value);
  return (
    <Group gap={4} wrap="wrap">
      <PeriodSelect
        label={t('filter.period', { field: field.label })}
        ownLabel={t('period.date')}
        value={moving ? value : null}
        onChange={onChange}
      />
      {!moving && <Simple {...props} />}
    </Group>
  );
}

/** The input for a relative period, or for two days. */
function PeriodFilter({ field, value, onChange }: FilterInputProps) {
  const { t } = useTranslation('fields');
  const zone = useTimeZone();
  const timed = field.type === 'datetime';
  const days = (Array.isArray(value) ? value : []).map((end) => (isMoment(end) ? toLocal(end, zone).date : end));
  const [own, setOwn] = useState(days.length > 0);
  const set = (ends: readonly [unknown, unknown]) => {
    const [from, to] = ends;
    const whole = typeof from === 'string' && typeof to === 'string';
    onChange(timed && whole ? momentsOf([from, to], zone) : ends);
  };
  const end = (at: 0 | 1, label: string) => (
    <MomentInput
      control={{ size: 'xs', 'aria-label': label }}
      forward={false}
      value={days[at]}
      onChange={readable((day) => set(at === 0 ? [day, days[1]] : [days[0], day]))}
    />
  );
  return (
    <Group gap={4} wrap="wrap" align="center">
      <PeriodSelect
        label={t('filter.period', { field: field.label })}
        ownLabel={t('period.own')}
        value={own ? null : isPeriod(value) ? value : undefined}
        onChange={(period) => {
          setOwn(period === null);
          onChange(period ?? undefined);
        }}
      />
      {own && (
        <Group gap={4} wrap="nowrap">
          {end(0, t('filter.from'))}
          <Text size="xs" c="dimmed">
            {t('filter.and')}
          </Text>
          {end(1, t('filter.to'))}
        </Group>
      )}
    </Group>
  );
}

const endOperators: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte']);

export function DateFilter(props: FilterInputProps) {
  if (props.operator === 'between') return <PeriodFilter {...props} />;
  return endOperators.has(props.operator) ? <EndFilter {...props} /> : <Simple {...props} />;
}
