import { Anchor, Button, Divider, Group, PasswordInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '~/api/session.ts';
import { Form } from '~/ui/form.tsx';
import { AccountField } from './account-field.tsx';
import { account } from './api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { EmailField } from './email-field.tsx';
import { useCall } from './use-call.ts';

interface Search {
  readonly returnTo?: string;
  readonly accountKey?: string;
}

/** Only paths of this console are allowed, because a link must not redirect people elsewhere after they signed in. */
const safePath = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])/.test(path) ? path.replace(/^\/app(?=\/)/, '') : '/';

export function SignInPage() {
  const { t } = useTranslation('sign-in');
  const router = useRouter();
  const search = useSearch({ strict: false }) as Search;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [accountKey, setAccountKey] = useState(search.accountKey ?? '');
  const { busy, problem, run } = useCall();
  const key = accountKey === '' ? undefined : accountKey;
  const { data: options } = useQuery({
    queryKey: ['sign-in-options', key],
    queryFn: ({ signal }) => account.options(key, signal),
    placeholderData: (previous) => previous,
    retry: false,
  });
  const submit = async () => {
    const signedIn = await run(() => session.signIn({ email: email.trim(), password, accountKey: key }));
    if (signedIn) router.history.push(`/app${safePath(search.returnTo)}`);
  };
  const providerQuery = new URLSearchParams({
    returnTo: `/app${safePath(search.returnTo)}`,
    ...(key !== undefined && { accountKey: key }),
  });
  return (
    <AuthFrame title={t('title')} problem={problem}>
      <Form enterSends onSubmit={submit}>
        <Stack gap="sm">
          <EmailField value={email} onChange={setEmail} />
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            maxLength={1000}
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          />
          <AccountField value={accountKey} onChange={setAccountKey} />
          <Button type="submit" fullWidth loading={busy}>
            {t('signIn')}
          </Button>
        </Stack>
      </Form>
      {options !== undefined && options.providers.length > 0 && (
        <Stack gap="xs">
          <Divider label={t('or')} />
          {options.providers.map(({ name, label }) => (
            <Button
              key={name}
              component="a"
              href={`/api/identity/auth/${name}?${providerQuery}`}
              variant="default"
              fullWidth
            >
              {t('signInWith', { provider: label })}
            </Button>
          ))}
        </Stack>
      )}
      <Group justify="space-between">
        <Anchor component={Link} to="/forgot-password" size="sm">
          {t('forgot')}
        </Anchor>
        {options?.registrationOpen && (
          <Anchor component={Link} to="/register" size="sm">
            {t('register')}
          </Anchor>
        )}
      </Group>
    </AuthFrame>
  );
}
