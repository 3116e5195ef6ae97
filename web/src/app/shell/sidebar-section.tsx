import { Collapse, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './shell.module.css';

interface SidebarSectionProps {
  readonly label: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A section of the sidebar that can be folded. */
export function SidebarSection({ label, open, onToggle, children }: SidebarSectionProps) {
  const id = useId();
  return (
    <section aria-label={label}>
      <UnstyledButton className={classes.section} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <span className={classes.sectionName}>{label}</span>
        <IconChevronDown size={14} className={classes.chevron} data-closed={!open || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={open} id={id} transitionDuration={100}>
        {children}
      </Collapse>
    </section>
  );
}

/** Keeps in this browser, under a name, whether a section is open. */
export function useStoredOpen(name: string): { readonly open: boolean; readonly onToggle: () => void } {
  const [open, setOpen] = useLocalStorage({
    key: `atrium-section-${name}`,
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return { open, onToggle: () => setOpen(!open) };
}
