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

/** Image types that the server sends for display. Other types are downloads. */
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

/** The path of the content on this server; undefined for records without content, or with an address elsewhere. */
export const contentUrl = ({ url }: RecordData): string | undefined =>
  typeof url === 'string' && url.startsWith('/api/') ? url : undefined;
