const WAYS = ['/api/uploads/', '/api/image-proxy/', '/uploads/'] as const

/**
 * Where to ask for a picture at the nth attempt (0 is the first). Each retry takes another way to the same file, past every
 * cache by `stamp` (client spec 4, 7); pictures from elsewhere keep their address.
 */
export function pictureAddress(src: string, attempt: number, stamp: number): string {
  if (src.startsWith('data:') || src.startsWith('blob:')) return src
  const way = WAYS.find((prefix) => src.startsWith(prefix))
  const address = way ? (WAYS[attempt % WAYS.length] ?? way) + src.slice(way.length) : src
  if (attempt === 0) return address
  return `${address}${address.includes('?') ? '&' : '?'}retry=${attempt}-${stamp}`
}
