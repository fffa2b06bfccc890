import type { FastifyRequest } from 'fastify'
import { PRIVATE_PICTURE_FILE } from '#contract/pictures.ts'
import { privatePhoto } from '#contract/visits/private-photos.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import type { App } from '#server/http/app.ts'
import { urlOf } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { refuseIfSuspended } from '#server/http/calls/suspended.ts'
import { maySeeHomePhoto } from '#server/market/homes/home-photos.ts'
import { sendPicture } from '#server/pictures/send-picture.ts'
import { maySeeProblemPhoto } from '../problems/problem-photos.ts'
import { maySeeVisitPhoto } from './visit-photos.queries.ts'

/** Whether a person may see a file now; one for each kind of photo. The file is the largest of its picture. */
const READERS: readonly ((
  db: Db,
  actor: Pick<Actor, 'id' | 'role'>,
  file: string,
  now: Date,
) => Promise<boolean>)[] = [maySeeHomePhoto, maySeeVisitPhoto, maySeeProblemPhoto]

/**
 * Private photos. No browser and no proxy keeps them, because access can end. rule: home-photos, visit-photos, problems
 */
export function privatePhotosRoutes(app: App, context: Context): void {
  app.get(
    urlOf(privatePhoto),
    async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      const actor = (await app.actorOf(request)) ?? refuse('not_signed_in')
      refuseIfSuspended(actor, privatePhoto)
      const { file } = request.params
      if (!(await maySee(context, actor, file))) refuse('image_not_found')
      return sendPicture(context, request, reply, file, 'private, no-store')
    },
  )
}

async function maySee({ db, clock }: Context, actor: Actor, file: string): Promise<boolean> {
  if (!PRIVATE_PICTURE_FILE.test(file)) return false
  const largest = file.replace(/-(240|640)\.webp$/, '.webp')
  for (const reader of READERS) {
    if (await reader(db, actor, largest, clock.now())) return true
  }
  return false
}
