import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';

interface EditAndDeleteProps {
  readonly editLabel: string;
  readonly onEdit: () => void;
  readonly deleteLabel: string;
  readonly onDelete: () => void;
}

/** The buttons at the end of a row that can be edited and deleted. */
export const EditAndDelete = ({ editLabel, onEdit, deleteLabel, onDelete }: EditAndDeleteProps) => (
  <Group gap={4} justify="flex-end" wrap="nowrap">
    <ActionIcon variant="subtle" color="gray" aria-label={editLabel} onClick={onEdit}>
      <IconPencil size={16} />
    </ActionIcon>
    <ActionIcon variant="subtle" color="red" aria-label={deleteLabel} onClick={onDelete}>
      <IconTrash size={16} />
    </ActionIcon>
  </Group>
);
