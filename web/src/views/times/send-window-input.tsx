import { Fieldset, Group, Input, Radio, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { timeZone } from '~/lib/time-zone.ts';
import { Select } from '~/ui/select/select.tsx';
import { ClockInput } from './clock-input.tsx';
import { readSendWindow, type SendWindow, usualWindow } from './send-window.ts';
import { Weekdays } from './weekdays.tsx';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const everyDay = [1, 2, 3, 4, 5, 6, 7];

interface SendWindowInputProps {
  readonly label: string;
  readonly value: unknown;
  /** Undefined is at any time. */
  readonly onChange: (window: SendWindow | undefined) => void;
  readonly error?: string | undefined;
}

/** The days and times at which messages may be sent, and whose clock counts. */
export function SendWindowInput({ label, value, onChange, error }: SendWindowInputProps) {
  const { t } = useTranslation('workflows');
  const window = readSendWindow(value);
  return (
    <Fieldset variant="unstyled" legend={label}>
      <Stack gap="sm" mt={4}>
        <Switch
          label={t('window.limited')}
          description={t(window ? 'window.limitedHelp' : 'window.always')}
          checked={window !== undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? usualWindow : undefined)}
        />
        {window && <WindowParts window={window} onChange={onChange} />}
        {error !== undefined && (
          <Input.Error role="alert" size="sm">
            {error}
          </Input.Error>
        )}
      </Stack>
    </Fieldset>
  );
}

interface WindowPartsProps {
  readonly window: SendWindow;
  readonly onChange: (window: SendWindow) => void;
}

function WindowParts({ window, onChange }: WindowPartsProps) {
  const { t } = useTranslation('workflows');
  const { weekdays = everyDay, from = '00:00', to = '24:00', tz = 'contact' } = window;
  const isSame = from === to;
  return (
    <>
      <Weekdays
        value={weekdays}
        onChange={(days) => onChange({ ...window, weekdays: days })}
        error={weekdays.length === 0 ? t('window.noDay') : undefined}
      />
      <Group gap="sm" align="flex-start">
        <ClockInput label={t('window.from')} value={from} onChange={(time) => onChange({ ...window, from: time })} />
        <ClockInput
          label={t('window.to')}
          value={to === '24:00' ? '' : to}
          onChange={(time) => onChange({ ...window, to: time })}
          error={isSame ? t('window.sameTime') : undefined}
        />
      </Group>
      <Radio.Group
        label={t('window.zone')}
        value={tz === 'contact' ? 'contact' : 'fixed'}
        onChange={(kind) => onChange({ ...window, tz: kind === 'contact' ? 'contact' : timeZone() })}
      >
        <Stack gap={6} mt={4}>
          <Radio value="contact" label={t('window.contactZone')} />
          <Radio value="fixed" label={t('window.fixedZone')} />
        </Stack>
      </Radio.Group>
      {tz !== 'contact' && (
        <Select
          label={t('part.tz')}
          data={zones.includes(tz) ? zones : [tz, ...zones]}
          value={tz}
          searchable
          allowDeselect={false}
          limit={100}
          onChange={(zone) => onChange({ ...window, tz: zone ?? 'contact' })}
        />
      )}
    </>
  );
}
