import type { FastifyReply, FastifyRequest } from 'fastify'
import * as calls from '#contract/visits/checklist.ts'
import * as pairCalls from '#contract/visits/pairs.ts'
import { PAIR_PICTURE_FILE } from '#contract/pictures.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement, urlOf } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { validate } from '#server/http/calls/validate.ts'
import { sendPicture } from '#server/pictures/send-picture.ts'
import { acceptForms, answerForm } from '#server/pictures/upload-form.ts'
import { pressItem } from './checklist.ts'
import { answerPair, askForPair, listPairs, withdrawPair } from './pairs.ts'
import { isPublicPairFile } from './pairs.queries.ts'
import { addVisitPhoto, deleteVisitPhoto } from './visit-photos.ts'

/**
 * Adds the calls for the work at a visit: its checklist, photos, and the pairs of them. Rules: docs/rules/visits.md
 */
export async function workRoutes(app: App, context: Context): Promise<void> {
  implement(app, context, calls.pressItem, async ({ actor, params, body }) => ({
    item: await pressItem(context, actor, { bookingId: params.id, itemId: params.item }, body),
  }))
  implement(app, context, calls.deleteVisitPhoto, async ({ actor, params }) => {
    await deleteVisitPhoto(context, actor, params.id, params.file)
    return { deleted: true as const }
  })
  await app.register(async (forms) => {
    await acceptForms(forms)
    implement(forms, context, calls.addVisitPhoto, (call) =>
      answerForm(context, calls.addVisitPhoto, call, async (form, saveOnce) => {
        const { actor, params } = call
        const fields = validate(calls.VisitPhotoForm, form.fields, 'body', false)
        // A repeat is sent at another time.
        const { sent_at: _, ...content } = fields
        const photo = await saveOnce([params.id, content], (ofForm) =>
          addVisitPhoto(context, actor, params.id, fields, form, ofForm),
        )
        return { photo }
      }),
    )
  })
  pairRoutes(app, context)
}

function pairRoutes(app: App, context: Context): void {
  implement(app, context, pairCalls.askForPair, async ({ actor, params, body }) => ({
    pair: await askForPair(context, actor, params.id, body),
  }))
  implement(app, context, pairCalls.ownPairs, async ({ actor }) => ({
    pairs: await listPairs(context.db, actor),
  }))
  implement(app, context, pairCalls.answerPair, async ({ actor, params, body }) => ({
    pair: await answerPair(context, actor, params.id, body.state),
  }))
  implement(app, context, pairCalls.withdrawPair, async ({ actor, params }) => {
    await withdrawPair(context, actor, params.id)
    return { deleted: true as const }
  })
  // Every reader asks again each time, so that a photo is gone once its client says no. rule: photo-pairs
  app.get(
    urlOf(pairCalls.pairPhoto),
    async (request: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply) => {
      const { file } = request.params
      const largest = file.replace(/-(240|640)\.webp$/, '.webp')
      const isPublic = PAIR_PICTURE_FILE.test(file) && (await isPublicPairFile(context.db, largest))
      if (!isPublic) refuse('image_not_found')
      return sendPicture(context, request, reply, file, 'public, no-cache')
    },
  )
}
