import { Button, Group } from '@mantine/core';
import { IconCalendarPlus, IconPhonePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import type { Model } from '~/metadata/model.ts';
import type { Link } from '~/metadata/registry.ts';

interface LogActivityProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly links: readonly Link[];
}

const hourMs = 3_600_000;

/** Buttons that open the form for a call that took place, or for a meeting with the person of the record. */
export function LogActivity({ model, record, links }: LogActivityProps) {
  const { t } = useTranslation('record');
  const can = useCan();
  const create = useCreateRecord();
  const [link] = links.filter((one) => can.write(one.model));
  if (!link) return null;
  const isAbout = { ...accountOf(record), [link.field.key]: record._id };
  const open = (more: Readonly<Record<string, unknown>>) => create(link.model, { ...isAbout, ...more });
  const plan = () => {
    const start = Math.ceil(Date.now() / hourMs) * hourMs;
    const attendees = model.moduleKey === 'sales' && typeof record.email === 'string' ? [record.email] : [];
    const [startsAt, endsAt] = [start, start + hourMs].map((time) => new Date(time).toISOString());
    return open({ type: 'meeting', startsAt, endsAt, attendees });
  };
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPhonePlus size={16} />}
        onClick={() => open({ type: 'call', startsAt: new Date().toISOString(), outcome: 'completed' })}
      >
        {t('timeline.logCall')}
      </Button>
      <Button size="xs" variant="default" leftSection={<IconCalendarPlus size={16} />} onClick={plan}>
        {t('timeline.planMeeting')}
      </Button>
    </Group>
  );
}

/** The account of a contact or a deal, which an activity about it concerns too. */
const accountOf = ({ accountId }: RecordData): Readonly<Record<string, unknown>> =>
  typeof accountId === 'string' ? { accountId } : {};
