import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';

interface ActivityBodyProps {
  readonly model: Model;
  readonly activity: RecordData;
}

interface Answer {
  readonly email: string;
  readonly answer: 'accepted' | 'declined' | 'tentative';
}

const colors = { accepted: 'teal', declined: 'red', tentative: 'gray' } as const;

/** Type, outcome, place, notes and answers of a call or an appointment. */
export function ActivityBody({ model, activity }: ActivityBodyProps) {
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const answers = Array.isArray(activity.answers) ? (activity.answers as readonly Answer[]) : [];
  const shown = ['type', 'outcome', 'location'].flatMap((key) => {
    const field = registry.field(model, key);
    return field && activity[key] ? [field] : [];
  });
  return (
    <>
      <Group gap={8}>
        {shown.map((field) => (
          <Text span size="xs" c="dimmed" key={field.key}>
            <FieldDisplay field={field} value={activity[field.key]} compact />
          </Text>
        ))}
      </Group>
      {typeof activity.notes === 'string' && activity.notes !== '' && (
        <Text size="sm" lineClamp={4} style={{ whiteSpace: 'pre-line' }}>
          {activity.notes}
        </Text>
      )}
      {answers.length > 0 && (
        <Group gap={6} mt={4}>
          {answers.map(({ email, answer }) => (
            <Badge key={email} size="sm" variant="light" tt="none" color={colors[answer]}>
              {t(`timeline.answer.${answer}`, { email })}
            </Badge>
          ))}
        </Group>
      )}
    </>
  );
}
