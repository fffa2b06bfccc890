import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#server/http/calls/refusal.ts'
import { PICTURE_HEADERS } from '#server/http/headers/security-headers.ts'
import type { Context } from '#server/context.ts'
import { avifOf } from './stored-picture.ts'

/**
 * Sends a picture by its file's name, as AVIF where the reader accepts it and it exists. Refuses 'image_not_found'.
 * `caching` is the Cache-Control header.
 */
export async function sendPicture(
  { files }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  caching: string,
): Promise<FastifyReply> {
  const avif = accepts(request, 'image/avif') && (await files.read(avifOf(file)))
  const bytes = avif || (await files.read(file))
  if (!bytes) refuse('image_not_found')
  // Names of pictures need no escaping: letters, digits, hyphens and a dot.
  const tag = `"${avif ? avifOf(file) : file}"`
  reply
    .header('content-disposition', `inline; filename=${tag}`)
    .header('etag', tag)
    .header('vary', 'Accept')
    .header('cache-control', caching)
    .headers(PICTURE_HEADERS)
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  return reply.type(avif ? 'image/avif' : 'image/webp').send(bytes)
}

function accepts({ headers }: FastifyRequest, type: string): boolean {
  return headers.accept?.includes(type) ?? false
}
