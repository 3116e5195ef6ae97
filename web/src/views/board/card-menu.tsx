import { ActionIcon, Menu, ScrollArea } from '@mantine/core';
import { IconArrowBarToUp, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { titleOf } from '~/metadata/registry.ts';
import classes from './board.module.css';
import { useBoard } from './board-context.ts';
import { ColumnMark } from './column-mark.tsx';

interface CardMenuProps {
  readonly record: RecordData;
  readonly column: string;
}

/** A menu that moves a card without dragging. */
export function CardMenu({ record, column }: CardMenuProps) {
  const { t } = useTranslation('board');
  const { model, columns, canMove, isWritable, moveTo } = useBoard();
  return (
    <Menu position="bottom-end" withinPortal shadow="sm" width={250}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.cardMenu}
          aria-label={t('cardMenu', { title: titleOf(model, record) })}
          onClick={(event) => event.preventDefault()}
          onMouseDown={(event) => event.stopPropagation()}
          onTouchStart={(event) => event.stopPropagation()}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item
          leftSection={<IconArrowBarToUp size={16} />}
          onClick={() => moveTo(record._id, column, { column, index: 0 })}
        >
          {t('toTop')}
        </Menu.Item>
        {canMove && isWritable(record) && columns.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('moveTo')}</Menu.Label>
            <ScrollArea.Autosize mah={280} type="auto">
              {columns
                .filter(({ key }) => key !== column)
                .map((target) => (
                  <Menu.Item
                    key={target.key}
                    leftSection={
                      <span className={classes.mark}>
                        <ColumnMark column={target} />
                      </span>
                    }
                    onClick={() => moveTo(record._id, column, { column: target.key, index: 0 })}
                  >
                    {target.label}
                  </Menu.Item>
                ))}
            </ScrollArea.Autosize>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
