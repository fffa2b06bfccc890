/**
 * Escapes every '%' of a path that cannot be decoded ('/%ff'), because Fastify would answer such a path before our
 * hooks run. It then leads to the usual 404. The query needs no change: its parser accepts broken escapes.
 * rule: broken-escapes
 */
export function escapeBrokenPercents(url: string): string {
  const [path = ''] = url.split('?', 1)
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
