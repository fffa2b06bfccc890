import { formDraft } from '#web/session/form-draft.ts'
import type { HomeFields } from './home-fields.ts'

type Typed = { fields: HomeFields; version: number | undefined }

/**
 * The client's draft in the form of a home. `id` is the id of the home, else of the booking that gets the new home,
 * else 'new'. rule: homes
 */
export function homeDraft(clientId: string, id: string) {
  return formDraft<Typed>(clientId, `home.${id}`, 'browser')
}
