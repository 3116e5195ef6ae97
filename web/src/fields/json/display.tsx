import { Code, Text } from '@mantine/core';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';
import { isEmpty } from '../values.ts';

export function JsonDisplay({ value, compact }: DisplayProps) {
  if (isEmpty(value)) return <EmptyValue />;
  if (compact)
    return (
      <Text span inherit truncate ff="monospace">
        {JSON.stringify(value)}
      </Text>
    );
  // Focusable, so that long values can be scrolled by keyboard.
  return (
    <Code block tabIndex={0} mah={320} style={{ overflow: 'auto' }}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
