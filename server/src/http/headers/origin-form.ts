/**
 * The path and query of an address that names its host too ('http://lustra.example/api/operator/me'), as programs may
 * send it. The router looks for that path; without this, what reads `request.url` would see another address than the
 * router. rule: operator-host, secret-addresses
 */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const [named] = /^https?:\/\/[^/?]*/i.exec(url) ?? []
  if (named === undefined) return url
  const rest = url.slice(named.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
