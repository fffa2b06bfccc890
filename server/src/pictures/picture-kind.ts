/** How many first bytes `isPicture` reads. */
export const HEAD_BYTES = 32

const AVIF_BRANDS = ['avif', 'avis']
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Whether a file begins like a JPEG, PNG, WebP or AVIF. Its name and announced type do not count. rule: photos
 */
export function isPicture(head: Buffer): boolean {
  const at = (from: number, to: number) => head.toString('latin1', from, to)
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return true
  if (head.subarray(0, PNG.length).equals(PNG)) return true
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return true
  const brands = [at(8, 12), at(16, 20), at(20, 24), at(24, 28), at(28, 32)]
  return at(4, 8) === 'ftyp' && brands.some((brand) => AVIF_BRANDS.includes(brand))
}
