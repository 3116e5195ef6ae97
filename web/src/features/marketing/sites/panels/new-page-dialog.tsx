import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { Select } from '~/ui/select/select.tsx';
import { NewRecordDialog } from '~/views/parts/new-record-dialog.tsx';
import { pageName, pagesPath, type WebPage, type Website } from '../site.ts';
import { pathOf } from './path-of.ts';

interface NewPageDialogProps {
  readonly site: Website;
  readonly pages: readonly WebPage[];
  readonly onClose: () => void;
}

/** Creates a page with a heading, and opens it. */
export function NewPageDialog({ site, pages, onClose }: NewPageDialogProps) {
  const { t } = useTranslation('marketing-sites');
  const [name, setName] = useState('');
  const [parentId, setParentId] = useState<string | null>(null);
  const [typed, setTyped] = useState<string>();
  const parent = pages.find(({ _id }) => _id === parentId);
  // The path follows the name until the person types a path.
  const path = typed ?? pathOf(name, parent?.path ?? null);
  return (
    <NewRecordDialog
      title={t('pages.new')}
      label={t('pages.name')}
      name={name}
      onName={setName}
      path={pagesPath}
      create={(title) =>
        records.create(pagesPath, {
          websiteId: site._id,
          name: title,
          title,
          path,
          parentPageId: parentId,
          position: pages.length,
          blocks: [{ type: 'heading', text: title, level: 1 }],
        })
      }
      addressOf={(id) => `/marketing/websites/pages/${id}`}
      onClose={onClose}
    >
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
    </NewRecordDialog>
  );
}
