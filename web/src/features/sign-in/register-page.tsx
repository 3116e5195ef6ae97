import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '~/ui/form.tsx';
import { AccountField } from './account-field.tsx';
import { account } from './api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { EmailField } from './email-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { givenNames, PersonFields } from './person-fields.tsx';
import { useCall } from './use-call.ts';

export function RegisterPage() {
  const { t } = useTranslation('sign-in');
  const [names, setNames] = useState({ firstName: '', lastName: '' });
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [accountKey, setAccountKey] = useState('');
  const [done, setDone] = useState(false);
  const { busy, problem, run } = useCall();
  const key = accountKey === '' ? undefined : accountKey;
  const submit = async () => {
    setDone(
      await run(() => account.register({ email: email.trim(), password, ...givenNames(names), accountKey: key })),
    );
  };
  return (
    <AuthFrame
      title={t('registerTitle')}
      problem={problem}
      done={done ? t('registerDone', { email: email.trim() }) : undefined}
      back
    >
      {done ? (
        <Button
          variant="default"
          loading={busy}
          onClick={() => run(() => account.resendVerification(email.trim(), key))}
        >
          {t('resend')}
        </Button>
      ) : (
        <Form enterSends onSubmit={submit}>
          <Stack gap="sm">
            <PersonFields value={names} onChange={setNames} />
            <EmailField value={email} onChange={setEmail} />
            <NewPasswordField value={password} onChange={setPassword} />
            <AccountField value={accountKey} onChange={setAccountKey} />
            <Button type="submit" loading={busy}>
              {t('register')}
            </Button>
          </Stack>
        </Form>
      )}
    </AuthFrame>
  );
}
