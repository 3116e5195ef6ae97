import { Button, Popover, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBraces } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { company, links, ownVariables, people, type Variable } from './own-variables.ts';
import type { Template } from './template.ts';
import classes from './variable-menu.module.css';

interface VariableMenuProps {
  readonly template: Template;
  /** Inserts the variable at a path. A `link` is a path that holds an address. */
  readonly onInsert: (path: string, kind: 'value' | 'link') => void;
}

const unusable = new Set(['json', 'secret', 'references']);
const hidden = new Set(['_id', 'version', 'createdBy', 'updatedBy']);

/** A searchable menu of all variables that a template can use. */
export function VariableMenu({ template, onInsert }: VariableMenuProps) {
  const { t } = useTranslation('mail');
  const registry = useRegistry();
  const [opened, { toggle, close, open }] = useDisclosure();
  const [search, setSearch] = useState('');
  const groups = [
    { key: 'own', kind: 'value' as const, variables: ownVariables(template) },
    {
      key: 'links',
      kind: 'link' as const,
      variables: links.map((path): Variable => ({ path, label: t(`variables.${path}`) })),
    },
    {
      key: 'company',
      kind: 'value' as const,
      variables: company.map(
        (key): Variable => ({ path: `company.${key}`, label: t(`variables.companyFields.${key}`) }),
      ),
    },
    ...people.map(({ key, model }) => ({
      key,
      kind: 'value' as const,
      variables: (registry.find(model)?.fields ?? [])
        .filter((field) => !unusable.has(field.type) && !hidden.has(field.key))
        .map((field): Variable => ({ path: `${key}.${field.key}`, label: field.label })),
    })),
  ];
  const wanted = search.trim().toLowerCase();
  const matches = ({ label, path }: Variable) => `${label} ${path}`.toLowerCase().includes(wanted);
  const shown = groups
    .map((group) => ({ ...group, variables: group.variables.filter(matches) }))
    .filter(({ variables }) => variables.length > 0);
  return (
    <Popover
      opened={opened}
      onChange={(next) => (next ? open() : close())}
      position="bottom-start"
      width={300}
      trapFocus
    >
      <Popover.Target>
        <Button size="compact-xs" variant="default" flex="none" leftSection={<IconBraces size={14} />} onClick={toggle}>
          {t('variables.insert')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Stack gap="xs">
          <TextInput
            size="xs"
            aria-label={t('variables.search')}
            placeholder={t('common:search')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            data-autofocus
          />
          <ScrollArea.Autosize mah={320} type="auto">
            {shown.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('common:nothingFound')}
              </Text>
            )}
            {shown.map(({ key, kind, variables }) => (
              <div key={key}>
                <Text size="xs" c="dimmed" fw={500} mt={4}>
                  {t(`variables.${key}` as 'variables.own')}
                </Text>
                {variables.map(({ path, label }) => (
                  <UnstyledButton
                    key={path}
                    className={classes.variable}
                    onClick={() => {
                      close();
                      onInsert(path, kind);
                    }}
                  >
                    <span>{label}</span>
                    <span className={classes.path}>{path}</span>
                  </UnstyledButton>
                ))}
              </div>
            ))}
          </ScrollArea.Autosize>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
