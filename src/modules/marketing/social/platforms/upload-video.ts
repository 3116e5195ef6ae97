import { performance } from 'node:perf_hooks';
import type { JsonValue } from '#core/fields/field.ts';
import { isJsonObject } from '#lib/json.ts';
import { NotReached, Refused, Unknown } from '../http/platform-error.ts';
import { Pending } from './pending.ts';
import type { Media } from './platform.ts';

/** A stopping node waits for the current slice, and has ten seconds to stop. */
const sliceMs = 5000;
const maxProcessingMs = 2 * 3_600_000;
const longestWaitMs = 60_000;

/** The steps of a platform's video upload. `T` is the state of the upload, as JSON. */
export interface VideoSteps<T> {
  begin(): Promise<T>;
  /** Sends the part that begins at this byte. Returns the first byte of the next part. */
  send(target: T, from: number): Promise<{ readonly target: T; readonly from: number }>;
  /** Called after all bytes were sent. */
  finish?(target: T): Promise<T>;
  /**
   * `afterMs` is the time until the next check; null when the video can be used. Throws `Refused` when processing
   * failed.
   */
  check(target: T): Promise<{ readonly target: T; readonly afterMs: number | null }>;
}

interface Upload<T> {
  /** The hash of the content. Other content is uploaded from the beginning. */
  readonly tag: string;
  readonly from: number;
  readonly target: T;
  /** Null until all bytes were sent. */
  readonly sentAtMs: number | null;
}

/** Uploads a video in slices, and waits until the platform has processed it. Nothing becomes visible. */
export async function uploadVideo<T>(file: Media, earlier: unknown, steps: VideoSteps<T>): Promise<T | Pending> {
  const resumed = readUpload<T>(file, earlier);
  const upload = await sendSlice(file, resumed, steps);
  // Save the upload before asking the platform, so that a crash from here on does not repeat it.
  if (upload !== resumed || upload.sentAtMs === null) return pending(upload, 0);
  const { target, afterMs } = await steps.check(upload.target);
  if (afterMs === null) return target;
  if (Date.now() - upload.sentAtMs > maxProcessingMs)
    throw new Refused('It has not processed the video within two hours.');
  return pending({ ...upload, target }, Math.min(afterMs, longestWaitMs));
}

/**
 * Sends a slice. The upload restarts when the platform refuses to resume it: it may have ended there, or have more
 * parts than were saved before a crash.
 */
async function sendSlice<T>(file: Media, resumed: Upload<T> | undefined, steps: VideoSteps<T>): Promise<Upload<T>> {
  if (resumed?.sentAtMs) return resumed;
  try {
    if (resumed) return await send(file, resumed, steps);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return send(file, { tag: file.tag, from: 0, target: await steps.begin(), sentAtMs: null }, steps);
}

async function send<T>(file: Media, upload: Upload<T>, steps: VideoSteps<T>): Promise<Upload<T>> {
  const endsAt = performance.now() + sliceMs;
  let { target, from } = upload;
  while (from < file.size) {
    try {
      const next = await steps.send(target, from);
      if (!(next.from > from)) throw new Refused('It asks for the same part of the video again.');
      ({ target, from } = next);
    } catch (error) {
      const isTransient = error instanceof NotReached || error instanceof Unknown;
      // Keep the parts that arrived. A slice without any counts as a failure, so the upload ends.
      if (isTransient && from > upload.from) return { ...upload, target, from };
      throw error;
    }
    if (from < file.size && performance.now() > endsAt) return { ...upload, target, from };
  }
  return { ...upload, from, target: (await steps.finish?.(target)) ?? target, sentAtMs: Date.now() };
}

function readUpload<T>(file: Media, earlier: unknown): Upload<T> | undefined {
  const known = isJsonObject(earlier) && earlier.tag === file.tag && typeof earlier.from === 'number';
  return known ? (earlier as unknown as Upload<T>) : undefined;
}

const pending = <T>(upload: Upload<T>, afterMs: number): Pending =>
  new Pending(upload as unknown as JsonValue, afterMs);
