import { Skeleton, Stack } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import type { Link } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { useLinkedRecords } from '../linked-records.ts';
import { MoreRecords } from '../parts/more-records.tsx';
import { FileRow } from './file-row.tsx';
import classes from './files.module.css';
import { filesInput } from './files-input.ts';
import { UploadArea } from './upload-area.tsx';

interface FilesPanelProps {
  readonly links: readonly Link[];
  readonly id: string;
}

export function FilesPanel({ links, id }: FilesPanelProps) {
  const { t } = useTranslation('record');
  const can = useCan();
  const [limit, setLimit] = useState(filesInput.limit);
  const files = useLinkedRecords(links, id, { ...filesInput, limit });
  const target = links.find(({ model }) => can.write(model));
  const rows = files.rows.toSorted((a, b) => b.record.createdAt.localeCompare(a.record.createdAt));
  const list = (
    <>
      {files.error !== null && <ErrorState error={files.error} onRetry={files.retry} />}
      {files.isPending && <Skeleton h={90} />}
      {!files.isPending && files.error === null && rows.length === 0 && (
        <EmptyState icon={IconPaperclip} title={t('files.empty')} text={target ? t('files.emptyText') : undefined} />
      )}
      {rows.length > 0 && (
        <ul className={classes.list} aria-label={t('tab.files')}>
          {rows.map((file) => (
            <FileRow key={file.record._id} file={file} />
          ))}
        </ul>
      )}
      <MoreRecords links={links} id={id} records={files} limit={limit} onLimit={setLimit} />
    </>
  );
  return (
    <Stack gap="sm" maw={860}>
      {target ? (
        <UploadArea link={target} id={id}>
          {list}
        </UploadArea>
      ) : (
        list
      )}
    </Stack>
  );
}
