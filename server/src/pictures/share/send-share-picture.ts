import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageInAddress } from '#contract/people/preferred-language.ts'
import { SHARE_PICTURE } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import { PICTURE_HEADERS } from '#server/http/headers/security-headers.ts'
import type { Context } from '#server/context.ts'
import type { ShareCard } from './share-card.ts'

const CACHING = 'public, max-age=3600'

/**
 * Sends a share picture in the language that the address names (docs/decisions/0029), English without one. `photo` is
 * the address of an uploaded picture. If too many requests wait, it redirects to the default picture.
 * rule: sharing
 */
export async function sendSharePicture(
  { sharePictures }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  cardIn: (language: Language) => ShareCard,
  photo: string | null | undefined,
): Promise<FastifyReply> {
  const query = new URLSearchParams(request.url.split('?')[1])
  const card = cardIn(languageInAddress(query) ?? 'en')
  const picture = await sharePictures.of(card, photo?.split('/').at(-1))
  if (!picture) return reply.header('cache-control', 'no-store').redirect(SHARE_PICTURE.address)
  reply
    .header('etag', picture.tag)
    .header('cache-control', CACHING)
    .header('content-disposition', 'inline; filename="share.jpg"')
    .headers(PICTURE_HEADERS)
  if (request.headers['if-none-match']?.includes(picture.tag)) return reply.code(304).send()
  return reply.type('image/jpeg').send(picture.bytes)
}
