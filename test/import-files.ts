import { eventually } from './eventually.ts';
import type { Client, Json, Reply } from './harness.ts';

/** Sends a file as people do: a form with the part `file` beside the fields of the import. */
export async function sendFile(
  { url, token }: Client,
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, unknown>> = {},
  name = 'people.csv',
): Promise<Pick<Reply, 'status' | 'body'>> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields))
    form.append(key, typeof value === 'string' ? value : JSON.stringify(value));
  form.append('file', new Blob([content]), name);
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

const ended: readonly string[] = ['completed', 'failed', 'cancelled', 'undone', 'paused'];

/** Waits until an import no longer runs. */
export const endedImport = (client: Client, id: string): Promise<Json> =>
  eventually(async () => {
    const { body } = await client.get(`/api/data/imports/${id}`);
    if (!ended.includes(body.status)) throw new Error(`the import is ${body.status}`);
    return body;
  });

/** Imports a file, and waits for the end. */
export async function importFile(
  client: Client,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, unknown>>,
  name?: string,
): Promise<Json> {
  const { status, body } = await sendFile(client, '/api/data/imports', content, fields, name);
  if (status !== 202) throw new Error(`the import answered ${status}: ${JSON.stringify(body)}`);
  return endedImport(client, body._id);
}
