import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface AudienceTextProps {
  readonly roleNames: readonly string[] | null;
  readonly teamIds?: readonly string[] | null | undefined;
}

/** The audience of a screen or workspace, in a few words. */
export function AudienceText({ roleNames, teamIds }: AudienceTextProps) {
  const { t } = useTranslation('screens');
  const teams = teamIds?.length ?? 0;
  if (!roleNames?.length && teams === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('audience.all')}
      </Text>
    );
  return (
    <Group gap={4}>
      {roleNames?.map((name) => (
        <Badge key={name} size="sm" variant="light" color="gray" tt="none">
          {name}
        </Badge>
      ))}
      {teams > 0 && (
        <Badge size="sm" variant="light" color="gray" tt="none">
          {t('audience.teamCount', { count: teams })}
        </Badge>
      )}
    </Group>
  );
}
