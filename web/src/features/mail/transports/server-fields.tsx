import { Group, NumberInput, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Select } from '~/ui/select/select.tsx';
import { type SmtpServer, securities, usualPort } from './smtp-url.ts';

interface ServerFieldsProps {
  readonly value: SmtpServer;
  readonly onChange: (value: SmtpServer) => void;
  /** The server's error message for these fields. */
  readonly error?: string | undefined;
}

/** Inputs for the address and the login of a mail server. */
export function ServerFields({ value, onChange, error }: ServerFieldsProps) {
  const { t } = useTranslation('mail');
  const change = (part: Partial<SmtpServer>) => onChange({ ...value, ...part });
  return (
    <Stack gap="sm">
      <Select
        label={t('server.security')}
        data={securities.map((one) => ({ value: one, label: t(`server.${one}`) }))}
        value={value.security}
        onChange={(next) => {
          const security = securities.find((one) => one === next);
          if (security) change({ security, port: usualPort(security) });
        }}
        allowDeselect={false}
      />
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('server.host')}
          placeholder="mail.example.com"
          value={value.host}
          onChange={(event) => change({ host: event.currentTarget.value.trim() })}
          error={error}
          required
          autoComplete="off"
        />
        <NumberInput
          w={100}
          size="sm"
          label={t('server.port')}
          value={value.port}
          onChange={(port) => change({ port: Number(port) || 0 })}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          required
        />
      </Group>
      <TextInput
        label={t('server.user')}
        value={value.user}
        onChange={(event) => change({ user: event.currentTarget.value })}
        autoComplete="off"
      />
      <PasswordInput
        size="sm"
        label={t('server.password')}
        description={t('server.passwordHelp')}
        value={value.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
        autoComplete="new-password"
      />
    </Stack>
  );
}

/** True when the fields suffice for a URL. */
export const isComplete = ({ host, port }: SmtpServer): boolean => host !== '' && port >= 1 && port <= 65_535;
