import { Badge } from '@mantine/core';
import { useRegistry } from '~/metadata/registry.ts';

/** Grey: nothing has happened yet. Blue: in progress. Green: good. Orange: stopped by a person. Red: failed. */
const colors: Readonly<Record<string, string>> = {
  active: 'teal',
  bounced: 'red',
  cancelled: 'orange',
  clicked: 'teal',
  complained: 'red',
  delivered: 'teal',
  archived: 'gray',
  closed: 'orange',
  completed: 'teal',
  failed: 'red',
  failing: 'red',
  live: 'teal',
  manual: 'orange',
  needsApproval: 'orange',
  ok: 'teal',
  opened: 'teal',
  paused: 'orange',
  processed: 'teal',
  published: 'teal',
  publishing: 'accent',
  received: 'accent',
  running: 'teal',
  scheduled: 'accent',
  sending: 'accent',
  sent: 'teal',
  spam: 'red',
  stopped: 'red',
  subscribed: 'teal',
  unconfirmed: 'orange',
  unsubscribed: 'orange',
};

interface StatusBadgeProps {
  readonly model: string;
  readonly field?: string;
  readonly value: unknown;
}

/** An option of a choice, in the colour of its meaning. */
export function StatusBadge({ model: name, field: key = 'status', value }: StatusBadgeProps) {
  const registry = useRegistry();
  const model = registry.find(name);
  if (typeof value !== 'string' || value === '') return null;
  const field = model && registry.field(model, key);
  const label = field?.options?.find((option) => option.value === value)?.label ?? value;
  return (
    <Badge
      variant="light"
      color={colors[value] ?? 'gray'}
      size="sm"
      radius="sm"
      tt="none"
      c="var(--mantine-color-text)"
      fw={500}
      miw="max-content"
    >
      {label}
    </Badge>
  );
}
