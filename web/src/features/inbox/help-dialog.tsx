import { Box, Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { inboxKeys } from './use-keys.ts';

/** Lists the keyboard shortcuts of the inbox. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('inbox');
  return (
    <Modal opened onClose={onClose} title={t('keys.title')} size="sm">
      <Stack component="dl" gap="xs" m={0}>
        {inboxKeys.map(([key, name]) => (
          <Group key={key}>
            <Box component="dt" w={60}>
              <Kbd>{key}</Kbd>
            </Box>
            <Text component="dd" size="sm" m={0}>
              {t(`keys.${name}`)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
