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
    /** How the platform counts. `weighted` counts letters of most scripts once and others twice, as X does. */
    readonly counts: 'codePoints' | 'graphemes' | 'weighted';
    /** Links count as this many characters, however long they are. */
    readonly linkLength?: number;
    readonly required: boolean;
  };
  /** `field`: the platform has a place for a link. `text`: it is added to the text. */
  readonly link: 'field' | 'text';
  readonly media: {
    readonly min: number;
    readonly max: number;
    /** Videos and images in one post. */
    readonly mixed: boolean;
    readonly maxVideos: number;
    readonly kinds: Readonly<Partial<Record<MediaKind, MediaLimit>>>;
  };
}

/** Limits of the server of an account, where they differ from those of the platform. */
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
  /** Names the content: its hash. */
  readonly tag: string;
  readonly altText: string;
  /** Reads an image. Videos are streamed. */
  bytes(): Promise<Buffer>;
  stream(range?: ByteRange): Promise<Readable>;
  /** The size of the picture of a video, where it can be read. */
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
  /** When the call that publishes was made, for a post that is looked up. */
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
  /** Undefined when the one that was used stays valid. */
  readonly refreshToken?: string;
  /** Null when the token has no end. */
  readonly expiresAtMs: number | null;
  readonly scopes?: readonly string[];
}

export interface Published {
  readonly externalId: string | null;
  readonly url: string | null;
  /** The platform took the post, and shows it when it has processed its video: `confirm` says when. */
  readonly processing?: boolean;
}

/** Posts of the account that may be the wanted one, newest first. Empty when the platform has none; null when it does not tell. */
type Found = readonly Published[] | null;

/** An account as its platform describes it. */
export interface Account {
  readonly externalId: string;
  readonly name: string;
  readonly handle: string;
  readonly avatarUrl?: string | null;
  readonly profileUrl?: string | null;
  /** Accounts such as pages have a token of their own. */
  readonly accessToken?: string;
}

/** A comment, mention or message. */
export interface InboxItem {
  readonly externalId: string;
  /** Items with the same thread become one conversation. */
  readonly threadId: string;
  /** The item that this one answers. It joins that thread, if the item is stored. */
  readonly parentId?: string | null;
  readonly kind: 'comment' | 'mention' | 'message';
  readonly author: { readonly id: string; readonly name: string; readonly handle: string };
  readonly text: string;
  readonly at: Date;
  readonly url: string | null;
  /** True when the account itself wrote it. */
  readonly own: boolean;
  /** The ids that `reply` needs for an answer. */
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
  /** A space by default. */
  readonly scopeSeparator?: string;
  readonly extraParameters?: Readonly<Record<string, string>>;
  /** The client authenticates by Basic, or in the body. */
  readonly clientAuth: 'basic' | 'body';
  /** `client_id` by default. */
  readonly clientIdParameter?: string;
  readonly pkce: boolean;
  /** Platforms of Meta have no refresh tokens: they give a token of an hour, exchange it for one of sixty days, and renew that. */
  readonly exchange?: TokenExchange;
  readonly renewal?: TokenExchange;
  accounts(session: Session): Promise<readonly Account[]>;
}

/** A token for a token, by GET. */
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
  /** The address of its video service, when it is another one. */
  readonly videoUrl?: string;
  readonly limits: Limits;
  /** The credentials that a user types, or the consent that a user gives. */
  readonly consent?: Consent;
  /** How many posts of an account are published at the same time; 1 by default, which keeps their order. */
  readonly lanes?: number;
  /** Checks typed credentials. */
  identify?(session: Session): Promise<Account & { readonly tokens?: Tokens }>;
  /**
   * Reads the limits of a server, for platforms with many servers. It is called when the account is connected, and together with its
   * numbers.
   */
  readLimits?(session: Session): Promise<ServerLimits>;
  /** A new access token, for platforms without OAuth. */
  renew?(session: Session): Promise<Tokens>;
  /**
   * Uploads media and whatever can be repeated. Nothing is visible after it. Returns `Pending` when the platform needs more time than
   * a slice of work has: it is then called again, with that state as `earlier`.
   */
  prepare?(session: Session, post: OutgoingPost, earlier: unknown): Promise<unknown>;
  /** The one call that makes the post visible. It is never repeated by itself. */
  publish(session: Session, post: OutgoingPost, prepared: unknown): Promise<Published>;
  /** Whether a post that the platform took is visible now. Throws `Refused` when its video could not be processed. */
  confirm?(session: Session, externalId: string): Promise<Published>;
  find?(session: Session, post: OutgoingPost): Promise<Found>;
  inbox?(session: Session, cursor: string | null): Promise<InboxPage>;
  reply?(session: Session, to: Readonly<Record<string, string>>, text: string, key: string): Promise<Published>;
  metrics?(session: Session, externalIds: readonly string[]): Promise<MetricsAnswer>;
}
