import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactsProps {
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[];
}

/** A row of facts, each with its label above the value. */
export function Facts({ facts }: FactsProps) {
  return (
    <Group component="dl" gap="xl" my="xs" align="flex-start" style={{ rowGap: 8 }}>
      {facts.map(({ label, value }) => (
        <Box key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {value}
          </Text>
        </Box>
      ))}
    </Group>
  );
}
