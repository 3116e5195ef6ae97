import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Links to the pages above this one. */
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** The content takes the whole height and scrolls inside, as tables and boards do. */
  readonly fill?: boolean;
  /** Max width of the page: for forms and settings. */
  readonly width?: number;
}

/** The frame of every page: title, actions, content. */
export function Page({ title, description, above, actions, children, fill, width }: PageProps) {
  return (
    <Stack gap={0} h={fill ? '100%' : undefined} mih={0}>
      <Group justify="space-between" align="center" px="md" py="sm" gap="sm" wrap="wrap" maw={width}>
        <Box miw={0}>
          {above}
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {description !== undefined && (
            <Text size="sm" c="dimmed" mt={2}>
              {description}
            </Text>
          )}
        </Box>
        {actions !== undefined && (
          <Group gap="xs" wrap="wrap">
            {actions}
          </Group>
        )}
      </Group>
      <Box px={fill ? 0 : 'md'} pb={fill ? 0 : 'xl'} flex={fill ? 1 : undefined} mih={0} maw={width}>
        {children}
      </Box>
    </Stack>
  );
}
