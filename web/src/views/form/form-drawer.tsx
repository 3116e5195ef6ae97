import { Drawer } from '@mantine/core';
import { type ReactNode, type RefObject, useRef } from 'react';

interface FormDrawerProps {
  readonly title: string;
  readonly size: string | number;
  /** Returns the form, which sets the function that cancels it. */
  readonly children: (cancelRef: RefObject<(() => void) | null>) => ReactNode;
}

/** A drawer with a form. Closing it cancels the form, which asks before input is lost. */
export function FormDrawer({ title, size, children }: FormDrawerProps) {
  const cancel = useRef<() => void>(null);
  const close = () => cancel.current?.();
  return (
    <Drawer
      opened
      onClose={close}
      // With several drawers open, Escape must close only the topmost one, which has the focus.
      closeOnEscape={false}
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) close();
      }}
      position="right"
      size={size}
      title={title}
    >
      {children(cancel)}
    </Drawer>
  );
}
