import { Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { pageName, pagesPath, type WebPage, type Website } from '../site.ts';
import { pathOf } from './path-of.ts';

interface NewPageDialogProps {
  readonly site: Website;
  readonly pages: readonly WebPage[];
  readonly onClose: () => void;
}

/** Makes a page with a heading, and opens it. */
export function NewPageDialog({ site, pages, onClose }: NewPageDialogProps) {
  const { t } = useTranslation('marketing-sites');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [parentId, setParentId] = useState<string | null>(null);
  const [typed, setTyped] = useState<string>();
  const parent = pages.find(({ _id }) => _id === parentId);
  // Until somebody writes another one, the path follows the name.
  const path = typed ?? pathOf(name, parent?.path ?? null);
  const create = useMutation({
    mutationFn: () =>
      records.create(pagesPath, {
        websiteId: site._id,
        name: name.trim(),
        title: name.trim(),
        path,
        parentPageId: parentId,
        position: pages.length,
        blocks: [{ type: 'heading', text: name.trim(), level: 1 }],
      }),
    onSuccess: ({ _id }) => {
      client.invalidateQueries({ queryKey: keys.model(pagesPath) });
      navigate({ to: `/marketing/websites/pages/${_id}` });
    },
  });
  return (
    <FormDialog
      title={t('pages.new')}
      action={t('common:create')}
      disabled={name.trim() === ''}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('pages.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={255}
        required
        data-autofocus
      />
      <Select
        label={t('pages.parent')}
        placeholder={t('pages.noParent')}
        data={pages.map((page) => ({ value: page._id, label: pageName(page) }))}
        value={parentId}
        onChange={setParentId}
        searchable
        clearable
      />
      <TextInput
        label={t('pages.path')}
        value={path}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={600}
        required
      />
    </FormDialog>
  );
}
