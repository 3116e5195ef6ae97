import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './parts.module.css';

interface StatCardProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
}

/** A number with its name. */
export function StatCard({ label, value, hint }: StatCardProps) {
  return (
    <Box className={classes.panel} px="sm" py="xs">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="lg" fw={600} className="tabular" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Box>
  );
}
