import { dollars } from '#contract/bookings/booking-price.ts'
import { displayName } from '#contract/people/display-name.ts'
import { formats } from '#contract/formats.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { textsIn } from '#server/texts.ts'
import { listedSql } from '#server/people/listing/listed.ts'

/**
 * The link, text and network addresses of a listed professional. Refuses others with 'activate_to_share'.
 * rule: sharing
 */
export async function shareData({ db, config }: Context, userId: string, language: Language) {
  const found = await db
    .selectFrom('professionals')
    .select(['slug', 'full_name', 'hourly_rate_cents'])
    .where('user_id', '=', userId)
    .where(listedSql('professionals.user_id'))
    .executeTakeFirst()
  if (!found) refuse('activate_to_share')
  const share_url = `${config.publicOrigin}/professional/${found.slug}`
  const text = textsIn(language, 'sharing')('text', {
    product: PRODUCT_NAME,
    name: displayName(found.full_name),
    rate: formats(language).money(dollars(found.hourly_rate_cents)),
  })
  return {
    share_url,
    share_text: `${text} ${share_url}`,
    social_links: socialLinks(text, share_url),
  }
}

/**
 * The share page of each network. X adds the address to the text itself. A space is %20, because some phones show a
 * plus sign as it is.
 */
function socialLinks(text: string, url: string) {
  const withQuery = (address: string, query: Record<string, string>) =>
    `${address}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
  return {
    facebook: withQuery('https://www.facebook.com/sharer/sharer.php', { u: url }),
    twitter: withQuery('https://twitter.com/intent/tweet', { text, url }),
    linkedin: withQuery('https://www.linkedin.com/sharing/share-offsite/', { url }),
    whatsapp: withQuery('https://wa.me/', { text: `${text} ${url}` }),
  }
}
