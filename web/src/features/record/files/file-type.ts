import {
  type Icon,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react';
import type { RecordData } from '~/api/records.ts';

/** What the server sends to be shown in place; everything else is a download. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

export const isImage = ({ mimeType }: RecordData): boolean => images.has(String(mimeType));

export const isPdf = ({ mimeType }: RecordData): boolean => mimeType === 'application/pdf';

export function fileIcon({ mimeType }: RecordData): Icon {
  const type = String(mimeType);
  if (type.startsWith('image/')) return IconPhoto;
  if (type === 'application/pdf') return IconFileTypePdf;
  if (/zip|tar|compressed/.test(type)) return IconFileZip;
  if (/sheet|csv|excel/.test(type)) return IconTable;
  if (/^text\/|word|document/.test(type)) return IconFileText;
  return IconFile;
}

/** The path of the content on this server; undefined for a record that has none, or names another place. */
export const contentUrl = ({ url }: RecordData): string | undefined =>
  typeof url === 'string' && url.startsWith('/api/') ? url : undefined;
