import { Button, Divider, Input, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconMail, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { languages } from '~/lib/language.ts';
import { useMe } from '~/metadata/access.ts';
import { type Density, useDensity } from '~/metadata/density.ts';
import { useChooseLanguage } from './use-language.ts';
import { useSignOut } from './use-sign-out.ts';

const schemes = ['light', 'dark', 'auto'] as const;
const densities = ['comfortable', 'compact'] as const;

const pages = [
  { to: '/profile', name: 'profile', Icon: IconUser },
  { to: '/settings/mailboxes', name: 'mailboxes', Icon: IconMail },
] as const;
const itemProps = { variant: 'subtle', color: 'gray', size: 'xs', justify: 'flex-start' } as const;

export interface UserMenuContentProps {
  readonly name: string;
  readonly onClose: () => void;
}

/** The name of the person, their choices of language and look, and links to their own pages. */
export function UserMenuContent({ name, onClose }: UserMenuContentProps) {
  const { t, i18n } = useTranslation('shell');
  const { user, tenant } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = useDensity();
  const signOut = useSignOut();
  const chooseLanguage = useChooseLanguage();
  return (
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
          <Button key={to} component={Link} to={to} onClick={onClose} {...itemProps} leftSection={<Icon size={16} />}>
            {t(`user.${page}`)}
          </Button>
        ))}
        <Button onClick={signOut} {...itemProps} leftSection={<IconLogout size={16} />}>
          {t('user.signOut')}
        </Button>
      </Stack>
    </Stack>
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
