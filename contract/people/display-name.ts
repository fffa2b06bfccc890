import { DELETED_USER } from '../product.ts'

const SUFFIX = ' Cleaning'
/** A name that says so already, in any case of letters: 'MARIA CLEANING', 'Maria’s Cleaning Service'. */
const SAYS_CLEANING = /\scleaning(?:,?\s+(?:services?|company|co\.?|llc|inc\.?))*$/i

/**
 * The public name of a professional: 'Grace Walker Cleaning'. A name that ends with the word as its owner writes it
 * stays. A deleted account is 'Deleted user'. rule: profile-content
 */
export function displayName(fullName: string | null | undefined): string {
  const name = (fullName ?? '').trim()
  if (name === DELETED_USER) return DELETED_USER
  const nameWithoutSuffix = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length).trimEnd() : name
  if (name === nameWithoutSuffix && SAYS_CLEANING.test(name)) return name
  return (nameWithoutSuffix || 'Professional') + SUFFIX
}

/**
 * The name that sentences use, 'Grace': the first word of a person's or a professional's name. The name of a company
 * ('The Clean Team', 'Maria’s Cleaning Service') stays whole, as does 'Deleted user'. rule: profile-content
 */
export function firstNameOf(name: string): string {
  const full = name.trim()
  const nameWithoutSuffix = full.endsWith(SUFFIX) ? full.slice(0, -SUFFIX.length).trimEnd() : full
  const isCompany = SAYS_CLEANING.test(nameWithoutSuffix) || /^the\s/i.test(full)
  if (full === DELETED_USER || isCompany) return full
  return nameWithoutSuffix.split(/\s+/)[0] || full
}
