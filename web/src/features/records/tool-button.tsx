import { Badge, Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import classes from './toolbar.module.css';

interface ToolButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly icon: Icon;
  readonly label: string;
  /** The number of active settings behind the button. */
  readonly count?: number | undefined;
}

/** A button of the toolbar. Narrow windows show only its icon. */
export function ToolButton({ icon: Icon, label, count = 0, className, ...rest }: ToolButtonProps) {
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={
        count > 0 && (
          <Badge size="xs" circle>
            {count}
          </Badge>
        )
      }
      {...rest}
      // The element that opens a menu gets additional classes.
      className={[classes.tool, className].filter(Boolean).join(' ')}
    >
      <span className={classes.toolLabel}>{label}</span>
    </Button>
  );
}
