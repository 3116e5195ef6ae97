import { Collapse, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './shell.module.css';

interface SidebarSectionProps {
  /** Whether it is open is kept in this browser under this name. */
  readonly name: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** A part of the sidebar that can be closed. */
export function SidebarSection({ name, label, children }: SidebarSectionProps) {
  const id = useId();
  const [open, setOpen] = useLocalStorage({
    key: `atrium-section-${name}`,
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return (
    <section aria-label={label}>
      <UnstyledButton
        className={classes.section}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.sectionName}>{label}</span>
        <IconChevronDown size={14} className={classes.chevron} data-closed={!open || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={open} id={id} transitionDuration={100}>
        {children}
      </Collapse>
    </section>
  );
}
