import { ActionIcon, Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

interface SideActionProps {
  readonly icon: Icon;
  readonly label: string;
  readonly loading?: boolean;
  readonly onClick: () => void;
}

/** A secondary action of a page. A phone shows only its icon, so that the main action stays in the same row. */
export function SideAction({ icon: Picture, label, loading = false, onClick }: SideActionProps) {
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Picture size={16} />}
        loading={loading}
        onClick={onClick}
        visibleFrom="xs"
      >
        {label}
      </Button>
      <ActionIcon
        size={30}
        variant="default"
        loading={loading}
        onClick={onClick}
        aria-label={label}
        title={label}
        hiddenFrom="xs"
      >
        <Picture size={16} />
      </ActionIcon>
    </>
  );
}
