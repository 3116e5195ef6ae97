import { setTimeout as sleep } from 'node:timers/promises';
import { NotReached, Refused } from '../http/platform-error.ts';
import { getJson, postJson } from './bearer.ts';
import type { Session } from './platform.ts';

const tries = 60;
const waitMs = 2000;

/** Creates a container. Instagram and Threads need one, which is not visible, and publish it by a second call. */
export async function makeContainer(session: Session, path: string, fields: Record<string, unknown>): Promise<string> {
  const { json } = await postJson(session, path, fields);
  if (typeof json?.id !== 'string') throw new Refused('It did not take the file.');
  return json.id;
}

/** Waits until the platform has fetched the files of a container. */
export async function containerReady(session: Session, path: string, statusField: string): Promise<void> {
  for (let n = 0; n < tries; n += 1) {
    const found = await getJson(session, `${path}?fields=${statusField}`);
    const status = found?.[statusField];
    if (status === 'FINISHED' || status === 'PUBLISHED') return;
    if (status === 'ERROR' || status === 'EXPIRED') throw new Refused('It could not use the file.');
    await sleep(waitMs);
  }
  throw new NotReached('It takes too long to fetch the file.');
}
