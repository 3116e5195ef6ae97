import { ActionIcon, Button, Input, Popover, SimpleGrid, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { NamedIcon, namedIcons } from '~/ui/named-icon.tsx';

interface IconInputProps {
  readonly value: string | null;
  readonly layout?: string;
  readonly error?: string | undefined;
  readonly onChange: (icon: string | null) => void;
}

/** Chooses one of the icons of screens and workspaces. */
export function IconInput({ value, layout, error, onChange }: IconInputProps) {
  const { t } = useTranslation(['screens', 'common']);
  const [opened, { close, toggle }] = useDisclosure();
  const choose = (icon: string | null) => {
    onChange(icon);
    close();
  };
  return (
    <Input.Wrapper label={t('look.icon')} error={error}>
      <Popover opened={opened} onChange={close} position="bottom-start" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            fullWidth
            justify="flex-start"
            fw={400}
            onClick={toggle}
            leftSection={<NamedIcon name={value} {...(layout !== undefined && { layout })} />}
            aria-label={`${t('look.chooseIcon')}: ${value ?? t('look.noIcon')}`}
          >
            <Text size="sm" truncate>
              {value ?? t('look.noIcon')}
            </Text>
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs">
          <SimpleGrid cols={6} spacing={4}>
            {Object.entries(namedIcons).map(([name, Icon]) => (
              <Tooltip key={name} label={name}>
                <ActionIcon
                  variant={name === value ? 'light' : 'subtle'}
                  color={name === value ? undefined : 'gray'}
                  size="lg"
                  aria-label={name}
                  aria-pressed={name === value}
                  onClick={() => choose(name)}
                >
                  <Icon size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            ))}
          </SimpleGrid>
          {value !== null && (
            <Button size="compact-xs" variant="subtle" color="gray" mt={8} onClick={() => choose(null)}>
              {t('common:remove')}
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}
