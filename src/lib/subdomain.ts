/** `acme` of acme.example.com, when the platform's own address is example.com. */
export function subdomainOf(host: string, publicHost: string): string | undefined {
  const named = plainName(host);
  const own = plainName(publicHost);
  return named.endsWith(`.${own}`) ? named.slice(0, -own.length - 1) : undefined;
}

/** Without the trailing dot of an absolute name: `acme.example.com.` leads to the same place. */
function plainName(host: string): string {
  let end = host.length;
  while (host[end - 1] === '.') end -= 1;
  return host.slice(0, end).toLowerCase();
}
