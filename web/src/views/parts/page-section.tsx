import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface PageSectionProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page without a frame, because its content, usually a table, has one. */
export function PageSection({ title, text, actions, children }: PageSectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} mt="lg">
      <Group justify="space-between" align="flex-end" mb="xs" gap="xs">
        <Box miw={0} flex={1}>
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
          {text !== undefined && (
            <Text size="sm" c="dimmed" maw={720}>
              {text}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
