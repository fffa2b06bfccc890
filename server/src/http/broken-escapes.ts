/**
 * An address that can be decoded: a path whose escapes are broken ('/%ff') has its '%' taken for the letter it is, so that it leads where any
 * unknown address leads. The query is left alone, which forgives by itself.
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
