import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordData, records } from '~/api/records.ts';
import { NewRecordDialog } from '~/views/parts/new-record-dialog.tsx';
import { pagesPath, websitesPath } from './site.ts';

/** Creates a website with its first page, and opens it. */
export function NewWebsiteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation('marketing-sites');
  const [name, setName] = useState('');
  const create = async (title: string): Promise<RecordData> => {
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
  };
  return (
    <NewRecordDialog
      title={t('list.new')}
      label={t('list.name')}
      help={t('new.help')}
      name={name}
      onName={setName}
      path={websitesPath}
      create={create}
      addressOf={(id) => `/marketing/websites/${id}`}
      onClose={onClose}
    />
  );
}
