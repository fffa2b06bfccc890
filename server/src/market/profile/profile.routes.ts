import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  ProfileFields,
  addGalleryPicture,
  ownProfile,
  removeGalleryPicture,
  removeProfilePicture,
  replaceProfilePicture,
  saveProfile as saveProfileCall,
} from '#contract/market/profile.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { validate } from '#server/http/calls/validate.ts'
import type { Context } from '#server/context.ts'
import { acceptForms, answerForm } from '#server/pictures/upload-form.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'
import { addPicture, removeFromGallery, removePhoto } from './profile-pictures.ts'
import { ownProfileOf } from './profile.queries.ts'
import { saveProfile } from './profile.ts'

type UploadCall = { actor: Actor; request: FastifyRequest; idempotency: Idempotency | undefined }

/** A professional's own profile and its pictures. rule: profile-save */
export async function profileRoutes(app: App, context: Context): Promise<void> {
  implement(app, context, ownProfile, async ({ actor }) => ({
    profile: (await ownProfileOf(context.db, actor.id)) ?? null,
  }))
  implement(app, context, removeProfilePicture, ({ actor }) => removePhoto(context, actor.id))
  implement(app, context, removeGalleryPicture, ({ actor, query }) =>
    removeFromGallery(context, actor.id, { index: query.image_index, url: query.image_url }),
  )
  await app.register(async (forms) => {
    await acceptForms(forms)
    formRoutes(forms, context)
  })
}

function formRoutes(app: App, context: Context): void {
  implement(app, context, saveProfileCall, ({ actor, idempotency, request }) =>
    upload(context, saveProfileCall, { actor, request, idempotency }, async (form, formKey) => {
      const { ssn, ...fields } = form.fields
      const sent = validate(ProfileFields, fields, 'body', false)
      if (sent.user_id && sent.user_id !== actor.id) refuse('not_yours')
      return saveProfile(context, actor.id, { ...sent, ssn }, form, formKey)
    }),
  )
  for (const [call, kind] of [
    [addGalleryPicture, 'gallery'],
    [replaceProfilePicture, 'profile'],
  ] as const) {
    implement(app, context, call, ({ actor, idempotency, request }) =>
      upload(context, call, { actor, request, idempotency }, (form, formKey) =>
        addPicture(context, actor.id, kind, form, formKey),
      ),
    )
  }
}

/** Reads the form and runs `save`, or returns the saved answer of its Idempotency-Key. rule: photos */
async function upload<Answer>(
  context: Context,
  call: Endpoint,
  formCall: UploadCall,
  save: (form: UploadForm, idempotency: Idempotency | undefined) => Promise<Answer>,
): Promise<Answer> {
  return answerForm(context, call, formCall, (form, saveOnce) => {
    // Without the Social Security number, because nine digits can be guessed from a hash. rule: ssn-secrecy
    const { ssn: _, ...fields } = form.fields
    return saveOnce([fields], (formKey) => save(form, formKey))
  })
}
