import { dollars } from '#contract/booking-price.ts'
import { displayName } from '#contract/display-name.ts'
import { formats } from '#contract/formats.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { listedSql } from '../billing/subscription.ts'

type Shared = { name: string; rate: string }

const TEXTS: Record<Language, (shared: Shared) => string> = {
  en: ({ name, rate }) => `${name} on ${PRODUCT_NAME}: home cleaning for ${rate} an hour.`,
  pt: ({ name, rate }) => `${name} na ${PRODUCT_NAME}: limpeza por ${rate} a hora.`,
  es: ({ name, rate }) => `${name} en ${PRODUCT_NAME}: limpieza por ${rate} la hora.`,
}

/** What a listed professional shares (professional spec 3; decision 19): addresses of PUBLIC_ORIGIN alone; refuses everybody else. */
export async function shareData({ db, config }: Context, userId: string, language: Language) {
  const found = await db
    .selectFrom('professionals')
    .select(['slug', 'full_name', 'hourly_rate_cents'])
    .where('user_id', '=', userId)
    .where(listedSql('professionals.user_id'))
    .executeTakeFirst()
  if (!found) refuse('activate_to_share')
  const share_url = `${config.publicOrigin}/professional/${found.slug}`
  const text = TEXTS[language]({
    name: displayName(found.full_name),
    rate: formats(language).money(dollars(found.hourly_rate_cents)),
  })
  return {
    share_url,
    share_text: `${text} ${share_url}`,
    social_links: socialLinks(text, share_url),
  }
}

/** Where each network takes a page to be shared; X adds the address to the text by itself. A space is %20: some phones show a plus as it is. */
function socialLinks(text: string, url: string) {
  const asked = (address: string, query: Record<string, string>) =>
    `${address}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
  return {
    facebook: asked('https://www.facebook.com/sharer/sharer.php', { u: url }),
    twitter: asked('https://twitter.com/intent/tweet', { text, url }),
    linkedin: asked('https://www.linkedin.com/sharing/share-offsite/', { url }),
    whatsapp: asked('https://wa.me/', { text: `${text} ${url}` }),
  }
}
