import { Center, Loader } from '@mantine/core';

export function PageLoading() {
  return (
    <Center h="100%" mih={200} aria-busy="true">
      <Loader size="sm" />
    </Center>
  );
}
