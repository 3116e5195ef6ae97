import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

interface BackLinkProps {
  readonly to: string;
  readonly label: string;
  /** The choices on that page. */
  readonly search?: Readonly<Record<string, string>> | undefined;
}

/** The link to the list above a page. */
export function BackLink({ to, label, search }: BackLinkProps) {
  return (
    <Anchor
      component={Link}
      to={to}
      {...(search && { search: search as never })}
      size="xs"
      c="dimmed"
      style={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}
    >
      <IconChevronLeft size={14} aria-hidden />
      {label}
    </Anchor>
  );
}
