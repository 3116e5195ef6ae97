import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';

/** A placeholder for a record's page. The layout stays the same when the record arrives. */
export function RecordLoading() {
  return (
    <Stack gap="md" px="md" py="sm" aria-busy="true">
      <Stack gap={8}>
        <Skeleton h={14} w={80} />
        <Skeleton h={26} w={260} />
      </Stack>
      <RecordOutline />
    </Stack>
  );
}

/** A placeholder for the part below the title. */
export function RecordOutline() {
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton h={64} radius="md" />
      <Group gap="md">
        {[70, 80, 60, 60].map((width, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change.
          <Skeleton key={n} h={20} w={width} />
        ))}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} h={20} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
