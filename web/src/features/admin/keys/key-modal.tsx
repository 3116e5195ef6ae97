import { Box, Input, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { problemsOf, refusedScope } from '~/views/parts/form-problems.ts';
import { PermissionMatrix } from '../parts/permission-matrix.tsx';
import { readPermissions, writePermissions } from '../parts/permissions.ts';
import { ExpiryInput, inDays } from './expiry-input.tsx';
import { type ApiKey, type CreatedKey, keysPath } from './keys.ts';

interface KeyModalProps {
  /** The key to edit. Without it, a new one is created. */
  readonly apiKey?: ApiKey;
  readonly onCreated?: (key: CreatedKey) => void;
  readonly onClose: () => void;
}

/** The default lifetime of 90 days is long enough for most programs, and limits the damage of a forgotten key. */
const usualDays = 90;

export function KeyModal({ apiKey, onCreated, onClose }: KeyModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const [name, setName] = useState(apiKey?.name ?? '');
  const [permissions, setPermissions] = useState(() => readPermissions(apiKey?.scopes ?? []));
  const [expiresAt, setExpiresAt] = useState(() => (apiKey ? apiKey.expiresAt : inDays(usualDays)));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const data = { name: name.trim(), scopes: writePermissions(permissions), expiresAt };
      return apiKey
        ? records.update(keysPath, apiKey._id, data, { version: apiKey.version })
        : records.create(keysPath, data);
    },
    onSuccess: (saved) => {
      onClose();
      if (apiKey) notifyDone(t('apiKeys.saved', { name }));
      else onCreated?.(saved as CreatedKey);
    },
  });
  const problems = error ? problemsOf(error, ['name', 'scopes', 'expiresAt'], t) : undefined;
  return (
    <FormDialog
      title={t(apiKey ? 'apiKeys.editTitle' : 'apiKeys.create')}
      size="xl"
      action={t(apiKey ? 'common:save' : 'apiKeys.create')}
      isBusy={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <FormAlert text={problems?.form} />
      <TextInput
        label={t('apiKeys.name')}
        description={t('apiKeys.nameHelp')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problems?.fields.name}
        maxLength={100}
        required
        data-autofocus
      />
      <ExpiryInput value={expiresAt} onChange={setExpiresAt} error={problems?.fields.expiresAt} />
      <Input.Wrapper
        label={t('apiKeys.scopes')}
        description={t('apiKeys.scopesHelp')}
        error={problems?.fields.scopes}
        labelElement="div"
        inputContainer={(matrix) => <Box mt={6}>{matrix}</Box>}
      >
        <PermissionMatrix
          label={t('apiKeys.scopes')}
          value={permissions}
          onChange={setPermissions}
          withPlatform
          refused={refusedScope(error)}
        />
      </Input.Wrapper>
    </FormDialog>
  );
}
