import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { pagesPath, websitesPath } from './site.ts';

/** Makes a website with its first page, and opens it. */
export function NewWebsiteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation('marketing-sites');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: async () => {
      const title = name.trim();
      const website = await records.create(websitesPath, { name: title, language: i18n.language });
      const home = await records.create(pagesPath, {
        websiteId: website._id,
        name: t('new.home'),
        title,
        path: '/',
        blocks: [
          { type: 'heading', text: title, level: 1 },
          { type: 'text', text: t('new.text.text') },
        ],
      });
      return records.update(websitesPath, website._id, { homePageId: home._id });
    },
    onSuccess: ({ _id }) => {
      client.invalidateQueries({ queryKey: keys.model(websitesPath) });
      navigate({ to: `/marketing/websites/${_id}` });
    },
  });
  return (
    <FormDialog
      title={t('list.new')}
      action={t('common:create')}
      disabled={name.trim() === ''}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('list.name')}
        description={t('new.help')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={255}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
