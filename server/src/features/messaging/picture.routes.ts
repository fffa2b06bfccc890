import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  PictureWords,
  messagePicture,
  sendPicture as sendPictureCall,
} from '#contract/messaging.ts'
import type { Message } from '#contract/messaging.ts'
import { Id } from '#contract/values.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { findSavedAnswer } from '#server/http/idempotency.ts'
import { consumeRateLimit } from '#server/http/rate-limits.ts'
import { refuse } from '#server/http/refusal.ts'
import { validate } from '#server/http/validate.ts'
import type { Context } from '#server/context.ts'
import { sendPicture } from '../media/send-picture.ts'
import { takeForms, withUploadForm } from '../media/upload-form.ts'
import { refuseForeignPicture, sendPictureMessage } from './picture.ts'

/** Photos in messages. Their answers are for the two of the conversation, so a copy is asked about each time. */
export async function pictureRoutes(app: App, context: Context): Promise<void> {
  app.get(
    messagePicture.path.replace('{file}', ':file'),
    async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      const actor = (await app.actorOf(request)) ?? refuse('not_signed_in')
      const { file } = request.params
      await refuseForeignPicture(context.db, actor, file)
      return sendPicture(context, request, reply, file, 'private, no-cache')
    },
  )
  await app.register(async (forms) => {
    await takeForms(forms)
    implement(
      forms,
      context,
      sendPictureCall,
      async ({ actor, params, idempotency, request }) => {
        const receiverId = Id.safeParse(params.receiverId).data ?? refuse('invalid_input')
        await consumeRateLimit(context, 'upload_by_user', actor.id)
        const names = sendPictureCall.multipart!.files
        return withUploadForm(context, request, names, async (form) => {
          const { message: text } = validate(PictureWords, form.fields, 'body', false)
          const sent = hash('sha256', JSON.stringify([receiverId, text, form.filesHash]), 'buffer')
          const meant = idempotency && { ...idempotency, bodyHash: sent }
          const earlier = meant && (await findSavedAnswer(context.db, meant))
          if (earlier) return earlier.answer as Message
          return sendPictureMessage(context, actor, { receiverId, text }, form, meant)
        })
      },
      { savesOwnAnswer: true },
    )
  })
}
