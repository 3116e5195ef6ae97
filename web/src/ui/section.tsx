import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page with a heading and a border. */
export function Section({ title, text, actions, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <Group justify="space-between" align="flex-start" mb="sm" gap="sm">
        <Box>
          <Title order={2}>{title}</Title>
          {text !== undefined && (
            <Text size="sm" c="dimmed" mt={2}>
              {text}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      {children}
    </section>
  );
}
