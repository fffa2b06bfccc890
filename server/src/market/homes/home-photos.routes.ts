import {
  HomePhotoForm,
  addHomePhoto as addCall,
  removeHomePhoto as removeCall,
} from '#contract/market/homes.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { validate } from '#server/http/calls/validate.ts'
import { acceptForms, answerForm } from '#server/pictures/upload-form.ts'
import { addHomePhoto, removeHomePhoto } from './home-photos.ts'

/** Photos of a client's saved homes. rule: home-photos */
export async function homePhotosRoutes(app: App, context: Context): Promise<void> {
  implement(app, context, removeCall, async ({ actor, params }) => ({
    home: await removeHomePhoto(context, actor.id, params.id, params.file),
  }))
  await app.register(async (forms) => {
    await acceptForms(forms)
    implement(forms, context, addCall, (call) =>
      answerForm(context, addCall, call, async (form, saveOnce) => {
        const { actor, params } = call
        const { room_id: roomId } = validate(HomePhotoForm, form.fields, 'body', false)
        const home = await saveOnce([params.id, roomId ?? null], (ofForm) =>
          addHomePhoto(context, actor.id, { id: params.id, roomId }, form, ofForm),
        )
        return { home }
      }),
    )
  })
}
