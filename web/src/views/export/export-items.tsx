import { Menu } from '@mantine/core';
import { IconBraces, IconFileTypeCsv, IconFileTypeXls, IconTableExport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type ExportFormat, exportFormats } from '~/api/exports.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { type ExportList, useExport } from './use-export.tsx';

const icons = { csv: IconFileTypeCsv, xlsx: IconFileTypeXls, jsonl: IconBraces };

/** The fields that a file may have: all but secrets, which nobody can read. */
const allFields = ({ fields }: Model) => fields.filter(({ type }) => type !== 'secret');

interface ExportItemsProps {
  readonly list: ExportList;
  readonly disabled?: boolean;
}

/** Menu items that export a list: in each format, with the columns that are shown or with all fields. */
export function ExportItems({ list, disabled = false }: ExportItemsProps) {
  const { t } = useTranslation('records');
  const exportRecords = useExport();
  const can = useCan();
  const item = (format: ExportFormat, chosen: ExportList, all: boolean) => {
    const Icon = icons[format];
    return (
      <Menu.Item
        key={format}
        disabled={disabled}
        leftSection={<Icon size={14} aria-hidden />}
        aria-label={t(all ? 'export.allAs' : 'export.columnsAs', { format: t(`export.formats.${format}`) })}
        onClick={() => void exportRecords(chosen, format)}
      >
        {t(`export.formats.${format}`)}
      </Menu.Item>
    );
  };
  return (
    <>
      <Menu.Label>{t('export.columns')}</Menu.Label>
      {exportFormats.map((format) => item(format, list, false))}
      <Menu.Label>{t('export.all')}</Menu.Label>
      {exportFormats.map((format) => item(format, { ...list, columns: allFields(list.model) }, true))}
      {can.scope('data:read') && (
        <>
          <Menu.Divider />
          <Menu.Item component={Link} to="/exports" leftSection={<IconTableExport size={14} aria-hidden />}>
            {t('export.page')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
