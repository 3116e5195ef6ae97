import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

interface BackLinkProps {
  readonly to: string;
  readonly label: string;
}

/** The link to the list above a page. */
export function BackLink({ to, label }: BackLinkProps) {
  return (
    <Anchor
      component={Link}
      to={to}
      size="xs"
      c="dimmed"
      style={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}
    >
      <IconChevronLeft size={14} aria-hidden />
      {label}
    </Anchor>
  );
}
