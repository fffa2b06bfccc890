import type { Message } from '#contract/talk/messaging.ts'
import { PRIVATE_PICTURE_FILE } from '#contract/pictures.ts'
import type { Db } from '#server/db/db.ts'
import { rolledBack } from '#server/db/rolled-back.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { storePictures } from '#server/pictures/stored-picture.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'
import { checkMayWrite } from '../messages/contact.ts'
import { sendMessage } from '../messages/send-message.ts'
import { messageOfPicture } from '../messages/thread.queries.ts'
import { refuseLocked } from '#server/money/leads/leads.ts'

/** The file name prefix and the URL of photos in messages, separate from public pictures. rule: messages */
const PRIVATE = {
  prefix: 'private-',
  urlOf: (file: string) => `/api/chat/pictures/${file}`,
} as const

/** Stores the photo of an upload form and sends it as a message, with or without text. rule: messages */
export async function sendPhotoMessage(
  context: Context,
  actor: Actor,
  message: { receiverId: string; text: string; network: string },
  { files, problem }: UploadForm,
  idempotency: Idempotency | undefined,
): Promise<Message> {
  if (problem?.reason === 'too_large') refuse('message_image_too_large')
  if (problem) refuse(problem.reason === 'too_many' ? 'form_unreadable' : 'image_unreadable')
  const upload = files[0] ?? refuse('image_required')
  // Processing a photo is expensive, so a sender who may not write is refused before that.
  const at = context.clock.now()
  await rolledBack(context.db, (tx) =>
    checkMayWrite(context, tx, actor, { ...message, text: null, at }),
  )
  return storePictures(
    context,
    actor.id,
    [upload],
    async ([picture]) =>
      sendMessage(context, actor, { ...message, picture: picture! }, idempotency),
    PRIVATE,
  )
}

/**
 * Refuses unless the file is a photo of a message in a conversation that the actor may read. rule: messages
 */
export async function checkMaySeePhoto(db: Db, actor: Actor, file: string): Promise<void> {
  const message = PRIVATE_PICTURE_FILE.test(file)
    ? await messageOfPicture(db, actor.id, file.replace(/-(240|640)\.webp$/, '.webp'))
    : undefined
  if (!message) refuse('image_not_found')
  if (actor.role === 'professional' && !message.open)
    await refuseLocked(db, { professionalId: actor.id, clientId: message.client_id })
}
