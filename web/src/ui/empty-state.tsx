import { Stack, Text, ThemeIcon } from '@mantine/core';
import { type Icon, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly icon?: Icon;
  /** What the person can do now. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, text, icon: Icon = IconInbox, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon variant="light" size={44} radius="xl" aria-hidden>
        <Icon size={22} stroke={1.5} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {text !== undefined && (
        <Text size="sm" c="dimmed" maw={420}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
