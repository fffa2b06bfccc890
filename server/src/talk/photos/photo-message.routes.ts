import type { FastifyRequest } from 'fastify'
import {
  PhotoMessageForm,
  messagePicture,
  sendPicture as sendPictureCall,
} from '#contract/talk/messaging.ts'
import { Id } from '#contract/values.ts'
import type { App } from '#server/http/app.ts'
import { implement, urlOf } from '#server/http/calls/implement.ts'
import { networkKey } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { refuseIfSuspended } from '#server/http/calls/suspended.ts'
import { validate } from '#server/http/calls/validate.ts'
import type { Context } from '#server/context.ts'
import { sendPicture } from '#server/pictures/send-picture.ts'
import { acceptForms, answerForm } from '#server/pictures/upload-form.ts'
import { checkMaySeePhoto, sendPhotoMessage } from './photo-message.ts'

/**
 * Photos in messages. Browsers may cache a photo but must revalidate it each time, so that access can end.
 * rule: messages
 */
export async function photoMessageRoutes(app: App, context: Context): Promise<void> {
  app.get(
    urlOf(messagePicture),
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const actor = (await app.actorOf(request)) ?? refuse('not_signed_in')
      refuseIfSuspended(actor, messagePicture)
      const { id: file } = request.params
      await checkMaySeePhoto(context.db, actor, file)
      return sendPicture(context, request, reply, file, 'private, no-cache')
    },
  )
  await app.register(async (forms) => {
    await acceptForms(forms)
    implement(forms, context, sendPictureCall, (call) => {
      const { actor, params, request } = call
      const receiverId = Id.safeParse(params.id).data ?? refuse('invalid_input')
      return answerForm(context, sendPictureCall, call, (form, saveOnce) => {
        const { message: text } = validate(PhotoMessageForm, form.fields, 'body', false)
        const message = { receiverId, text, network: networkKey(request.ip) }
        return saveOnce([receiverId, text], (ofForm) =>
          sendPhotoMessage(context, actor, message, form, ofForm),
        )
      })
    })
  })
}
