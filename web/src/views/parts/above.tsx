import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './parts.module.css';

/** The link to the list that a page belongs to. */
export function Above({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <Anchor component={Link} to={to} size="xs" c="dimmed" className={classes.above}>
      <IconChevronLeft size={14} aria-hidden />
      {label}
    </Anchor>
  );
}
