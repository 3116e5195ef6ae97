import { request } from '~/api/http.ts';

/** An uploaded file that does not belong to a mail yet. */
export interface StoredFile {
  readonly _id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
}

export async function uploadFiles(files: readonly File[]): Promise<readonly StoredFile[]> {
  const body = new FormData();
  for (const file of files) body.append('file', file);
  const answer = await request<{ files: readonly StoredFile[] }>('POST', '/api/communications/file-upload', { body });
  return answer.files;
}
