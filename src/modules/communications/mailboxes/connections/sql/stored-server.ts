/** How the server of a mailbox is reached, as it is stored in the connection. */
export interface StoredServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly username: string;
}
