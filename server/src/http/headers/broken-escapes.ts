/**
 * Escapes every '%' of a path that cannot be decoded ('/%ff') or contains a NUL. Fastify would answer the first before
 * our hooks run, and PostgreSQL cannot read the second. Such a path then leads to the usual 404. The query needs no
 * change: its parser accepts broken escapes. rule: error-shape
 */
export function escapeBrokenPercents(url: string): string {
  const [path = ''] = url.split('?', 1)
  return isReadable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isReadable(path: string): boolean {
  if (!/[%\0]/.test(path)) return true
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
