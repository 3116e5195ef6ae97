import { type ExportState, exportContentPath } from '~/api/exports.ts';

/** The browser saves the file as it arrives, so its size does not matter. */
export function download({ _id, name }: Pick<ExportState, '_id' | 'name'>): void {
  const link = document.createElement('a');
  link.href = exportContentPath(_id);
  link.download = name;
  link.click();
}
