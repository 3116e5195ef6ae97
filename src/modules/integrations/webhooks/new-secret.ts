import { randomBytes } from 'node:crypto';

export const secretPrefix = 'whsec_';

/** 256 random bits, in the format of Standard Webhooks. */
export const newSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`;
