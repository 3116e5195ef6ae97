import type { Readable } from 'node:stream';
import type { ByteRange } from '#lib/file-storage/storage.ts';
import type { SocialHttp } from '../http/social-http.ts';
import type { PlatformName } from '../platform-names.ts';

export type MediaKind = 'image' | 'video';

interface MediaLimit {
  readonly maxBytes: number;
  readonly minBytes?: number;
  /** Media types. */
  readonly types: readonly string[];
  /** Limits for the length of videos. Platforms that have them take only MP4 and QuickTime, whose length can be read. */
  readonly seconds?: { readonly min: number; readonly max: number };
}

/** The limits of a platform. Posts are checked against them before they are accepted. */
export interface Limits {
  readonly text: {
    readonly max: number;
    /** The unit of the length. `weighted` counts letters of most scripts once and others twice, as X does. */
    readonly counts: 'codePoints' | 'graphemes' | 'weighted';
    /** The length of a link, however long it is. */
    readonly linkLength?: number;
    readonly required: boolean;
  };
  /** `field`: the platform has a field for a link. `text`: the link is added to the text. */
  readonly link: 'field' | 'text';
  readonly media: {
    readonly min: number;
    readonly max: number;
    /** True when a post may have videos and images. */
    readonly mixed: boolean;
    readonly maxVideos: number;
    readonly kinds: Readonly<Partial<Record<MediaKind, MediaLimit>>>;
  };
}

/** Limits of the server of an account. Omitted members are those of the platform. */
export interface ServerLimits {
  readonly maxLength?: number;
  readonly linkLength?: number;
  readonly maxMedia?: number;
  readonly maxImageBytes?: number;
  readonly maxVideoBytes?: number;
}

/** A file of a post. */
export interface Media {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly kind: MediaKind;
  readonly size: number;
  /** The hash of the content. */
  readonly tag: string;
  readonly altText: string;
  /** Reads an image. Videos are read by `stream`. */
  bytes(): Promise<Buffer>;
  stream(range?: ByteRange): Promise<Readable>;
  /** The dimensions of a video, where they can be read. */
  picture(): Promise<{ readonly width: number; readonly height: number } | undefined>;
  /** An address from which the platform can fetch the file; it is valid for a day. */
  readonly publicUrl: string;
}

export interface OutgoingPost {
  /** The id of its record: the same in every attempt, so it can serve as an idempotency key. */
  readonly id: string;
  /** The text, including the link on platforms that have no field for it. */
  readonly text: string;
  readonly linkUrl: string | null;
  readonly media: readonly Media[];
  readonly createdAt: Date;
  /** The time of the publishing call, for a post that is looked up. */
  readonly calledAt: Date | null;
}

/** The account of a connection, with its login. */
export interface Session {
  readonly http: SocialHttp;
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string;
  /** The address for uploads of videos; the base URL when the platform has no other. */
  readonly videoUrl: string;
  readonly account: { readonly externalId: string; readonly handle: string };
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly appPassword: string;
  readonly webhookSecret: string;
}

export interface Tokens {
  readonly accessToken: string;
  /** Undefined when the used token stays valid. */
  readonly refreshToken?: string;
  /** Null when the token does not expire. */
  readonly expiresAtMs: number | null;
  readonly scopes?: readonly string[];
}

export interface Published {
  readonly externalId: string | null;
  readonly url: string | null;
  /** True when the platform accepted the post, and shows it after processing its video. `confirm` tells when. */
  readonly processing?: boolean;
}

/**
 * Posts of the account that may be the wanted one, newest first. Empty when the platform has none; null when it gives
 * no answer.
 */
type Found = readonly Published[] | null;

/** An account as its platform describes it. */
export interface Account {
  readonly externalId: string;
  readonly name: string;
  readonly handle: string;
  readonly avatarUrl?: string | null;
  readonly profileUrl?: string | null;
  /** The account's own token, which for example pages have. */
  readonly accessToken?: string;
}

/** A comment, mention or message. */
export interface InboxItem {
  readonly externalId: string;
  /** Items with the same thread become one conversation. */
  readonly threadId: string;
  /** The item that this one answers. This one joins that thread, if the item is stored. */
  readonly parentId?: string | null;
  readonly kind: 'comment' | 'mention' | 'message';
  readonly author: { readonly id: string; readonly name: string; readonly handle: string };
  readonly text: string;
  readonly at: Date;
  readonly url: string | null;
  /** True when the account itself wrote it. */
  readonly own: boolean;
  /** The ids that `reply` needs. */
  readonly replyTo: Readonly<Record<string, string>>;
}

export interface InboxPage {
  readonly items: readonly InboxItem[];
  /** The cursor for the next reading. */
  readonly cursor: string | null;
  /** True when one run could not read everything. The next run begins at once. */
  readonly more?: boolean;
}

export interface Counts {
  readonly followerCount?: number;
  readonly postCount?: number;
  readonly impressionCount?: number;
  readonly reachCount?: number;
  readonly clickCount?: number;
  readonly likeCount?: number;
  readonly commentCount?: number;
  readonly shareCount?: number;
  readonly saveCount?: number;
  readonly videoViewCount?: number;
}

interface MetricsAnswer {
  readonly account: Counts;
  /** The counts by the id of the post on the platform. */
  readonly posts: ReadonlyMap<string, Counts>;
}

/** Consent by OAuth 2. When the base URL of the platform has been set, the paths of these addresses are below it. */
export interface Consent {
  /** The page where the user consents. */
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
  /** Default: a space. */
  readonly scopeSeparator?: string;
  readonly extraParameters?: Readonly<Record<string, string>>;
  /** `basic`: the client authenticates by HTTP Basic. `body`: in the body. */
  readonly clientAuth: 'basic' | 'body';
  /** Default: `client_id`. */
  readonly clientIdParameter?: string;
  readonly pkce: boolean;
  /**
   * Set for Meta's platforms, which have no refresh tokens: they issue a token for an hour, exchange it for one of
   * sixty days, and renew that.
   */
  readonly exchange?: TokenExchange;
  readonly renewal?: TokenExchange;
  accounts(session: Session): Promise<readonly Account[]>;
}

/** The exchange of a token for another, by GET. */
export interface TokenExchange {
  readonly url: string;
  readonly grantType: string;
  readonly tokenParameter: string;
  readonly withClient: boolean;
}

/** A platform and its features. Omitted members are features that it does not have. */
export interface Platform {
  readonly name: PlatformName;
  readonly label: string;
  readonly baseUrl: string;
  /** The address of its video service; absent when that is the base URL. */
  readonly videoUrl?: string;
  readonly limits: Limits;
  /** The credentials that a user types, or the consent that a user gives. */
  readonly consent?: Consent;
  /** Number of posts of an account that are published at the same time. Default: 1, which keeps their order. */
  readonly lanes?: number;
  /** Checks credentials that a user typed. */
  identify?(session: Session): Promise<Account & { readonly tokens?: Tokens }>;
  /**
   * Reads the limits of a server, for platforms with many servers. It is called when the account is connected, and together with its
   * numbers.
   */
  readLimits?(session: Session): Promise<ServerLimits>;
  /** Gets a new access token, for platforms without OAuth. */
  renew?(session: Session): Promise<Tokens>;
  /**
   * Does everything that may be repeated, such as uploads of media. Nothing becomes visible. Returns `Pending` when the
   * platform needs more time than a slice of work has: it is then called again, with that state as `earlier`.
   */
  prepare?(session: Session, post: OutgoingPost, earlier: unknown): Promise<unknown>;
  /** Makes the post visible, by one call. It is never repeated automatically. */
  publish(session: Session, post: OutgoingPost, prepared: unknown): Promise<Published>;
  /** Checks whether an accepted post is visible now. Throws `Refused` when its video could not be processed. */
  confirm?(session: Session, externalId: string): Promise<Published>;
  find?(session: Session, post: OutgoingPost): Promise<Found>;
  inbox?(session: Session, cursor: string | null): Promise<InboxPage>;
  reply?(session: Session, to: Readonly<Record<string, string>>, text: string, key: string): Promise<Published>;
  metrics?(session: Session, externalIds: readonly string[]): Promise<MetricsAnswer>;
}
