import { DELETED_USER } from './product.ts'

const SUFFIX = ' Cleaning'

/** The public name of a professional (client spec 3): full_name without a trailing ' Cleaning', then ' Cleaning'; without a name, 'Professional Cleaning'. Whoever deleted her account is called just that. */
export function displayName(fullName: string | null | undefined): string {
  const name = (fullName ?? '').trim()
  if (name === DELETED_USER) return DELETED_USER
  const bare = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length).trimEnd() : name
  return (bare || 'Professional') + SUFFIX
}
