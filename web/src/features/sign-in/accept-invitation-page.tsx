import { Button, Stack } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '~/ui/form.tsx';
import { account } from './api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { givenNames, PersonFields } from './person-fields.tsx';
import { useCall } from './use-call.ts';
import { useToken } from './use-token.ts';

export function AcceptInvitationPage() {
  const { t } = useTranslation('sign-in');
  const router = useRouter();
  const token = useToken();
  const [names, setNames] = useState({ firstName: '', lastName: '' });
  const [password, setPassword] = useState('');
  const { busy, problem, run } = useCall();
  const submit = async () => {
    const accepted = await run(() => account.acceptInvitation({ token: token ?? '', password, ...givenNames(names) }));
    if (accepted) router.history.push('/app/');
  };
  return (
    <AuthFrame
      title={t('invitationTitle')}
      text={t('invitationText')}
      problem={token === undefined ? t('noToken') : problem}
      back
    >
      {token !== undefined && (
        <Form enterSends onSubmit={submit}>
          <Stack gap="sm">
            <PersonFields value={names} onChange={setNames} />
            <NewPasswordField value={password} onChange={setPassword} />
            <Button type="submit" loading={busy}>
              {t('invitationSend')}
            </Button>
          </Stack>
        </Form>
      )}
    </AuthFrame>
  );
}
