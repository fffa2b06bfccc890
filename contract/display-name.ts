import { DELETED_USER } from './product.ts'

const SUFFIX = ' Cleaning'

/**
 * The public name of a professional: 'Grace Walker Cleaning'. A deleted account is 'Deleted user'. rule: display-name
 */
export function displayName(fullName: string | null | undefined): string {
  const name = (fullName ?? '').trim()
  if (name === DELETED_USER) return DELETED_USER
  const nameWithoutSuffix = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length).trimEnd() : name
  return (nameWithoutSuffix || 'Professional') + SUFFIX
}
