import { displayName } from '#contract/people/display-name.ts'
import { META_DESCRIPTION_LENGTH_MAX } from '#contract/market/profile-rules.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { PublicProfessional } from '#contract/market/professionals.ts'

/**
 * Title, description and picture of a shared link to a profile; `origin` makes the picture's address complete.
 * rule: sharing
 */
export function socialData(professional: PublicProfessional, origin: string) {
  const picture = professional.profile_image_url ?? professional.gallery_images[0]
  return {
    title: `${displayName(professional.full_name)} | ${PRODUCT_NAME}`,
    description: shortened(professional.bio.replaceAll(/\s+/g, ' ').trim()),
    image: picture === undefined ? '' : origin + picture,
  }
}

function shortened(text: string): string {
  if (text.length <= META_DESCRIPTION_LENGTH_MAX) return text
  const cut = text.slice(0, META_DESCRIPTION_LENGTH_MAX)
  return `${cut.slice(0, cut.lastIndexOf(' ')).trimEnd()}…`
}
