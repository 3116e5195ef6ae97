/** Returns `acme` for acme.example.com, when the platform's own host is example.com. */
export function subdomainOf(host: string, publicHost: string): string | undefined {
  const name = plainName(host);
  const own = plainName(publicHost);
  return name.endsWith(`.${own}`) ? name.slice(0, -own.length - 1) : undefined;
}

/** Removes the trailing dot of an absolute name: `acme.example.com.` is the same host. */
function plainName(host: string): string {
  let end = host.length;
  while (host[end - 1] === '.') end -= 1;
  return host.slice(0, end).toLowerCase();
}
