import { Problems } from '#core/errors.ts';
import type { Limits, MediaKind, Platform } from '../platforms/platform.ts';
import { measureText } from './measure-text.ts';
import { postText } from './post-text.ts';

export interface MediaFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Null when the content does not match its type. Absent for types that are not read. */
  readonly video?: { readonly seconds?: number } | null;
}

export interface CheckedPost {
  readonly content: string;
  readonly variants: Readonly<Record<string, unknown>> | null;
  readonly linkUrl: string | null;
  readonly media: readonly MediaFile[];
}

export const kindOf = (type: string): MediaKind | undefined =>
  type.startsWith('image/') ? 'image' : type.startsWith('video/') ? 'video' : undefined;

const number = (value: number): string => value.toLocaleString('en');
const megabytes = (bytes: number): string => `${number(Math.round(bytes / 100_000) / 10)} MB`;

/** Returns the problems for which the platform would refuse a post. Each names its field and the limit. */
export function checkPost({ name, label, limits }: Platform, post: CheckedPost): Problems {
  const problems = new Problems();
  const field = typeof post.variants?.[name] === 'string' ? `variants.${name}` : 'content';
  const text = postText(post, name, limits);
  const length = measureText(text, limits.text);
  if (length > limits.text.max)
    problems.add(
      field,
      'too_long',
      `must be at most ${number(limits.text.max)} characters long on ${label}${post.linkUrl && limits.link === 'text' ? ', the link included' : ''}; it has ${number(length)}`,
    );
  if (limits.text.required && text.trim() === '' && post.media.length === 0)
    problems.add(field, 'required', `must not be empty on ${label}`);
  checkMedia(label, limits.media, post.media, problems);
  return problems;
}

function checkMedia(label: string, limits: Limits['media'], media: readonly MediaFile[], problems: Problems): void {
  const add = (code: string, problem: string) => problems.add('mediaIds', code, problem);
  if (media.length < limits.min)
    add(
      'required',
      `must name ${limits.min === 1 ? `${kindsOf(limits)}` : `at least ${limits.min} files`} for ${label}`,
    );
  if (media.length > limits.max)
    add('too_long', `must name at most ${limits.max} ${limits.max === 1 ? 'file' : 'files'} for ${label}`);
  const kinds = media.map(({ type }) => kindOf(type));
  const videos = kinds.filter((kind) => kind === 'video').length;
  if (videos > 0 && limits.maxVideos === 0)
    add('invalid_value', `must name no videos for ${label}: videos cannot be published there from here yet`);
  else if (videos > limits.maxVideos) add('too_long', `must name at most ${limits.maxVideos} videos for ${label}`);
  if (!limits.mixed && videos > 0 && videos < media.length)
    add('invalid_value', `must not mix images and videos for ${label}`);
  for (const [at, file] of media.entries()) checkFile(label, limits, file, kinds[at], add);
}

function checkFile(
  label: string,
  { kinds }: Limits['media'],
  file: MediaFile,
  kind: MediaKind | undefined,
  add: (code: string, problem: string) => void,
): void {
  const { name, type, size } = file;
  const limit = kind && kinds[kind];
  if (!limit?.types.some((one) => one === type || one === `${kind}/*`)) {
    const allowed = Object.values(kinds).flatMap(({ types }) => types);
    add('invalid_value', `names ${name}, of type ${type}; ${label} takes ${allowed.join(', ') || 'no files'}`);
  } else if (size > limit.maxBytes)
    add(
      'too_large',
      `names ${name}, of ${megabytes(size)}; ${label} takes ${kind}s of at most ${megabytes(limit.maxBytes)}`,
    );
  else if (limit.minBytes !== undefined && size < limit.minBytes)
    add(
      'out_of_range',
      `names ${name}, of ${number(size)} bytes; ${label} takes ${kind}s of at least ${number(limit.minBytes)} bytes`,
    );
  if (limit?.seconds) checkLength(label, limit.seconds, file, add);
}

const duration = (seconds: number): string => {
  const whole = Math.round(seconds);
  return seconds < 120 ? `${number(Math.round(seconds * 10) / 10)} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

function checkLength(
  label: string,
  { min, max }: NonNullable<NonNullable<Limits['media']['kinds']['video']>['seconds']>,
  { name, video }: MediaFile,
  add: (code: string, problem: string) => void,
): void {
  if (video === null) add('invalid_value', `names ${name}, whose content is damaged or no MP4 or QuickTime video`);
  const seconds = video?.seconds;
  if (seconds !== undefined && (seconds < min || seconds > max))
    add(
      'out_of_range',
      `names ${name}, which is ${duration(seconds)} long; ${label} takes videos of ${duration(min)} to ${duration(max)}`,
    );
}

const kindsOf = ({ kinds }: Limits['media']): string =>
  Object.keys(kinds)
    .map((kind) => (kind === 'image' ? 'an image' : 'a video'))
    .join(' or ');
