/** The stored address and security of a mailbox's server. */
export interface StoredServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly username: string;
}
