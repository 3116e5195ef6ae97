import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '~/views/parts/form-alert.tsx';

interface EditorNoticesProps {
  readonly problem: string | undefined;
  readonly outdated: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Notices above a form: refusals that belong to no input, and changes by others. */
export function EditorNotices({ problem, outdated, onTheirs, onMine }: EditorNoticesProps) {
  const { t } = useTranslation('screens');
  return (
    <>
      {problem !== undefined && (
        <Box mb="sm">
          <FormAlert text={problem} />
        </Box>
      )}
      {outdated && (
        <Alert color="yellow" role="status" p="xs" mb="sm">
          <Text size="sm">{t('outdated.text')}</Text>
          <Group gap="xs" mt="xs">
            <Button size="compact-xs" variant="default" onClick={onTheirs}>
              {t('outdated.theirs')}
            </Button>
            <Button size="compact-xs" variant="default" onClick={onMine}>
              {t('outdated.mine')}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}
