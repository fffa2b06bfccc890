import type { FastifyReply, FastifyRequest } from 'fastify'
import { movedPicture, proxiedPicture, uploadedPicture } from '#contract/media.ts'
import { PICTURE_FILE } from '#contract/pictures.ts'
import type { App } from '#server/http/app.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { sendPicture } from './send-picture.ts'

type PictureRequest = FastifyRequest<{ Params: { file: string } }>

/**
 * The three addresses of public pictures. A name never changes its picture, so it is cached for a year.
 * rule: photos
 */
export function mediaRoutes(app: App, context: Context): void {
  const send = async (request: PictureRequest, reply: FastifyReply) => {
    const { file } = request.params
    if (!PICTURE_FILE.test(file)) refuse('image_not_found')
    return sendPicture(context, request, reply, file, 'public, max-age=31536000, immutable')
  }

  for (const { path } of [uploadedPicture, proxiedPicture]) app.get(urlOf(path), send)
  app.get(urlOf(movedPicture.path), (request: PictureRequest, reply) => {
    if (!PICTURE_FILE.test(request.params.file)) refuse('image_not_found')
    return reply.redirect(`/api/uploads/${request.params.file}`, 308)
  })
}

function urlOf(path: string): string {
  return path.replace('{file}', ':file')
}
