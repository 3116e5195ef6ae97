import { Button, Menu, ScrollArea } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { UsableModels } from '~/metadata/ai.ts';
import classes from './assistant.module.css';

interface ModelMenuProps {
  readonly models: Pick<UsableModels, 'model' | 'usable' | 'choose'>;
}

/** Chooses the language model. */
export function ModelMenu({ models: { model, usable, choose } }: ModelMenuProps) {
  const { t } = useTranslation('assistant');
  if (model === undefined) return null;
  return (
    <Menu position="top-end" width={240}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          classNames={{ label: classes.modelName }}
          rightSection={<IconChevronDown size={12} />}
          aria-label={t('model.of', { model })}
        >
          {model}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('model.title')}</Menu.Label>
        <ScrollArea.Autosize mah={280}>
          <Menu.RadioGroup value={model} onChange={choose}>
            {usable.map((one) => (
              <Menu.RadioItem key={one} value={one} closeMenuOnClick checkIcon={<IconCheck size={14} aria-hidden />}>
                {one}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
