import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { type Icon, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly title: string;
  /** The heading level of the title. Use 1 where the page has no other heading. */
  readonly level?: 1 | 2;
  readonly text?: string | undefined;
  readonly icon?: Icon | undefined;
  /** The next step that the person can take. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, level, text, icon: Icon = IconInbox, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon variant="light" size={44} radius="xl" aria-hidden>
        <Icon size={22} stroke={1.5} />
      </ThemeIcon>
      {level === undefined ? (
        <Text fw={600}>{title}</Text>
      ) : (
        <Title order={level} size="md">
          {title}
        </Title>
      )}
      {text !== undefined && (
        <Text size="sm" c="dimmed" maw={420}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
