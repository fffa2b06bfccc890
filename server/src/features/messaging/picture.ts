import type { Message } from '#contract/messaging.ts'
import { PRIVATE_PICTURE_FILE } from '#contract/pictures.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { keepPictures } from '../media/kept-picture.ts'
import type { UploadForm } from '../media/upload-form.ts'
import { refuseUnlessWelcome } from './contact.ts'
import { sendMessage } from './message.ts'
import { messageOfPicture } from './messages.queries.ts'

/** Shown to the two of a conversation alone. */
const PRIVATE = {
  prefix: 'private-',
  urlOf: (file: string) => `/api/chat/pictures/${file}`,
} as const

/** Sends the photo of a form to another, with words beside it or without: refused, or kept and written as any message. */
export async function sendPictureMessage(
  context: Context,
  actor: Actor,
  { receiverId, text }: { receiverId: string; text: string },
  { files, problem }: UploadForm,
  idempotency: Idempotency | undefined,
): Promise<Message> {
  if (problem?.why === 'too_large') refuse('message_image_too_large')
  if (problem) refuse(problem.why === 'too_many' ? 'form_unreadable' : 'image_unreadable')
  const upload = files[0] ?? refuse('image_required')
  // Before the picture is made: that is what costs.
  await refuseUnlessWelcome(context, context.db, actor, receiverId, context.clock.now())
  return keepPictures(
    context,
    [upload],
    async ([picture]) =>
      sendMessage(context, actor, { receiverId, text, picture: picture! }, idempotency),
    PRIVATE,
  )
}

/** Refuses a file that is no picture of a message of the actor's, in a conversation that is open to her. */
export async function refuseForeignPicture(db: Db, actor: Actor, file: string): Promise<void> {
  const shown = PRIVATE_PICTURE_FILE.test(file)
    ? await messageOfPicture(db, actor.id, file.replace(/-(240|640)\.webp$/, '.webp'))
    : undefined
  if (!shown) refuse('image_not_found')
  if (actor.role === 'professional' && !shown.open) refuse('lead_locked')
}
