import type { FastifyReply, FastifyRequest } from 'fastify'
import { movedPicture, proxiedPicture, uploadedPicture } from '#contract/media.ts'
import { PICTURE_FILE } from '#contract/pictures.ts'
import type { App } from '#server/http/app.ts'
import { refuse } from '#server/http/refusal.ts'
import { filesOnDisk } from '#server/outside/files/disk.ts'
import type { World } from '#server/world.ts'

type PictureRequest = FastifyRequest<{ Params: { file: string } }>

/** Pictures by their three addresses (client spec 7). A name stands for its bytes for ever, so copies never grow old. */
export function mediaRoutes(app: App, world: World): void {
  const files = filesOnDisk(world.config.uploadsDir)

  const send = async (request: PictureRequest, reply: FastifyReply) => {
    const { file } = request.params
    if (!PICTURE_FILE.test(file)) refuse('image_not_found')
    const tag = `"${file}"`
    const bytes = await files.read(file)
    if (!bytes) refuse('image_not_found')
    reply
      .header('etag', tag)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    return reply.type('image/webp').send(bytes)
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
