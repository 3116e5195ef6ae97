import {
  Button,
  Divider,
  Input,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconMail, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { languages } from '~/lib/language.ts';
import { useMe } from '~/metadata/access.ts';
import { type Density, useDensity } from '~/metadata/density.ts';
import { PersonAvatar } from '~/ui/person-avatar.tsx';
import { useChooseLanguage } from './use-language.ts';
import { useSignOut } from './use-sign-out.ts';

const schemes = ['light', 'dark', 'auto'] as const;
const densities = ['comfortable', 'compact'] as const;

const pages = [
  { to: '/profile', name: 'profile', Icon: IconUser },
  { to: '/settings/mailboxes', name: 'mailboxes', Icon: IconMail },
] as const;
const itemProps = { variant: 'subtle', color: 'gray', size: 'xs', justify: 'flex-start' } as const;

/** Who is signed in, and how the console looks for them. */
export function UserMenu() {
  const { t, i18n } = useTranslation('shell');
  const { user, tenant } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = useDensity();
  const [opened, { close, toggle }] = useDisclosure();
  const signOut = useSignOut();
  const chooseLanguage = useChooseLanguage();
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={272} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton onClick={toggle}>
          <PersonAvatar name={name} size={30} />
          <VisuallyHidden>{t('user.menu', { name })}</VisuallyHidden>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap="sm">
          <div>
            <Text size="sm" fw={600} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {user.email} · {tenant.accountKey}
            </Text>
          </div>
          <Choice
            label={t('user.scheme')}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
            data={schemes.map((value) => ({ value, label: t(`user.schemes.${value}`) }))}
          />
          <Choice
            label={t('user.density')}
            value={density}
            onChange={(value) => setDensity(value as Density)}
            data={densities.map((value) => ({ value, label: t(`user.densities.${value}`) }))}
          />
          <Choice label={t('user.language')} value={i18n.language} onChange={chooseLanguage} data={[...languages]} />
          <Divider mx={-12} />
          <Stack gap={2}>
            {pages.map(({ to, name: page, Icon }) => (
              <Button key={to} component={Link} to={to} onClick={close} {...itemProps} leftSection={<Icon size={16} />}>
                {t(`user.${page}`)}
              </Button>
            ))}
            <Button onClick={signOut} {...itemProps} leftSection={<IconLogout size={16} />}>
              {t('user.signOut')}
            </Button>
          </Stack>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly data: { value: string; label: string }[];
}

function Choice({ label, value, onChange, data }: ChoiceProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" size="xs">
      <SegmentedControl fullWidth size="xs" mt={4} aria-label={label} value={value} onChange={onChange} data={data} />
    </Input.Wrapper>
  );
}
